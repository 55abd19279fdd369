// Geometry of drawings against naive twins: distances, clipping, thinning, time anchors, the magnet.
import { describe, expect, test } from 'vitest';
import {
  clipSegment,
  distanceToArea,
  distanceToOutline,
  distanceToRay,
  distanceToSegment,
} from '../../../chart/drawings/geometry.ts';
import { type Snap, snapTo } from '../../../chart/drawings/magnet.ts';
import { candleIndexOf, logicalOf, timeAt } from '../../../chart/drawings/anchors.ts';
import { simplify } from '../../../chart/drawings/simplify.ts';
import { percentOf, ratioText } from '../../../chart/drawings/drawing-labels.ts';
import { roundPrice } from '../../../chart/scene/price-at.ts';
import { spanText } from '../../../chart/scene/text/span-text.ts';
import { TIME_INTERVALS, nextCandleStart } from '../../../core/units/time.ts';
import { makeView, PLOT } from './drawings-fixture.ts';
import { madeColumns } from '../../support/data/chart-data.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const SEED = 20_261_121;
console.log(`drawings-geometry seed ${SEED}`);

/** Nearest of many points along the way from 1 to 2, up to `share` of it. */
function walk(x: number, y: number, x1: number, y1: number, x2: number, y2: number, share = 1): number {
  let nearest = Infinity;
  for (let step = 0; step <= 4000; step += 1) {
    const way = (share * step) / 4000;
    nearest = Math.min(nearest, Math.hypot(x - x1 - way * (x2 - x1), y - y1 - way * (y2 - y1)));
  }
  return nearest;
}

describe('distances', () => {
  test('to segments, rays, outlines and areas equal those to sampled points', () => {
    const random = seeded(SEED);
    const any = (): number => Math.round(random() * 400 - 100);
    for (let round = 0; round < 200; round += 1) {
      const [x, y, x1, y1, x2, y2] = [any(), any(), any(), any(), any(), any()];
      expect(Math.abs(distanceToSegment(x, y, x1, y1, x2, y2) - walk(x, y, x1, y1, x2, y2))).toBeLessThan(0.2);
      const far = 1000 / Math.max(1, Math.hypot(x2 - x1, y2 - y1));
      expect(Math.abs(distanceToRay(x, y, x1, y1, x2, y2) - walk(x, y, x1, y1, x2, y2, far))).toBeLessThan(0.5);
      const outline = Math.min(
        walk(x, y, x1, y1, x2, y1),
        walk(x, y, x2, y1, x2, y2),
        walk(x, y, x2, y2, x1, y2),
        walk(x, y, x1, y2, x1, y1),
      );
      expect(Math.abs(distanceToOutline(x, y, x1, y1, x2, y2) - outline)).toBeLessThan(0.2);
      const within = x >= Math.min(x1, x2) && x <= Math.max(x1, x2) && y >= Math.min(y1, y2) && y <= Math.max(y1, y2);
      expect(Math.abs(distanceToArea(x, y, x1, y1, x2, y2) - (within ? 0 : outline))).toBeLessThan(0.2);
    }
  });

  test('a segment without length is a point', () => {
    expect(distanceToSegment(3, 4, 0, 0, 0, 0)).toBe(5);
    expect(distanceToRay(3, 4, 0, 0, 0, 0)).toBe(5);
  });
});

