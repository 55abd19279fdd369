// Labels under bars of uneven length: real times, at equal distances, on the same bars while the chart moves.
import { describe, expect, it } from 'vitest';
import { type TimeTick, barTicks } from '../../../chart/scene/scales/time-ticks.ts';
import { candleZone } from '../../../chart/scene/scales/time-zone.ts';
import { barMsOf } from '../../../chart/scene/bar-length.ts';
import { Gaps } from '../../../chart/scene/columns/gaps.ts';

const UTC = candleZone('UTC', 1_000);
const START = Date.UTC(2026, 10, 25, 23, 58);

function labels(time: Float64Array, from: number, to: number, minRows: number, origin = 0): [number, string][] {
  const ticks: TimeTick[] = [];
  const count = barTicks({ time, from, to, minRows, zone: UTC }, origin, ticks);
  return ticks.slice(0, count).map(({ row, text }) => [row, text]);
}

describe('labels', () => {
  it('are the times of the bars, with seconds where those are near, and name another day', () => {
    const time = Float64Array.of(1e3, 5e3, 9e3, 11e3, 100e3, 101e3, 400e3, 900e3).map((ms) => START + ms);
    expect(labels(time, 0, 8, 2)).toEqual([
      [0, '23:58:01'],
      [2, '23:58'],
      [4, '23:59'],
      [6, '11-26'],
    ]);
  });

  it('stay on their bars when others are shown, and when older ones are put in front', () => {
    const time = Float64Array.from({ length: 400 }, (_, row) => START + row * 7_777);
    const rows = (from: number, to: number, origin = 0): number[] =>
      labels(time, from, to, 13, origin).map(([row]) => row);
    const all = rows(0, 400);
    expect(rows(37, 211)).toEqual(all.filter((row) => row >= 37 && row < 211));
    expect(rows(0, 400, 5)).toEqual(all.map((row) => row + 5).filter((row) => row < 400));
  });
});

it('the length of a bar made of trades is the mean of the newest, that of a candle is fixed', () => {
  const time = Float64Array.from(
    { length: 201 },
    (_, row) => START + (row <= 100 ? row : 100 + (row - 100) * 3) * 1_000,
  );
  expect(barMsOf('trades-10', { time, length: 201 })).toBe(3_000);
  expect(barMsOf('trades-10', { time, length: 1 })).toBe(60_000);
  expect(barMsOf('15m', { time, length: 201 })).toBe(900_000);
});

it('gaps of bars made of trades are where trades are missing alone, also before the first bar', () => {
  const gaps = new Gaps();
  const time = Float64Array.of(1, 2, 9_000_000, 9_000_001, 9_000_002);
  gaps.rebuild(time, 4, 'volume-1', [1, 9_000_000]);
  expect(Array.from(gaps.rows.subarray(0, gaps.count))).toEqual([0, 2]);
  gaps.extend(time, 3, 5, [1, 9_000_000, 9_000_002]);
  expect(Array.from(gaps.rows.subarray(0, gaps.count))).toEqual([0, 2, 4]);
  expect(gaps.isClosure(2, undefined)).toBe(false);
});
