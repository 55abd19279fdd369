// Vertical layout of line labels: each as near to its line as possible without overlap.

/** Sums and counts of merged runs; grown as needed. */
let sums = new Float64Array(32);
let counts = new Int32Array(32);

/**
 * Spreads `count` ascending middles so that neighbours are at least `pitchPx` apart and all stay within [fromPx, toPx]
 * with half a pitch at either end; the sum of squared shifts is minimal. Writes into `out`. The caller ensures that
 * `count * pitchPx` fits; otherwise the last ones exceed `toPx`.
 */
export function stackChips(
  middles: Float64Array,
  count: number,
  pitchPx: number,
  fromPx: number,
  toPx: number,
  out: Float64Array,
): void {
  if (sums.length < count) {
    sums = new Float64Array(count * 2);
    counts = new Int32Array(count * 2);
  }
  // Without their pitch the middles only have to ascend: pool adjacent violators.
  let runs = 0;
  for (let at = 0; at < count; at += 1) {
    sums[runs] = middles[at]! - at * pitchPx;
    counts[runs] = 1;
    runs += 1;
    while (runs > 1 && sums[runs - 2]! * counts[runs - 1]! > sums[runs - 1]! * counts[runs - 2]!) {
      sums[runs - 2]! += sums[runs - 1]!;
      counts[runs - 2]! += counts[runs - 1]!;
      runs -= 1;
    }
  }
  const first = fromPx + pitchPx / 2;
  const last = Math.max(first, toPx - (count - 0.5) * pitchPx);
  let at = 0;
  for (let run = 0; run < runs; run += 1) {
    const level = Math.min(last, Math.max(first, sums[run]! / counts[run]!));
    for (const end = at + counts[run]!; at < end; at += 1) out[at] = level + at * pitchPx;
  }
}
