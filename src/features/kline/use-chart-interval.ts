// The chart's interval: stored by the browser, overridden by the page's query; a chart's own window has its own.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ChartInterval } from '../../../core/units/time.ts';
import { CHART_WINDOW } from '../../lib/chart-window-address.ts';
import { stored } from '../../stores/device/storage.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';

export interface ChartIntervalChoice {
  interval: ChartInterval;
  choose: (interval: ChartInterval) => void;
}

function storeInterval(interval: ChartInterval): void {
  stored('fxproInterval').value = interval;
}

/** `alone`: in a window of its own, whose interval is in its address alone. */
export function useChartInterval(alone: boolean): ChartIntervalChoice {
  const lastChosen = useSignalValue(stored('fxproInterval'));
  const search: { coinInfoId?: number; interval?: ChartInterval } = useSearch({ strict: false });
  const navigate = useNavigate();
  const fromQuery = search.interval;
  useEffect(() => {
    if (fromQuery && !alone) storeInterval(fromQuery);
  }, [fromQuery, alone]);
  const choose = (next: ChartInterval): void => {
    if (!alone) storeInterval(next);
    // A query with an interval follows the choice.
    if (fromQuery || alone)
      void navigate({
        to: alone ? CHART_WINDOW : '/pages/kline/kline',
        search: { ...search, interval: next },
        replace: true,
      });
  };
  const interval = (alone ? fromQuery : undefined) ?? lastChosen;
  return { interval, choose };
}
