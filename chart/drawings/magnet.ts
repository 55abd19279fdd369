// The magnet: the nearest open, high, low or close to a point.
import type { CandleColumns } from '../api.ts';
import type { PriceScale } from '../scene/scales/price-scale.ts';
import type { TimeScale } from '../scene/scales/time-scale.ts';

/** Candles checked on each side; at far zooms, where more would be in reach, only these are. */
export const MAGNET_ROWS = 256;

export interface Snap {
  row: number;
  price: number;
}

export interface PlacedCandles {
  columns: CandleColumns;
  time: TimeScale;
  scale: Pick<PriceScale, 'yOf'>;
}

/** Finds the price nearest to a point within `reachPx` (device px), into `out`; false when there is none. */
export function snapTo(
  { columns, time, scale }: PlacedCandles,
  xPx: number,
  yPx: number,
  reachPx: number,
  out: Snap,
): boolean {
  const middle = Math.round(time.logicalAt(xPx)) + time.origin;
  const rows = Math.min(MAGNET_ROWS, Math.ceil(reachPx / time.barPx));
  const from = Math.max(0, middle - rows);
  const to = Math.min(columns.length - 1, middle + rows);
  let nearest = reachPx;
  let found = false;
  const consider = (row: number, price: number): void => {
    const away = Math.hypot(time.xOf(row - time.origin) - xPx, scale.yOf(price) - yPx);
    if (!(away <= nearest) || (found && away === nearest)) return;
    nearest = away;
    found = true;
    out.row = row;
    out.price = price;
  };
  for (let row = from; row <= to; row += 1) {
    consider(row, columns.open[row]!);
    consider(row, columns.high[row]!);
    consider(row, columns.low[row]!);
    consider(row, columns.close[row]!);
  }
  return found;
}
