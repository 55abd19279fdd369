// Where the labels of a value axis stand: multiples of a 1-2-5 step, chosen with hysteresis so that labels stay put while panning.

/** Smallest of 1, 2, 5 x 10^n that is at least `atLeast` (> 0). */
export function niceStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast));
  const ratio = atLeast / power;
  const slack = 1 + 1e-9;
  if (ratio <= slack) return power;
  if (ratio <= 2 * slack) return 2 * power;
  if (ratio <= 5 * slack) return 5 * power;
  return 10 * power;
}

/** Wider gap than this many times the smallest makes room for a finer step. */
const SPARSE = 2.6;

/** Keeps `current` while its labels are neither closer than `gap` nor sparser than needed; `finest` bounds it from below. */
export function chooseStep(current: number, gap: number, finest: number): number {
  if (!(gap > 0) || !Number.isFinite(gap)) return finest;
  if (current >= gap && current <= gap * SPARSE && current >= finest) return current;
  return niceStep(Math.max(gap, finest));
}

/** Writes the multiples of `step` within [low, high] into `out` and returns how many; stops when `out` is full. */
export function ticksWithin(low: number, high: number, step: number, out: Float64Array): number {
  if (!(step > 0)) return 0;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  let count = 0;
  for (let n = first; n <= last && count < out.length; n += 1) {
    out[count] = step < 1 ? n / Math.round(1 / step) : n * step;
    count += 1;
  }
  return count;
}
