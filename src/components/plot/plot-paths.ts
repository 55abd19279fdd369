// SVG paths of values over time: lines with gaps, areas, and areas one above the other.

/** Size of the box that paths are drawn in; the picture is stretched to its place. */
export const PLOT_WIDTH = 400;
export const PLOT_HEIGHT = 100;

/** Places values in the box; NaN is not drawn. */
export interface PlotScales {
  x: (time: number) => number;
  y: (value: number) => number;
}

const point = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** Runs of values that were measured, as indexes [from, to). */
function runsOf(values: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  let from = -1;
  for (let at = 0; at <= values.length; at++) {
    const known = at < values.length && !Number.isNaN(values[at]!);
    if (known && from < 0) from = at;
    if (!known && from >= 0) {
      runs.push([from, at]);
      from = -1;
    }
  }
  return runs;
}

/** A line through the values; a gap where none was measured, and a dot for a value between two gaps. */
export function linePath(times: readonly number[], values: readonly number[], { x, y }: PlotScales): string {
  return runsOf(values)
    .map(([from, to]) => {
      const points = times.slice(from, to).map((time, at) => point(x(time), y(values[from + at]!)));
      return `M${points.join('L')}${points.length === 1 ? 'h0.1' : ''}`;
    })
    .join('');
}

/** The band between two rows of values, `below` at the foot of the box when it is null. */
export function areaPath(
  times: readonly number[],
  values: readonly number[],
  below: readonly number[] | null,
  { x, y }: PlotScales,
): string {
  return runsOf(values)
    .filter(([from, to]) => to - from > 1)
    .map(([from, to]) => {
      const top = times.slice(from, to).map((time, at) => point(x(time), y(values[from + at]!)));
      const foot = times
        .slice(from, to)
        .map((time, at) => point(x(time), below ? y(below[from + at]!) : PLOT_HEIGHT))
        .reverse();
      return `M${[...top, ...foot].join('L')}Z`;
    })
    .join('');
}

/** Each series on top of those before it; what was not measured adds nothing. */
export function stack(series: readonly (readonly number[])[]): number[][] {
  const sums: number[][] = [];
  for (const values of series) {
    const below = sums.at(-1);
    sums.push(values.map((value, at) => (Number.isNaN(value) ? 0 : value) + (below?.[at] ?? 0)));
  }
  return sums;
}

/** The last value that was measured; NaN for none. */
export function lastKnown(values: readonly number[]): number {
  return values.findLast((value) => !Number.isNaN(value)) ?? NaN;
}
