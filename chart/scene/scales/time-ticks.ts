// Labels of the time axis: round wall-clock times, days, months or years, without overlap.
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../core/units/durations.ts';
import { firstRowFrom } from '../first-row.ts';
import { two } from '../text/number-format.ts';
import { civil, type TimeZone, type WallTime } from './time-zone.ts';

/** One label: its row, its text, and the rank of its boundary (0 time, 1 day, 2 month, 3 year). */
export interface TimeTick {
  row: number;
  text: string;
  weight: number;
}

type Stride = { unit: 'time' | 'day' | 'month' | 'year'; count: number; lengthMs: number };

const stride = (unit: Stride['unit'], count: number, unitMs: number): Stride => ({
  unit,
  count,
  lengthMs: count * unitMs,
});
const STRIDES: readonly Stride[] = [
  ...[1, 2, 5, 10, 15, 30].map((count) => stride('time', count, SECOND_MS)),
  ...[1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720].map((count) => stride('time', count, MINUTE_MS)),
  ...[1, 2, 5, 10, 15].map((count) => stride('day', count, DAY_MS)),
  ...[1, 2, 3, 6].map((count) => stride('month', count, 30.4 * DAY_MS)),
  ...[1, 2, 5, 10, 20, 50].map((count) => stride('year', count, 365 * DAY_MS)),
];

/** Finest stride whose labels are at least `atLeastMs` apart. */
function chooseStride(atLeastMs: number): Stride {
  return STRIDES.find((each) => each.lengthMs >= atLeastMs) ?? STRIDES[STRIDES.length - 1]!;
}

const on: WallTime = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };

/**
 * First boundary of the stride at or before a wall time. Times count from midnight, days from the first of the month.
 */
function floorTo(wallMs: number, by: Stride): number {
  if (by.unit === 'time') return Math.floor(wallMs / by.lengthMs) * by.lengthMs;
  const { year, month } = civil(wallMs, on);
  if (by.unit === 'year') return Date.UTC(Math.floor(year / by.count) * by.count, 0, 1);
  return Date.UTC(year, by.unit === 'month' ? Math.floor((month - 1) / by.count) * by.count : month - 1, 1);
}

/** Next boundary. Days restart with each month, so labels stay on the same dates. */
function next(wallMs: number, by: Stride): number {
  if (by.unit === 'time') return wallMs + by.lengthMs;
  const { year, month } = civil(wallMs, on);
  if (by.unit === 'year') return Date.UTC(year + by.count, 0, 1);
  if (by.unit === 'month') return Date.UTC(year, month - 1 + by.count, 1);
  const later = wallMs + by.count * DAY_MS;
  const tail = Date.UTC(year, month, 1);
  return later + (by.count > 1 ? (by.count * DAY_MS) / 2 : 0) >= tail ? tail : later;
}

function weightOf({ month, day, hour, minute, second }: WallTime): number {
  if (hour + minute + second > 0) return 0;
  return day !== 1 ? 1 : month !== 1 ? 2 : 3;
}

/** Labels remembered before they are forgotten all at once. */
const LABEL_LIMIT = 4096;
const labels = new Map<number, string>();

function label(wallMs: number): string {
  let text = labels.get(wallMs);
  if (text !== undefined) return text;
  if (labels.size >= LABEL_LIMIT) labels.clear();
  const { year, month, day, hour, minute, second } = civil(wallMs, on);
  const weight = weightOf(on);
  if (weight === 0) text = `${two(hour)}:${two(minute)}${second > 0 ? `:${two(second)}` : ''}`;
  else if (weight === 1) text = `${two(month)}-${two(day)}`;
  else text = weight === 2 ? `${year}-${two(month)}` : String(year);
  labels.set(wallMs, text);
  return text;
}

/** Rows [from, to) of the times that an axis labels. */
export interface LabelledRows {
  time: Float64Array;
  from: number;
  to: number;
  /** Least distance of two labels in rows. */
  minRows: number;
  zone: TimeZone;
}

/**
 * Writes the labels into `out`, whose objects are reused, and returns how many. `barMs` is the length of a candle in
 * ms. Where two labels would collide (gaps in the data), the weightier one stays.
 */
