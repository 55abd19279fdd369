// The interval of the K-line page: chosen by hand and kept, or named by the address it was opened with.
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ChartInterval } from '../../../contract/time.ts';
import { stored } from '../../state/storage.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';

export interface ChosenInterval {
  interval: ChartInterval;
  choose: (interval: ChartInterval) => void;
}

function choose(interval: ChartInterval): void {
  stored('fxproInterval').value = interval;
}

export function useInterval(): ChosenInterval {
  const interval = useSignalValue(stored('fxproInterval'));
  const { interval: named }: { interval?: ChartInterval } = useSearch({ strict: false });
  useEffect(() => {
    if (named) choose(named);
  }, [named]);
  return { interval, choose };
}
