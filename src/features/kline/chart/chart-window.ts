// Opens charts in windows of their own, one a market and interval.
import type { ChartInterval } from '../../../../core/units/time.ts';
import { shareMarketWorker } from '../../../api/shared-market.ts';
import { CHART_WINDOW } from '../../../lib/chart-window-address.ts';

const SIZE = 'popup,width=960,height=640';
const EMPTY = 'about:blank';

let isSharing = false;

/** The name by which the browser finds an open window again. */
export function chartWindowName(coinInfoId: number, interval: ChartInterval): string {
  return `chart-${coinInfoId}-${interval}`;
}

/** Opens a chart's window, or focuses the one that is open. Returns false when the browser blocks it. */
export function openChartWindow(coinInfoId: number, interval: ChartInterval): boolean {
  if (!isSharing) shareMarketWorker();
  isSharing = true;
  // Without an address, because a window that is open already would load it again.
  const opened = window.open('', chartWindowName(coinInfoId, interval), SIZE);
  if (!opened || opened.closed) return false;
  if (isNew(opened)) opened.location.replace(`${CHART_WINDOW}?coinInfoId=${coinInfoId}&interval=${interval}`);
  opened.focus();
  return true;
}

function isNew({ location }: Window): boolean {
  try {
    return location.href === EMPTY;
  } catch {
    // The user went to another site in it.
    return true;
  }
}
