// Volumes for calculations.

/** Rows `[from, to)` of `out`: the volume; a missing one counts as 0. */
export function fillVolume(volume: Float64Array, from: number, to: number, out: Float64Array): void {
  let i = from;
  do {
    const value = volume[i]!;
    out[i] = value;
    if (value - value !== 0) out[i] = 0;
  } while (++i < to);
}
