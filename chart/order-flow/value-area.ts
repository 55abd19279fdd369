// The value area: rows around the point of control that have a share of the whole.

const PER_CENT = 100;

/**
 * Writes the lowest and the highest row into `area`. It starts at `control` and takes the larger of the rows above and
 * below it, the upper one of equals, until it has `percent` of `total`. Sizes are whole numbers.
 */
export function measureArea(
  sizes: Float64Array,
  count: number,
  control: number,
  total: number,
  percent: number,
  area: Int32Array,
): void {
  let low = control;
  let high = control;
  // In hundredths, as a share of 0.55 would be more than 55 %.
  for (let inside = sizes[control] ?? 0; inside * PER_CENT < total * percent;) {
    const above = high + 1 < count ? sizes[high + 1]! : -1;
    const below = low > 0 ? sizes[low - 1]! : -1;
    // Sums beyond 2^53 are rounded: nothing may be left to take.
    if (above < 0 && below < 0) break;
    if (above >= below) high++;
    else low--;
    inside += Math.max(above, below);
  }
  area[0] = low;
  area[1] = high;
}
