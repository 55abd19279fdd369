// Labels of a value axis.
// Multiples of a 1-2-5 step, chosen with hysteresis so they do not flicker while panning.

/** Smallest of 1, 2, 5 x 10^n, from `quarterFrom` on also of 2.5 x 10^n, that is at least `atLeast` (> 0). */
export function niceStep(atLeast: number, quarterFrom = Infinity): number {
  const power = 10 ** Math.floor(Math.log10(atLeast));
  const ratio = atLeast / power;
  const slack = 1 + 1e-9;
  if (ratio <= slack) return power;
  if (ratio <= 2 * slack) return 2 * power;
  if (ratio <= 2.5 * slack && 2.5 * power >= quarterFrom) return 2.5 * power;
  if (ratio <= 5 * slack) return 5 * power;
  return 10 * power;
}

/** Wider gap than this many times the smallest makes room for a finer step. */
const SPARSE = 2.1;
/** From this many of the finest steps on, a quarter has no more digits than the finest. */
const QUARTER_FROM = 10;

/**
 * Keeps `current` while its labels are neither closer than `gap` nor sparser than needed; `finest` bounds it from
 * below.
 */
export function chooseStep(current: number, gap: number, finest: number): number {
  if (!(gap > 0) || !Number.isFinite(gap)) return finest;
  if (current >= gap && current <= gap * SPARSE && current >= finest) return current;
  return niceStep(Math.max(gap, finest), QUARTER_FROM * finest);
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

/**
 * Labels of a wide log scale within [low, high] (`low` > 0): 1-2-5 of each decade, its first alone, or every few
 * decades, the densest of these whose neighbours are at least `gap` apart in natural logarithms. Returns how many were
 * written.
 */
export function decadeTicks(low: number, high: number, gap: number, out: Float64Array): number {
  const dense = gap <= Math.LN2;
  const every = Math.max(1, Math.ceil(gap / Math.LN10));
  const first = Math.floor(Math.log10(low) / every + 1e-9) * every;
  let count = 0;
  for (let decade = first; count < out.length; decade += every) {
    const one = powerOfTen(decade);
    if (one > high) break;
    count = append(one, low, high, count, out);
    if (!dense) continue;
    count = append(2 * one, low, high, count, out);
    count = append(5 * one, low, high, count, out);
  }
  return count;
}

/** Powers below one by division, which rounds once: 1e-5, not 0.000010000000000000001. */
function powerOfTen(decade: number): number {
  return decade < 0 ? 1 / 10 ** -decade : 10 ** decade;
}

function append(value: number, low: number, high: number, count: number, out: Float64Array): number {
  if (value < low || value > high || count >= out.length) return count;
  out[count] = value;
  return count + 1;
}
