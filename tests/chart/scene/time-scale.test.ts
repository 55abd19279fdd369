// The time scale: positions under new candles, history, zoom, pan and size changes.
import { describe, expect, test } from 'vitest';
import { TimeScale } from '../../../chart/scene/scales/time-scale.ts';
import { seeded } from '../../support/data/seeded-random.ts';

function scaleOf(length: number): TimeScale {
  const scale = new TimeScale();
  scale.resize(978, 3);
  scale.reset(length);
  return scale;
}

describe('time scale', () => {
  test('starts at the newest candle with a margin', () => {
    const scale = scaleOf(500);
    expect(scale.atNewest).toBe(true);
    const right = scale.xOf(499) + scale.barPx / 2;
    expect(right).toBeLessThan(978);
    expect(right).toBeGreaterThan(978 - 60);
    expect(scale.endRow).toBe(500);
  });

  test('prepended candles move no candle', () => {
    const scale = scaleOf(500);
    scale.panBy(777);
    scale.zoomAt(0.61, 300);
    const before = Array.from({ length: 500 }, (_, row) => scale.xOf(row - scale.origin));
    scale.prepend(1000, 1500);
    const after = Array.from({ length: 500 }, (_, row) => scale.xOf(row + 1000 - scale.origin));
    expect(after).toEqual(before);
    expect(scale.rowAt(before[300]!)).toBe(1300);
  });

  test('the same candles again keep the view, fewer reset it', () => {
    const scale = scaleOf(500);
    scale.panBy(777);
    const x = scale.xOf(200);
    scale.refresh(520);
    expect(scale.xOf(200)).toBe(x);
    scale.refresh(100);
    expect(scale.atNewest).toBe(true);
    expect(scale.endRow).toBe(100);
  });

  test('new candles scroll the view only when it follows the newest', () => {
    const following = scaleOf(500);
    const x = following.xOf(following.lastLogical);
    expect(following.grow(501)).toBe(true);
    expect(following.xOf(following.lastLogical)).toBe(x);
    const reading = scaleOf(500);
    reading.panBy(400);
    const before = reading.xOf(300);
    expect(reading.grow(503)).toBe(false);
    expect(reading.xOf(300)).toBe(before);
  });

  test('zoom keeps the candle under the pointer', () => {
    const seed = 11;
    const random = seeded(seed);
    for (let round = 0; round < 200; round += 1) {
      const scale = scaleOf(2000);
      scale.panBy(3000);
      const x = 100 + random() * 700;
      const index = scale.logicalAt(x);
      scale.zoomAt(0.5 + random() * 1.5, x);
      expect(scale.logicalAt(x), `seed ${seed} round ${round}`).toBeCloseTo(index, 6);
    }
  });

  test('zoom is limited to all candles, and to 48 px a candle', () => {
    const scale = scaleOf(20_000);
    for (let at = 0; at < 200; at += 1) scale.zoomAt(0.7, 500);
    expect(scale.visibleBars).toBeGreaterThanOrEqual(20_000);
    expect(scale.firstRow).toBe(0);
    for (let at = 0; at < 200; at += 1) scale.zoomAt(1.5, 500);
    expect(scale.barPx).toBe(48 * 3);
  });

  test('panning is rigid: distances between candles do not change by a pixel', () => {
    const scale = scaleOf(500);
    scale.zoomAt(1.137, 500);
    const gaps = (): number[] => Array.from({ length: 499 }, (_, row) => scale.xOf(row + 1) - scale.xOf(row));
    const before = gaps();
    for (let at = 0; at < 20; at += 1) {
      scale.panBy(3.7);
      expect(gaps()).toEqual(before);
    }
  });

  test('an end of the data never leaves the plot', () => {
    const scale = scaleOf(500);
    scale.panBy(1e9);
    expect(scale.xOf(scale.firstLogical)).toBeLessThan(978);
    scale.panBy(-1e9);
    expect(scale.xOf(scale.lastLogical)).toBeGreaterThan(0);
    scale.toOldest();
    expect(scale.firstRow).toBe(0);
  });

  test('a new size or pixel ratio keeps the newest candle at the edge', () => {
    const scale = scaleOf(500);
    scale.resize(1500, 2);
    expect(scale.barPx).toBe(12);
    expect(scale.atNewest).toBe(true);
  });

  test('without rows nothing is visible and nothing throws', () => {
    const scale = scaleOf(0);
    scale.panBy(50);
    scale.zoomAt(2, 10);
    expect(scale.rowAt(100)).toBe(-1);
    expect(scale.firstRow).toBe(0);
    expect(scale.endRow).toBe(0);
  });
});
