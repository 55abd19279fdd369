// Labels of both axes: round values, readable distances, stable under small changes, right across clock changes.
import { describe, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../../core/units/durations.ts';
import { TIME_INTERVALS, candleStart, nextCandleStart } from '../../../core/units/time.ts';
import { PriceScale } from '../../../chart/scene/scales/price-scale.ts';
import { chooseStep, decadeTicks, niceStep, ticksWithin } from '../../../chart/scene/scales/price-ticks.ts';
import { barMsOf } from '../../../chart/scene/bar-length.ts';
import { firstRowFrom } from '../../../chart/scene/first-row.ts';
import { type TimeTick, timeTicks } from '../../../chart/scene/scales/time-ticks.ts';
import { zoneOf } from '../../../chart/scene/scales/time-zone.ts';
import { seeded } from '../../support/data/seeded-random.ts';

describe('value ticks', () => {
  test('steps are 1, 2 or 5 times a power of ten, the smallest that is wide enough', () => {
    const random = seeded(3);
    for (let round = 0; round < 2000; round += 1) {
      const atLeast = 10 ** (random() * 16 - 8);
      const step = niceStep(atLeast);
      const naive = [...Array(20).keys()]
        .flatMap((n) => [1, 2, 5].map((lead) => Number(`${lead}e${n - 10}`)))
        .find((each) => each >= atLeast * (1 - 1e-9))!;
      expect(step / naive).toBeCloseTo(1, 9);
    }
  });

  test('a step stays until labels get too close or too sparse', () => {
    let step = chooseStep(0, 40, 0.1);
    expect(step).toBe(50);
    step = chooseStep(step, 25, 0.1);
    expect(step).toBe(50);
    step = chooseStep(step, 49, 0.1);
    expect(step).toBe(50);
    expect(chooseStep(step, 51, 0.1)).toBe(100);
    expect(chooseStep(step, 15, 0.1)).toBe(20);
    expect(chooseStep(step, 0.001, 0.5)).toBe(0.5);
  });

  test('ticks are the multiples in range, free of binary dust', () => {
    const out = new Float64Array(16);
    const count = ticksWithin(0.05, 0.72, 0.1, out);
    expect([...out.subarray(0, count)]).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]);
    expect(ticksWithin(-150, 150, 100, out)).toBe(3);
    expect([...out.subarray(0, 3)]).toEqual([-100, 0, 100]);
    expect(ticksWithin(0, 1e9, 1, out)).toBe(16);
  });

  test('a wide log scale is labelled at 1-2-5 of each decade, as densely as labels have room', () => {
    const seed = 17;
    const random = seeded(seed);
    const out = new Float64Array(64);
    const leads = [[1, 2, 5], [1]];
    for (let round = 0; round < 500; round += 1) {
      const low = 10 ** (random() * 12 - 8);
      const high = low * 10 ** (1 + random() * 6);
      const gap = random() * 3;
      const allowed = leads.find((each) => each.length === 1 || gap <= Math.log(2))!;
      const every = Math.max(1, Math.ceil(gap / Math.LN10));
      const naive = [...Array(40).keys()]
        .map((n) => n - 20)
        .filter((decade) => decade % every === 0)
        .flatMap((decade) => allowed.map((lead) => Number(`${lead}e${decade}`)))
        .filter((value) => value >= low && value <= high);
      const count = decadeTicks(low, high, gap, out);
      expect(count, `seed ${seed} round ${round} ${low}..${high} gap ${gap}`).toBe(naive.length);
      naive.forEach((value, at) => expect(out[at]! / value).toBeCloseTo(1, 12));
      for (let at = 1; at < count; at += 1)
        expect(Math.log(out[at]! / out[at - 1]!)).toBeGreaterThanOrEqual(gap - 1e-9);
    }
  });

  test('a log scale is straight in logarithms, inverted or not, and names the value under a pixel', () => {
    const scale = new PriceScale();
    scale.place(100, 500);
    for (const inverted of [false, true]) {
      scale.inverted = inverted;
      scale.setLog(true);
      scale.fit(1, 10_000, 0.1, 22);
      expect(scale.yOf(100)).toBeCloseTo(300, 6);
      expect(scale.yOf(1)).toBeCloseTo(inverted ? 100 : 500, 6);
      expect(scale.valueAt(scale.yOf(137))).toBeCloseTo(137, 6);
      expect(Number.isFinite(scale.yOf(0)) && Number.isFinite(scale.yOf(-5))).toBe(true);
      const out = new Float64Array(32);
      expect([...out.subarray(0, scale.ticks(100, 500, out))].map((value) => Math.round(value))).toEqual([
        1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000,
      ]);
      scale.setLog(false);
      scale.fit(1, 10_000, 0.1, 44);
    }
  });

  test('switching to log and back keeps the range', () => {
    const scale = new PriceScale();
    scale.place(100, 500);
    scale.fit(20, 80, 0.1, 44);
    scale.setLog(true);
    expect(scale.valueAt(500)).toBeCloseTo(20, 9);
    expect(scale.valueAt(300)).toBeCloseTo(40, 9);
    scale.setLog(false);
    expect([scale.low, scale.high].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([20, 80]);
  });

  test('a percent scale is labelled at round changes', () => {
    const scale = new PriceScale();
    scale.place(100, 500);
    scale.percentBase = 80;
    scale.fit(70, 90, 0.1, 44);
    const out = new Float64Array(32);
    const percents = [...out.subarray(0, scale.ticks(100, 500, out))].map(
      (value) => Math.round((value / 80 - 1) * 1e6) / 1e4,
    );
    expect(percents).toEqual([-10, -5, 0, 5, 10]);
  });

  test.each([
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ])('stretching keeps the value under the finger, shifting moves it (log %s, inverted %s)', (log, inverted) => {
    const scale = new PriceScale();
    scale.place(100, 500);
    scale.inverted = inverted;
    scale.setLog(log);
    scale.fit(1000, 2000, 1, 44);
    const before = scale.valueAt(220);
    const span = scale.high - scale.low;
    scale.stretch(2, 220);
    expect(scale.valueAt(220)).toBeCloseTo(before, 6);
    expect(scale.high - scale.low).toBeCloseTo(span / 2, 9);
    scale.shift(35);
    expect(scale.yOf(before)).toBeCloseTo(255, 6);
    for (let round = 0; round < 200; round += 1) scale.stretch(1.5, 300);
    expect(scale.high).toBeGreaterThan(scale.low);
    for (let round = 0; round < 200; round += 1) scale.stretch(0.5, 300);
    expect(Number.isFinite(scale.valueAt(100)) && Number.isFinite(scale.pxPerPlace)).toBe(true);
  });

  test('a flat range of prices near zero has none below it', () => {
    const scale = new PriceScale();
    scale.place(0, 600);
    scale.fit(3e-8, 3e-8, 1e-7, 44);
    expect([scale.low, scale.high]).toEqual([0, 1e-7]);
    scale.fit(-3e-8, 3e-8, 1e-7, 44);
    expect(scale.low).toBeCloseTo(-5e-8, 12);
    scale.fit(0, 0, 1e-7, 44);
    expect(scale.low).toBeCloseTo(-5e-8, 12);
  });

  test.each([false, true])('a flat range of large prices with fine ticks has a height (log %s)', (log) => {
    const out = new Float64Array(64);
    for (const price of [1e9, 123_456_789.123_456_78, 1e15, 67_000]) {
      const scale = new PriceScale();
      scale.place(0, 600);
      scale.setLog(log);
      scale.fit(price, price, 1e-7, 28);
      expect(scale.yOf(price)).toBeCloseTo(300, 0);
      expect(Math.abs(scale.valueAt(200) - price)).toBeGreaterThan(0);
      const values = [...out.subarray(0, scale.ticks(0, 600, out))];
      expect(values.length).toBeGreaterThan(0);
      expect(new Set(values).size).toBe(values.length);
    }
  });

  test('a range that is turned wider for hours stays within a thousand times its values', () => {
    const scale = new PriceScale();
    scale.place(0, 600);
    scale.fit(60_000, 70_000, 0.1, 44);
    for (let turn = 0; turn < 20_000; turn += 1) {
      scale.stretch(0.9, 300);
      scale.shift(turn % 7);
    }
    expect(scale.high - scale.low).toBeLessThanOrEqual(70_000_000);
    expect(scale.yOf(scale.valueAt(100))).toBeCloseTo(100, 6);
  });

  test('the scale fits the visible values, widens a flat range and keeps the last one without data', () => {
    const scale = new PriceScale();
    scale.place(100, 500);
    scale.fit(10, 20, 0.1, 44);
    expect(scale.yOf(20)).toBe(100);
    expect(scale.yOf(10)).toBe(500);
    expect(scale.valueAt(scale.yOf(13.7))).toBeCloseTo(13.7, 9);
    scale.fit(Infinity, -Infinity, 0.1, 44);
    expect([scale.low, scale.high]).toEqual([10, 20]);
    scale.fit(7, 7, 0.1, 44);
    expect(scale.yOf(7)).toBeCloseTo(300, 6);
  });
});

