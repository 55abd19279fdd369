// Rows before which candles are missing, against a naive twin: every interval, however the columns grow.
import { describe, expect, it } from 'vitest';
import { Gaps, closedBetween } from '../../../chart/scene/columns/gaps.ts';
import { TIME_INTERVALS, type TimeInterval, candleStart, nextCandleStart } from '../../../core/units/time.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const START = Date.UTC(2019, 10, 21, 13, 37);

/** Candle starts with holes of one to forty candles. */
function starts(interval: TimeInterval, count: number, random: () => number): Float64Array {
  const time = new Float64Array(count);
  let at = candleStart(START, interval);
  for (let row = 0; row < count; row++) {
    time[row] = at;
    const skipped = random() < 0.05 ? Math.ceil(random() * 40) : 0;
    for (let i = 0; i <= skipped; i++) at = nextCandleStart(at, interval);
  }
  return time;
}

function twin(time: Float64Array, length: number, interval: TimeInterval): number[] {
  return [...time.subarray(0, length).keys()].filter(
    (row) => row > 0 && time[row] !== nextCandleStart(time[row - 1]!, interval),
  );
}

const rowsOf = ({ rows, count }: Gaps): number[] => [...rows.subarray(0, count)];

describe('gaps', () => {
  it.each(TIME_INTERVALS)('of %s candles are those of the calendar', (interval) => {
    const time = starts(interval, 3000, seeded(1));
    const gaps = new Gaps();
    gaps.rebuild(time, 3000, interval);
    expect(rowsOf(gaps)).toEqual(twin(time, 3000, interval));
    expect(gaps.count).toBeGreaterThan(64);
  });

  it.each([1, 2, 3])('follow candles that are added, changed and inserted (seed %d)', (seed) => {
    const random = seeded(seed);
    const gaps = new Gaps();
    let time = starts('1m', 2000, random);
    let length = 500;
    gaps.rebuild(time, length, '1m');
    while (length < 2000) {
      // Anything from a tick on the last candle to a change far in the past, in the same columns or in wider ones.
      const from = Math.max(0, length - Math.ceil(random() ** 3 * 300));
      const next = Math.min(2000, length + Math.floor(random() * 5));
      if (random() < 0.3) {
        const later = starts('1m', 2000, random);
        const shift = time[from]! - later[from]! + (random() < 0.5 ? 60_000 : 0);
        time = time.slice();
        for (let row = from; row < 2000; row++) time[row] = later[row]! + shift;
      }
      gaps.extend(time, from, next);
      length = next;
      expect(rowsOf(gaps)).toEqual(twin(time, length, '1m'));
    }
  });

  it('are found by row', () => {
    const time = starts('1h', 1000, seeded(4));
    const gaps = new Gaps();
    gaps.rebuild(time, 1000, '1h');
    const all = rowsOf(gaps);
    for (let row = 0; row <= 1000; row++) expect(gaps.indexFrom(row)).toBe(all.filter((gap) => gap < row).length);
  });

  it('do not exist without candles, with one, and in an unbroken sequence', () => {
    const gaps = new Gaps();
    gaps.rebuild(new Float64Array(0), 0, '1d');
    expect(gaps.count).toBe(0);
    gaps.rebuild(new Float64Array([START]), 1, '1d');
    expect(gaps.count).toBe(0);
    const months = Float64Array.from({ length: 30 }, (_, i) => Date.UTC(2020, i, 1));
    gaps.rebuild(months, 30, '1M');
    expect(gaps.count).toBe(0);
  });

  it('a tick on the last of 100 000 candles reads one row', () => {
    const time = Float64Array.from({ length: 100_000 }, (_, i) => i * 60_000);
    const gaps = new Gaps();
    gaps.rebuild(time, 100_000, '1m');
    const reads: string[] = [];
    const spied = new Proxy(time, {
      get: (target, key) => (reads.push(String(key)), Reflect.get(target, key)),
    }) as Float64Array;
    gaps.extend(spied, 99_999, 100_000);
    expect(reads.toSorted()).toEqual(['99998', '99999']);
  });
});

describe('closed hours', () => {
  // Sunday 22:00 to Friday 22:00.
  const session = { tz: 'UTC', open: [[1320, 8520]] as [number, number][] };
  const friday = Date.UTC(2026, 10, 20, 22);
  const sunday = Date.UTC(2026, 10, 22, 22);

  it('explain a weekend, at every interval that has one', () => {
    for (const interval of ['1m', '15m', '1h', '2h', '4h', '12h', '1d'] as const) {
      const gaps = new Gaps();
      gaps.rebuild(Float64Array.of(candleStart(friday - 1, interval), candleStart(sunday, interval)), 2, interval);
      expect([interval, rowsOf(gaps), gaps.isClosure(1, session)]).toEqual([interval, [1], true]);
    }
  });

  it('do not explain candles missing beside or within them, nor any of a market without closed hours', () => {
    expect(closedBetween(friday, sunday, session)).toBe(true);
    expect(closedBetween(friday - 60_000, sunday, session)).toBe(false);
    expect(closedBetween(friday, sunday + 60_000, session)).toBe(false);
    expect(closedBetween(friday, sunday + 7 * 86_400_000, session)).toBe(false);
    expect(closedBetween(friday, sunday, undefined)).toBe(false);
  });
});