describe('clipping', () => {
  const box = { left: 0, top: 0, right: 100, bottom: 60 };
  const inBox = (x: number, y: number, slack: number): boolean =>
    x >= -slack && x <= 100 + slack && y >= -slack && y <= 60 + slack;

  test('keeps exactly the points inside', () => {
    const random = seeded(SEED + 1);
    const out = new Float64Array(4);
    for (let round = 0; round < 500; round += 1) {
      const [x1, y1, x2, y2] = Array.from({ length: 4 }, () => Math.round(random() * 300 - 100)) as [
        number,
        number,
        number,
        number,
      ];
      const endless = round % 2 === 1;
      const seen = clipSegment(x1, y1, x2, y2, box, out, endless);
      let inside = 0;
      let farthest = 0;
      for (let step = 0; step <= 2000; step += 1) {
        const way = ((endless ? 400 : 1) * step) / 2000;
        const x = x1 + way * (x2 - x1);
        const y = y1 + way * (y2 - y1);
        if (!inBox(x, y, -1e-6)) continue;
        inside += 1;
        farthest = Math.max(farthest, distanceToSegment(x, y, out[0]!, out[1]!, out[2]!, out[3]!));
      }
      if (inside > 0) expect(seen).toBe(true);
      expect(farthest).toBeLessThan(1e-6);
      if (inside === 0 && !seen) continue;
      expect(inBox(out[0]!, out[1]!, 1e-6) && inBox(out[2]!, out[3]!, 1e-6)).toBe(true);
    }
  });

  test('clips ends a hundred million px away, and does not draw NaN', () => {
    const out = new Float64Array(4);
    expect(clipSegment(-1e8, -1e8 + 30, 1e8, 1e8 + 30, box, out)).toBe(true);
    for (const value of out) expect(Math.abs(value)).toBeLessThanOrEqual(100 + 1e-6);
    expect(clipSegment(NaN, 1, 2, 3, box, out)).toBe(false);
    expect(clipSegment(1, 1, 2, NaN, box, out)).toBe(false);
  });
});

describe('thinning', () => {
  test('keeps the ends, stays within the tolerance, never exceeds the bound', () => {
    const random = seeded(SEED + 2);
    for (let round = 0; round < 40; round += 1) {
      const count = 2 + Math.floor(random() * 900);
      const xy: number[] = [];
      for (let at = 0; at < count; at += 1) xy.push(at * 2, 100 * Math.sin(at / 20) + random() * 6);
      const result = simplify(xy, 1, 500);
      expect(result[0]).toBe(0);
      expect(result.at(-1)).toBe(count - 1);
      expect(result.length).toBeLessThanOrEqual(500);
      expect(simplify(xy, 0, 2)).toEqual([0, count - 1]);
      if (count > 700) continue;
      result.slice(1).forEach((to, i) => {
        const from = result[i]!;
        for (let at = from; at <= to; at += 1) {
          expect(
            distanceToSegment(
              xy[2 * at]!,
              xy[2 * at + 1]!,
              xy[2 * from]!,
              xy[2 * from + 1]!,
              xy[2 * to]!,
              xy[2 * to + 1]!,
            ),
          ).toBeLessThanOrEqual(1 + 1e-9);
        }
      });
    }
  });
});

/** Candles of an interval with gaps in between. */
function withGaps(
  interval: (typeof TIME_INTERVALS)[number],
  count: number,
  random: () => number,
): { time: Float64Array; length: number } {
  const time = new Float64Array(count);
  let next = nextCandleStart(Date.UTC(2024, 0, 1), interval);
  for (let row = 0; row < count; row += 1) {
    time[row] = next;
    next = nextCandleStart(next, interval);
    while (random() < 0.05) next = nextCandleStart(next, interval);
  }
  return { time, length: count };
}

