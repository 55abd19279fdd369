// Directional moves and true range of each bar, as defined by Wilder.
import type { Bars } from '../../candles/candle-series.ts';
import type { Pass } from './calculation.ts';

/**
 * Lines: rise, fall, true range. The first bar is compared with itself; a bar without prices has no values and is
 * skipped.
 */
export class DirectionalMoves implements Pass {
  /** Of the last bar with prices; NaN before the first. */
  #high = NaN;
  #low = NaN;
  #close = NaN;

  fill({ high, low, close }: Bars, from: number, to: number, lines: readonly Float64Array[]): void {
    const rises = lines[0]!;
    const falls = lines[1]!;
    const ranges = lines[2]!;
    let lastHigh = this.#high;
    let lastLow = this.#low;
    let lastClose = this.#close;
    if (from === 0) lastHigh = lastLow = lastClose = NaN;
    let i = from;
    do {
      if (i === to - 1) {
        this.#high = lastHigh;
        this.#low = lastLow;
        this.#close = lastClose;
      }
      const top = high[i]!;
      const bottom = low[i]!;
      const now = close[i]!;
      const range = top - bottom;
      const none = range + now - (range + now);
      const first = lastClose !== lastClose;
      const rise = top - lastHigh;
      const fall = lastLow - bottom;
      const up = first ? 0 : rise;
      const down = first ? 0 : fall;
      const gap = Math.max(range, Math.abs(top - lastClose), Math.abs(lastClose - bottom));
      rises[i] = up * Number(up > 0) * Number(up > down) + none;
      falls[i] = down * Number(down > 0) * Number(down > up) + none;
      ranges[i] = (first ? range : gap) + none;
      if (none === 0) {
        lastHigh = top;
        lastLow = bottom;
        lastClose = now;
      }
    } while (++i < to);
  }
}
