// Scales and ticks of a plot: values by d3-scale, times at whole seconds, minutes, hours or days.
import { scaleLinear } from 'd3-scale';
import { PLOT_HEIGHT, PLOT_WIDTH, type PlotScales } from './plot-paths.ts';

/** A mark of an axis: its value, and its place as a share of the axis from the left or the top. */
interface Tick {
  value: number;
  share: number;
}

export interface PlotAxes extends PlotScales {
  valueTicks: Tick[];
  timeTicks: Tick[];
}

const S = 1_000;
const MIN = 60 * S;
const HOUR = 60 * MIN;
const DAY = 24 * HOUR;
const STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * S),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MIN),
  ...[1, 2, 4, 8, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((count) => count * DAY),
];
const VALUE_TICKS = 3;
/** Labels of "20:15:00" do not touch in a plot of 200 px. */
const MAX_TIME_TICKS = 3;

/** Whole steps of UTC between two times, at most three. */
export function timeTicks(from: number, to: number): number[] {
  const step = STEPS_MS.find((ms) => Math.floor(to / ms) - Math.ceil(from / ms) < MAX_TIME_TICKS) ?? 728 * DAY;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, at) => (first + at) * step);
}

/**
 * Axes of values over times. `zero`: the axis of values begins at 0 or below; `whole`: it has ticks at whole numbers
 * only; `counted`: the times are numbers of events, with ticks at whole ones. A single value, or values that are all
 * the same, are drawn in the middle.
 */
export function plotAxes(
  times: readonly number[],
  values: readonly number[],
  { zero = false, whole = false, counted = false }: { zero?: boolean; whole?: boolean; counted?: boolean } = {},
): PlotAxes {
  const known = values.filter((value) => !Number.isNaN(value));
  let low = known.length > 0 ? Math.min(...known) : 0;
  let high = known.length > 0 ? Math.max(...known) : 1;
  if (zero) [low, high] = [Math.min(0, low), Math.max(0, high)];
  if (low === high) {
    const margin = Math.abs(low) / 100 || 1;
    [low, high] = [zero ? low : low - margin, high + margin];
  }
  const from = times[0] ?? 0;
  const to = Math.max(from + 1, times.at(-1) ?? 0);
  const y = scaleLinear([low, high], [PLOT_HEIGHT, 0]).nice(VALUE_TICKS);
  const x = scaleLinear([from, to], [0, PLOT_WIDTH]);
  return {
    x,
    y,
    valueTicks: y
      .ticks(VALUE_TICKS)
      .filter((value) => !whole || Number.isInteger(value))
      .map((value) => ({ value, share: y(value) / PLOT_HEIGHT })),
    timeTicks: (counted ? x.ticks(MAX_TIME_TICKS).filter(Number.isInteger) : timeTicks(from, to)).map((value) => ({
      value,
      share: x(value) / PLOT_WIDTH,
    })),
  };
}
