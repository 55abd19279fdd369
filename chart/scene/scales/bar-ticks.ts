// Labels of the time axis for bars of uneven length: when the bars there began, at equal distances.
import type { TimeTick } from './time-ticks.ts';
import { civil, type TimeZone, type WallTime } from './time-zone.ts';

const MINUTE_MS = 60_000;
const two = (n: number): string => (n < 10 ? `0${n}` : String(n));
const on: WallTime = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };

/**
 * Writes the labels for rows [from, to) into `out` as `timeTicks` does. They stay on the same bars while the chart is
 * moved: `origin` is the number of rows put in front. A label on another day than the one before names the day.
 */
export function barTicks(
  time: Float64Array,
  from: number,
  to: number,
  minRows: number,
  origin: number,
  zone: TimeZone,
  out: TimeTick[],
): number {
  const step = 2 ** Math.max(0, Math.ceil(Math.log2(minRows)));
  let count = 0;
  let before = NaN;
  for (let row = from + ((((origin - from) % step) + step) % step); row < to; row += step) {
    const atMs = time[row]!;
    const { month, day, hour, minute, second } = civil(atMs + zone.offsetAt(atMs), on);
    const isOtherDay = count > 0 && day !== before;
    // Labels less than a minute apart name their second.
    const isShort = Math.abs(atMs - time[row + step < to ? row + step : Math.max(from, row - step)]!) < MINUTE_MS;
    const tick = (out[count] ??= { row: 0, text: '', weight: 0 });
    tick.row = row;
    tick.text = isOtherDay
      ? `${two(month)}-${two(day)}`
      : `${two(hour)}:${two(minute)}${isShort ? `:${two(second)}` : ''}`;
    tick.weight = isOtherDay ? 1 : 0;
    before = day;
    count += 1;
  }
  return count;
}
