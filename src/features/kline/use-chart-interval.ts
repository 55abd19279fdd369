// The chart's interval: stored by the browser, overridden by the page's query.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ChartInterval } from '../../../core/units/time.ts';
import { stored } from '../../stores/device/storage.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';

export interface ChartIntervalChoice {
  interval: ChartInterval;
  choose: (interval: ChartInterval) => void;
}

function storeInterval(interval: ChartInterval): void {
  stored('fxproInterval').value = interval;
}

export function useChartInterval(): ChartIntervalChoice {
  const interval = useSignalValue(stored('fxproInterval'));
  const search: { coinInfoId?: number; interval?: ChartInterval } = useSearch({ strict: false });
  const navigate = useNavigate();
  const fromQuery = search.interval;
  useEffect(() => {
    if (fromQuery) storeInterval(fromQuery);
  }, [fromQuery]);
  const choose = (next: ChartInterval): void => {
    storeInterval(next);
    // A query with an interval follows the choice.
    if (fromQuery) void navigate({ to: '/pages/kline/kline', search: { ...search, interval: next }, replace: true });
  };
  return { interval, choose };
}
