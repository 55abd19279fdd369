// Directional moves and true range of each bar beside the one before, as Wilder takes them.
import type { Fill } from './calculation.ts';

/** Lines: rise, fall, true range. The first bar is its own predecessor; one without prices is none and is passed over. */
export function moves(): Fill {
  /** High, low and close of the last bar that had them; NaN before the first. */
  const kept = new Float64Array(3);
  return ({ high, low, close }, from, to, lines) => {
    const rises = lines[0]!;
    const falls = lines[1]!;
    const ranges = lines[2]!;
    if (from === 0) kept.fill(NaN);
    let lastHigh = kept[0]!;
    let lastLow = kept[1]!;
    let lastClose = kept[2]!;
    let i = from;
    do {
      if (i === to - 1) {
        kept[0] = lastHigh;
        kept[1] = lastLow;
        kept[2] = lastClose;
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
  };
}