export function timeTicks({ time, from, to, minRows, zone }: LabelledRows, barMs: number, out: TimeTick[]): number {
  if (to <= from) return 0;
  const by = chooseStride(barMs * Math.max(1, minRows));
  const endMs = time[to - 1]!;
  const startMs = time[from]!;
  let count = 0;
  let wallMs = floorTo(startMs + zone.offsetAt(startMs), by);
  let atMs = momentFrom(zone, wallMs, startMs - by.lengthMs);
  for (let nextMs = wallMs; atMs <= endMs; wallMs = nextMs, atMs = momentFrom(zone, wallMs, atMs + 1)) {
    const row = firstRowFrom(time, to, atMs);
    const rowMs = time[row]!;
    const rowWallMs = rowMs + zone.offsetAt(rowMs);
    // A boundary inside a gap would name a time at which there is no candle. Gaps may be years long.
    const isInGap = rowMs - atMs >= barMs;
    nextMs = next(wallMs, by);
    if (isInGap) nextMs = Math.max(nextMs, floorTo(rowWallMs, by));
    if (by.unit === 'time') nextMs = shownAgain(zone, atMs, nextMs, by);
    if (atMs <= startMs - barMs || row < from || isInGap) continue;
    const weight = weightOf(civil(wallMs, on));
    // A time that the clocks skipped is never shown; a day whose midnight was skipped still begins, and only once.
    if (weight === 0 ? atMs + zone.offsetAt(atMs) !== wallMs : atMs > zone.momentOf(wallMs)) continue;
    const before = out[count - 1];
    if (count > 0 && row - before!.row < minRows) {
      if (weight <= before!.weight) continue;
      count -= 1;
    }
    const tick = (out[count++] ??= { row, text: '', weight });
    tick.row = row;
    // Candles of some hours, or of a week, may begin later than the boundary: each is named by its own time or day.
    tick.text = label(weight > 1 ? wallMs : weight > 0 ? Math.floor(rowWallMs / DAY_MS) * DAY_MS : rowWallMs);
    tick.weight = weight;
  }
  return count;
}

/** Moment from `fromMs` on at which the wall shows `wallMs`; of one that it shows before that alone, the first. */
function momentFrom(zone: TimeZone, wallMs: number, fromMs: number): number {
  const first = zone.momentOf(wallMs);
  if (first >= fromMs) return first;
  const again = wallMs - zone.offsetAt(first + DAY_MS);
  return again > first && again + zone.offsetAt(again) === wallMs ? again : first;
}

/** The boundary behind `atMs`: where clocks are put back before `nextMs`, the first that they show once more. */
function shownAgain(zone: TimeZone, atMs: number, nextMs: number, by: Stride): number {
  const offset = zone.offsetAt(atMs);
  // After a skipped hour that moment may be before `atMs`.
  const later = zone.offsetAt(Math.max(atMs, nextMs - offset));
  const back = offset - later;
  if (back <= 0) return nextMs;
  const again = floorTo(nextMs - back, by);
  return zone.offsetAt(again - later) === later ? again : next(again, by);
}

/**
 * Labels of bars of uneven length: when every so many of them began. They stay on the same bars while the chart is
 * moved: `origin` is the number of rows put in front. A label on another day than the one before names the day.
 */
export function barTicks({ time, from, to, minRows, zone }: LabelledRows, origin: number, out: TimeTick[]): number {
  const step = 2 ** Math.ceil(Math.log2(Math.max(1, minRows)));
  let count = 0;
  let dayBefore = NaN;
  for (let row = from + ((((origin - from) % step) + step) % step); row < to; row += step) {
    const atMs = time[row]!;
    const wallMs = atMs + zone.offsetAt(atMs);
    const day = Math.floor(wallMs / DAY_MS);
    const weight = count > 0 && day !== dayBefore ? 1 : 0;
    // Labels less than a minute apart name their second.
    const neighbour = time[row + step < to ? row + step : Math.max(from, row - step)]!;
    const unitMs = weight > 0 ? DAY_MS : Math.abs(neighbour - atMs) < MINUTE_MS ? SECOND_MS : MINUTE_MS;
    const text = label(Math.floor(wallMs / unitMs) * unitMs);
    const tick = (out[count++] ??= { row, text, weight });
    tick.row = row;
    tick.text = text;
    tick.weight = weight;
    dayBefore = day;
  }
  return count;
}
