// The first row of ascending times from a moment on.

/** First row in [0, length) whose time is at least `atMs`; `length` when none is. */
export function firstRowFrom(time: Float64Array, length: number, atMs: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (time[middle]! < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
