// The interval of the K-line page: chosen by hand and kept, or named by the address it was opened with.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ChartInterval } from '../../../core/units/time.ts';
import { stored } from '../../stores/device/storage.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';

export interface ChosenInterval {
  interval: ChartInterval;
  choose: (interval: ChartInterval) => void;
}

function keep(interval: ChartInterval): void {
  stored('fxproInterval').value = interval;
}

export function useInterval(): ChosenInterval {
  const interval = useSignalValue(stored('fxproInterval'));
  const search: { coinInfoId?: number; interval?: ChartInterval } = useSearch({ strict: false });
  const navigate = useNavigate();
  const named = search.interval;
  useEffect(() => {
    if (named) keep(named);
  }, [named]);
  const choose = (next: ChartInterval): void => {
    keep(next);
    // An address that names an interval goes on naming the one that is shown.
    if (named) void navigate({ to: '/pages/kline/kline', search: { ...search, interval: next }, replace: true });
  };
  return { interval, choose };
}