describe('time anchors', () => {
  test('every candle is at its row, and future rows continue by the interval', () => {
    const random = seeded(SEED + 3);
    for (const interval of TIME_INTERVALS) {
      const candles = withGaps(interval, 60, random);
      const origin = 17;
      candles.time.forEach((time, row) => {
        expect(logicalOf(candles, origin, interval, time)).toBe(row - origin);
        expect(timeAt(candles, origin, interval, row - origin)).toBe(time);
      });
      let future = candles.time[59]!;
      for (let ahead = 1; ahead < 40; ahead += 1) {
        future = nextCandleStart(future, interval);
        expect(candleIndexOf(logicalOf(candles, origin, interval, future))).toBe(59 - origin + ahead);
        expect(timeAt(candles, origin, interval, 59 - origin + ahead)).toBe(future);
      }
    }
  });

  test('convert there and back, between and beyond candles', () => {
    const random = seeded(SEED + 4);
    for (const interval of TIME_INTERVALS) {
      const candles = withGaps(interval, 60, random);
      for (let round = 0; round < 100; round += 1) {
        const logical = random() * 160 - 60;
        const time = timeAt(candles, 5, interval, logical);
        expect(Math.abs(logicalOf(candles, 5, interval, time) - logical)).toBeLessThan(1e-3);
      }
    }
  });

  test('a time between candles belongs to the candle before it', () => {
    const random = seeded(SEED + 5);
    const candles = withGaps('5m', 80, random);
    for (let round = 0; round < 300; round += 1) {
      const time = candles.time[0]! + Math.floor(random() * (candles.time[79]! - candles.time[0]!));
      let row = 0;
      while (row < 79 && candles.time[row + 1]! <= time) row += 1;
      expect(candleIndexOf(logicalOf(candles, 0, '5m', time))).toBe(row);
    }
  });

  test('do not exist without candles', () => {
    expect(logicalOf({ time: new Float64Array(4), length: 0 }, 0, '1m', 5)).toBeNaN();
    expect(timeAt({ time: new Float64Array(4), length: 0 }, 0, '1m', 5)).toBeNaN();
  });

  test('prices are whole ticks and at least one', () => {
    expect(roundPrice(64_123.4567, 2)).toBe(64_123.46);
    expect(roundPrice(0.1 + 0.2, 4)).toBe(0.3);
    expect(roundPrice(-5, 2)).toBe(0.01);
    expect(roundPrice(0.004, 2)).toBe(0.01);
  });
});

describe('magnet', () => {
  test('finds the same price as a search of all visible candles', () => {
    const random = seeded(SEED + 6);
    const columns = madeColumns(3000, 8);
    const view = makeView(columns);
    const { scale } = view.panes[0]!;
    const out: Snap = { row: -1, price: NaN };
    for (const zoom of [1, 0.4, 6]) {
      view.time.zoomAt(zoom, 500);
      for (let round = 0; round < 150; round += 1) {
        const x = random() * PLOT.widthPx;
        const y = random() * PLOT.bottomPx;
        let nearest = Infinity;
        for (let row = 0; row < columns.length; row += 1) {
          for (const price of [columns.open[row]!, columns.high[row]!, columns.low[row]!, columns.close[row]!]) {
            nearest = Math.min(nearest, Math.hypot(view.time.xOf(row) - x, scale.yOf(price) - y));
          }
        }
        const found = snapTo({ columns, time: view.time, scale }, x, y, 72, out);
        // Candles are at whole px: exactly on the rim a candle may count or not.
        if (Math.abs(nearest - 72) < 1) continue;
        expect(found).toBe(nearest < 72);
        if (found) expect(Math.hypot(view.time.xOf(out.row) - x, scale.yOf(out.price) - y)).toBeCloseTo(nearest, 6);
      }
    }
  });
});

describe('labels', () => {
  test('write spans, percents and ratios', () => {
    const spansMs = [0, 45_000, 2_700_000, 90 * 60_000, 13_500_000, 86_400_000, 49 * 3_600_000];
    expect(spansMs.map(spanText)).toEqual(['0s', '45s', '45m', '1h 30m', '3h 45m', '1d', '2d 1h']);
    const longMs = [30 * 86_400_000 + 7_200_000, -3_600_000, -2 * 86_400_000 - 60_000];
    expect(longMs.map(spanText)).toEqual(['30d 2h', '1h', '2d']);
    expect(percentOf(5, 200)).toBe('+2.50%');
    expect(percentOf(-1, 3)).toBe('-33.33%');
    expect(percentOf(1, 0)).toBe('-');
    expect(ratioText(10, 5)).toBe('2.00 : 1');
    expect(ratioText(10, 0)).toBe('-');
  });
});
