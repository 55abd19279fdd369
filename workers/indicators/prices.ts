// What indicators read from a bar besides its columns.
import type { Bars } from '../candles/series.ts';

/** Volume of bar `i`; a missing one counts 0. */
export function volumeAt(bars: Bars, i: number): number {
  const volume = bars.volume[i]!;
  return Number.isFinite(volume) ? volume : 0;
}

/** (H + L) / 2. */
export function middleAt(bars: Bars, i: number): number {
  return (bars.high[i]! + bars.low[i]!) / 2;
}

/** High, low and close of bar `i` are numbers that can be reckoned with. */
export function soundAt(bars: Bars, i: number): boolean {
  return Number.isFinite(bars.high[i]!) && Number.isFinite(bars.low[i]!) && Number.isFinite(bars.close[i]!);
}