describe('time ticks', () => {
  const every = (startMs: number, stepMs: number, count: number): Float64Array =>
    Float64Array.from({ length: count }, (_, row) => startMs + row * stepMs);
  const ticksOf = (time: Float64Array, minRows: number, barMs: number, zone: string): TimeTick[] => {
    const out: TimeTick[] = [];
    const count = timeTicks({ time, from: 0, to: time.length, minRows, zone: zoneOf(zone) }, barMs, out);
    return out.slice(0, count);
  };

  test('labels are round local times with dates at midnight', () => {
    const time = every(Date.UTC(2024, 11, 5, 10, 7), 60_000, 600);
    const ticks = ticksOf(time, 90, 60_000, 'Asia/Taipei');
    expect(ticks.map((each) => each.text)).toEqual(['20:00', '22:00', '12-06', '02:00', '04:00']);
    for (const tick of ticks) expect(new Date(time[tick.row]!).getUTCMinutes()).toBe(0);
  });

  test('seconds are shown only where they are not zero', () => {
    const time = every(Date.UTC(2024, 11, 5, 10, 7, 41), 1000, 60);
    expect(ticksOf(time, 12, 1000, 'UTC').map((each) => each.text)).toEqual([
      '10:07:45',
      '10:08',
      '10:08:15',
      '10:08:30',
    ]);
  });

  test('months and years show as such', () => {
    const time = every(Date.UTC(2023, 10, 20), 86_400_000, 120);
    const texts = ticksOf(time, 12, 86_400_000, 'UTC').map((each) => each.text);
    expect(texts).toContain('2023-12');
    expect(texts).toContain('2024');
    expect(texts).toContain('2024-02');
  });

  test.each(['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'UTC'])(
    'labels keep their distance and show local time in %s',
    (name) => {
      const wall = new Intl.DateTimeFormat('en-GB', { timeZone: name, hour: '2-digit', minute: '2-digit' });
      for (const stepMs of [60_000, 900_000, 3_600_000]) {
        for (const startMs of [
          Date.UTC(2024, 2, 9),
          Date.UTC(2024, 3, 5),
          Date.UTC(2024, 9, 25),
          Date.UTC(2018, 10, 2),
        ]) {
          const time = every(startMs, stepMs, 3000);
          const ticks = ticksOf(time, 40, stepMs, name);
          expect(ticks.length).toBeGreaterThan(10);
          for (let at = 1; at < ticks.length; at += 1)
            expect(ticks[at]!.row - ticks[at - 1]!.row).toBeGreaterThanOrEqual(40);
          // Half hours of Lord Howe fall between candles of an hour.
          if (stepMs < 3_600_000)
            for (const tick of ticks) if (tick.weight === 0) expect(wall.format(time[tick.row]!)).toBe(tick.text);
        }
      }
    },
  );

  test.each([
    ['Europe/Berlin', Date.UTC(2026, 9, 25, 1)],
    ['America/New_York', Date.UTC(2026, 10, 1, 6)],
    ['Australia/Lord_Howe', Date.UTC(2026, 3, 4, 15)],
    ['America/Havana', Date.UTC(2026, 10, 1, 5)],
    ['America/Sao_Paulo', Date.UTC(2018, 1, 18, 2)],
  ])('what clocks show twice in %s is labelled twice, each day once', (name, backMs) => {
    const random = seeded(backMs);
    const wall = new Intl.DateTimeFormat('en-GB', { timeZone: name, hour: '2-digit', minute: '2-digit' });
    for (let round = 0; round < 200; round += 1) {
      const minutes = 20 + Math.floor(random() * 200);
      const minRows = 5 + Math.floor(random() * 20);
      const startMs = backMs + Math.floor(random() * 240 - 150) * 60_000;
      const time = every(startMs, 60_000, minutes);
      const ticks = ticksOf(time, minRows, 60_000, name);
      const strideMs = [5, 10, 15, 30].find((each) => each >= minRows)! * 60_000;
      // Naive: whatever the wall shows at each candle.
      const naive = [...time.keys()].filter((row) => {
        const [hour = 0, minute = 0] = wall.format(time[row]!).split(':').map(Number);
        return (hour * 60 + minute) % (strideMs / 60_000) === 0;
      });
      // Lord Howe's half hour is less than a stride of an hour, and midnight of Havana comes twice.
      const isNear = naive.some((row, at) => at > 0 && row - naive[at - 1]! < minRows);
      const isMidnight = naive.some((row) => wall.format(time[row]!) === '00:00');
      if (isNear || isMidnight) continue;
      expect(ticks.map(({ row, text }) => `${row} ${text}`)).toEqual(
        naive.map((row) => `${row} ${wall.format(time[row]!)}`),
      );
    }
    const days = ticksOf(every(backMs - 4 * 3_600_000, 60_000, 480), 20, 60_000, name).filter(
      ({ weight }) => weight > 0,
    );
    expect(new Set(days.map(({ text }) => text)).size).toBe(days.length);
  });

  test.each(['UTC', 'Asia/Kolkata', 'Europe/Berlin', 'America/St_Johns', 'Asia/Taipei', 'Pacific/Chatham'])(
    'every candle is labelled with its own time and day, at all intervals and zooms in %s',
    (name) => {
      for (const interval of TIME_INTERVALS) {
        const startMs = candleStart(Date.UTC(2023, 10, 3), interval);
        const time = new Float64Array(300);
        for (let row = 0, atMs = startMs; row < 300; row += 1, atMs = nextCandleStart(atMs, interval)) time[row] = atMs;
        const isLong = !(nextCandleStart(startMs, interval) - startMs < DAY_MS);
        const timeZone = isLong ? 'UTC' : name;
        const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
        for (const minRows of [1.4, 2.1, 2.8, 5.7, 11.3, 40]) {
          for (const { row, text, weight } of ticksOf(
            time,
            minRows,
            barMsOf(interval, { time, length: 300 }),
            timeZone,
          )) {
            const [day, clock] = format.format(time[row]!).split(' ') as [string, string];
            const own = [clock.replace(/:00$/, ''), day.slice(5), day.slice(0, 7), day.slice(0, 4)][weight];
            expect(text, `${interval} ${minRows} ${day} ${clock}`).toBe(own);
          }
        }
      }
    },
  );

  test('a gap in the data has no labels inside', () => {
    const time = every(Date.UTC(2024, 0, 1), 60_000, 400);
    for (let row = 200; row < 400; row += 1) time[row] = time[row]! + 7 * 3_600_000 + 1_800_000;
    for (const tick of ticksOf(time, 25, 60_000, 'UTC')) expect(time[tick.row]! % 1_800_000).toBe(0);
  });

  test('a gap of years between minutes is passed over in a few steps, to the labels behind it', () => {
    const zone = zoneOf('America/New_York');
    const count = (gapMs: number): [steps: number, texts: string[]] => {
      const time = every(Date.UTC(2019, 4, 5, 12), 60_000, 400);
      for (let row = 200; row < 400; row += 1) time[row] = time[row]! + gapMs;
      const asked = vi.spyOn(zone, 'momentOf');
      const out: TimeTick[] = [];
      const ticks = out.slice(0, timeTicks({ time, from: 0, to: 400, minRows: 12, zone }, 60_000, out));
      return [asked.mock.calls.length, ticks.filter(({ row }) => row >= 200).map(({ text }) => text)];
    };
    const [near, texts] = count(DAY_MS);
    vi.restoreAllMocks();
    const [far, same] = count(7 * 364 * DAY_MS);
    vi.restoreAllMocks();
    expect(texts.length).toBeGreaterThan(5);
    expect(same).toEqual(texts);
    expect(near).toBeLessThan(40);
    expect(far).toBeLessThan(40);
  });

  test('rows are found by time', () => {
    const time = every(1000, 10, 50);
    for (const at of [0, 1000, 1001, 1010, 1490, 1491]) {
      const naive = [...time].findIndex((each) => each >= at);
      expect(firstRowFrom(time, 50, at)).toBe(naive === -1 ? 50 : naive);
    }
  });
});
