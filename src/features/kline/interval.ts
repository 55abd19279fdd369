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

export function useInterval(): ChosenInterval {
  const kept = stored('fxproInterval');
  const interval = useSignalValue(kept);
  const { interval: named }: { interval?: ChartInterval } = useSearch({ strict: false });
  useEffect(() => {
    if (named) kept.value = named;
  }, [kept, named]);
  return {
    interval,
    choose: (next) => {
      kept.value = next;
    },
  };
}
