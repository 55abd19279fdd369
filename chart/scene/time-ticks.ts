// Where the labels of the time axis stand: round local times, days, months or years, never closer than a label is wide.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** One label: the row it stands at, what it says, and how weighty its boundary is (0 time, 1 day, 2 month, 3 year). */
export interface TimeTick {
  row: number;
  text: string;
  weight: number;
}

type Stride = { unit: 'minute' | 'day' | 'month' | 'year'; count: number; lengthMs: number };

const stride = (unit: Stride['unit'], count: number, unitMs: number): Stride => ({ unit, count, lengthMs: count * unitMs });
const STRIDES: readonly Stride[] = [
  ...[1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720].map((count) => stride('minute', count, MINUTE)),
  ...[1, 2, 5, 10, 15].map((count) => stride('day', count, DAY)),
  ...[1, 2, 3, 6].map((count) => stride('month', count, 30.4 * DAY)),
  ...[1, 2, 5, 10, 20, 50].map((count) => stride('year', count, 365 * DAY)),
];

/** Finest stride whose labels are at least `atLeastMs` apart. */
export function chooseStride(atLeastMs: number): Stride {
  return STRIDES.find((each) => each.lengthMs >= atLeastMs) ?? STRIDES[STRIDES.length - 1]!;
}

/** First boundary of the stride at or before `atMs`, local time. */
function floorTo(atMs: number, by: Stride): Date {
  const at = new Date(atMs);
  const year = at.getFullYear();
  if (by.unit === 'year') return new Date(Math.floor(year / by.count) * by.count, 0, 1);
  if (by.unit === 'month') return new Date(year, Math.floor(at.getMonth() / by.count) * by.count, 1);
  if (by.unit === 'day') return new Date(year, at.getMonth(), 1);
  const minutes = at.getHours() * 60 + at.getMinutes();
  return new Date(year, at.getMonth(), at.getDate(), 0, Math.floor(minutes / by.count) * by.count);
}

/** Next boundary. Days restart with each month and minutes with each day, so labels stay on the same dates and hours. */
function next(at: Date, by: Stride): Date {
  const year = at.getFullYear();
  const month = at.getMonth();
  if (by.unit === 'year') return new Date(year + by.count, 0, 1);
  if (by.unit === 'month') return new Date(year, month + by.count, 1);
  if (by.unit === 'day') {
    const later = new Date(year, month, at.getDate() + by.count);
    const tail = new Date(year, month + 1, 1);
    return later.getTime() + (by.count > 1 ? (by.count * DAY) / 2 : 0) >= tail.getTime() ? tail : later;
  }
  const minutes = at.getHours() * 60 + at.getMinutes() + by.count;
  const later = new Date(year, month, at.getDate(), 0, minutes);
  // A clock turned back repeats an hour: step in absolute time rather than stand still.
  return later.getTime() > at.getTime() ? later : new Date(at.getTime() + by.lengthMs);
}

const two = (n: number): string => (n < 10 ? `0${n}` : String(n));

function label(at: Date): { text: string; weight: number } {
  const midnight = at.getHours() === 0 && at.getMinutes() === 0;
  if (!midnight) return { text: `${two(at.getHours())}:${two(at.getMinutes())}`, weight: 0 };
  if (at.getDate() !== 1) return { text: `${two(at.getMonth() + 1)}-${two(at.getDate())}`, weight: 1 };
  if (at.getMonth() !== 0) return { text: `${at.getFullYear()}-${two(at.getMonth() + 1)}`, weight: 2 };
  return { text: String(at.getFullYear()), weight: 3 };
}

/** First row in [0, length) whose time is at least `atMs`; `length` when none is. */
export function firstRowFrom(time: Float64Array, length: number, atMs: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle]! < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Labels for rows [from, to): `minRows` is the least distance of two labels in rows, `barMs` the length of a candle in ms.
 * Where two labels would collide (gaps in the data), the weightier one stays.
 */
export function timeTicks(time: Float64Array, from: number, to: number, minRows: number, barMs: number): TimeTick[] {
  const ticks: TimeTick[] = [];
  if (to <= from) return ticks;
  const by = chooseStride(Math.max(barMs, minRows * barMs));
  const endMs = time[to - 1]!;
  for (let at = floorTo(time[from]!, by); at.getTime() <= endMs; at = next(at, by)) {
    if (at.getTime() <= time[from]! - barMs) continue;
    const row = firstRowFrom(time, to, at.getTime());
    // A boundary inside a gap would name a time at which there is no candle.
    if (row < from || row >= to || time[row]! - at.getTime() >= barMs) continue;
    const { text, weight } = label(at);
    const previous = ticks[ticks.length - 1];
    if (previous && row - previous.row < minRows) {
      if (weight <= previous.weight) continue;
      ticks.pop();
    }
    ticks.push({ row, text, weight });
  }
  return ticks;
}
