// Labels of both axes: round values, readable distances, stable under small changes, right across clock changes.
import { afterEach, describe, expect, test } from 'vitest';
import { PriceScale } from '../../chart/scene/price-scale.ts';
import { chooseStep, niceStep, ticksWithin } from '../../chart/scene/price-ticks.ts';
import { firstRowFrom, timeTicks } from '../../chart/scene/time-ticks.ts';
import { seeded } from './made-data.ts';

describe('value ticks', () => {
  test('steps are 1, 2 or 5 times a power of ten, the smallest that is wide enough', () => {
    const random = seeded(3);
    for (let round = 0; round < 2000; round += 1) {
      const atLeast = 10 ** (random() * 16 - 8);
      const step = niceStep(atLeast);
      const naive = [...Array(20).keys()].flatMap((n) => [1, 2, 5].map((lead) => Number(`${lead}e${n - 10}`))).find((each) => each >= atLeast * (1 - 1e-9))!;
      expect(step / naive).toBeCloseTo(1, 9);
    }
  });

  test('a step is kept until labels get too close or too sparse', () => {
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

  test('the scale fits what is in sight, widens a flat range and keeps the last one without data', () => {
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
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  const every = (startMs: number, stepMs: number, count: number): Float64Array => Float64Array.from({ length: count }, (_, row) => startMs + row * stepMs);

  test('labels are round local times with dates at midnight', () => {
    process.env['TZ'] = 'Asia/Taipei';
    const time = every(Date.UTC(2024, 11, 5, 10, 7), 60_000, 600);
    const ticks = timeTicks(time, 0, 600, 90, 60_000);
    expect(ticks.map((each) => each.text)).toEqual(['20:00', '22:00', '12-06', '02:00', '04:00']);
    for (const tick of ticks) expect(new Date(time[tick.row]!).getMinutes()).toBe(0);
  });

  test('months and years show as such', () => {
    process.env['TZ'] = 'UTC';
    const time = every(Date.UTC(2023, 10, 20), 86_400_000, 120);
    const texts = timeTicks(time, 0, 120, 12, 86_400_000).map((each) => each.text);
    expect(texts).toContain('2023-12');
    expect(texts).toContain('2024');
    expect(texts).toContain('2024-02');
  });

  test.each(['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'UTC'])('labels keep their distance and order through clock changes in %s', (name) => {
    process.env['TZ'] = name;
    for (const stepMs of [60_000, 900_000, 3_600_000]) {
      for (const startMs of [Date.UTC(2024, 2, 9), Date.UTC(2024, 3, 5), Date.UTC(2024, 9, 25), Date.UTC(2024, 10, 2)]) {
        const time = every(startMs, stepMs, 3000);
        const ticks = timeTicks(time, 0, 3000, 40, stepMs);
        expect(ticks.length).toBeGreaterThan(10);
        for (let at = 1; at < ticks.length; at += 1) expect(ticks[at]!.row - ticks[at - 1]!.row).toBeGreaterThanOrEqual(40);
      }
    }
  });

  test('a gap in the data is not labelled with times nothing happened at', () => {
    process.env['TZ'] = 'UTC';
    const time = every(Date.UTC(2024, 0, 1), 60_000, 400);
    for (let row = 200; row < 400; row += 1) time[row] = time[row]! + 7 * 3_600_000 + 1_800_000;
    for (const tick of timeTicks(time, 0, 400, 25, 60_000)) expect(time[tick.row]! % 1_800_000).toBe(0);
  });

  test('rows are found by time', () => {
    const time = every(1000, 10, 50);
    for (const at of [0, 1000, 1001, 1010, 1490, 1491]) {
      const naive = [...time].findIndex((each) => each >= at);
      expect(firstRowFrom(time, 50, at)).toBe(naive === -1 ? 50 : naive);
    }
  });
});
