// The value area: rows around the point of control that have a share of the whole.

/**
 * Writes the lowest and the highest row into `area`. It starts at `control` and takes the larger of the rows above and
 * below it, the upper one of equals, until it has `wanted`.
 */
export function measureArea(
  sizes: Float64Array,
  count: number,
  control: number,
  wanted: number,
  area: Int32Array,
): void {
  let low = control;
  let high = control;
  for (let inside = sizes[control] ?? 0; inside < wanted;) {
    const above = high + 1 < count ? sizes[high + 1]! : -1;
    const below = low > 0 ? sizes[low - 1]! : -1;
    // Rounding of the share may leave nothing to take.
    if (above < 0 && below < 0) break;
    if (above >= below) high++;
    else low--;
    inside += Math.max(above, below);
  }
  area[0] = low;
  area[1] = high;
}
