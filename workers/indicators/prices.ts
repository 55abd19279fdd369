// What indicators read from a bar besides its columns.
import type { Bars } from '../candles/series.ts';

/** `value`; NaN where it is infinite, as after overflow or division by 0: infinity less itself is NaN. */
export function finite(value: number): number {
  return value + (value - value);
}

/** A missing volume counts 0. */
export function volumeAt({ volume }: Bars, i: number): number {
  const value = volume[i]!;
  return value - value === 0 ? value : 0;
}

/** (H + L) / 2. */
export function middleAt({ high, low }: Bars, i: number): number {
  return (high[i]! + low[i]!) / 2;
}

/** `value`, or 0 where it is not above `least`. Reckoned with, not branched on: half of the guesses would be wrong. */
export function above(value: number, least: number): number {
  return value * Number(value > least);
}

/** `part` of `all` in percent, finite or NaN; 0 of 0. */
export function percent(part: number, all: number): number {
  const none = 0 * part;
  const share = finite((100 * part) / all);
  return all === 0 ? none : share;
}
