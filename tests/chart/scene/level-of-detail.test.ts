// Level of detail: buckets hold the exact minimum and maximum of their rows at every zoom, through ticks and older
// pages.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { CandleColumns } from '../../../chart/api.ts';
import { ChartData } from '../../../chart/scene/columns/chart-data.ts';
import { NO_VALUE } from '../../../chart/render/draw-list.ts';
import { Pyramid } from '../../../chart/scene/columns/pyramid.ts';
import { TimeScale } from '../../../chart/scene/scales/time-scale.ts';
import { sharedFile } from '../../support/data/shared-file.ts';
import { averages, madeColumns, plainExtremes } from '../../support/data/chart-data.ts';
import { seeded } from '../../support/data/seeded-random.ts';

describe('pyramid', () => {
  test('any range equals a plain scan, through appends, changes and rebuilds with another phase', () => {
    const seed = 21;
    const random = seeded(seed);
    const low = Float64Array.from({ length: 5000 }, () => (random() < 0.02 ? NaN : random() * 1000));
    const high = low.map((value) => value + random() * 10);
    const pyramid = new Pyramid();
    let length = 3000;
    pyramid.build(low, high, length, 0);
    for (let round = 0; round < 1500; round += 1) {
      if (round % 5 === 0) {
        const row = Math.max(0, length - 1);
        low[row] = random() * 1000;
        high[row] = low[row]! + random() * 10;
        length = Math.min(5000, length + (round % 2));
        pyramid.update(row, length);
      }
      if (round % 400 === 399) {
        length = 1000 + Math.floor(random() * 3000);
        pyramid.build(low, high, length, Math.floor(random() * 4096));
      }
      const from = Math.floor(random() * length);
      const to = from + Math.floor(random() * (length - from + 1));
      const range = Float64Array.of(Infinity, -Infinity);
      pyramid.widen(range, from, to);
      expect([...range], `seed ${seed} round ${round} rows ${from}..${to}`).toEqual(plainExtremes(low, high, from, to));
    }
  });
});

/** Every row of the window against a plain scan of the rows it represents. */
function checkWindow(data: ChartData, time: TimeScale, columns: CandleColumns): void {
  const { window, candles } = data;
  const size = 2 ** window.level;
  for (let at = 0; at < window.count; at += 1) {
    const from = Math.max(0, (window.first + at) * size + time.origin);
    const to = Math.min(columns.length, (window.first + at + 1) * size + time.origin);
    const [min, max] = plainExtremes(columns.low, columns.high, from, to);
    const expected = [columns.open[from]!, max, min, columns.close[to - 1]!].map((value) =>
      Math.fround(value - candles.base),
    );
    expect([...candles.data.subarray(at * 4, at * 4 + 4)]).toEqual(expected);
    for (const line of data.lines) {
      if (line.line.type === 'bar' || window.level === 0) continue;
      const [least, most] = plainExtremes(line.line.values, line.line.values, from, to);
      const pair =
        least > most
          ? [Math.fround(NO_VALUE), Math.fround(NO_VALUE)]
          : [least, most].map((value) => Math.fround(value - line.rows.base));
      expect([...line.rows.data.subarray(at * 2, at * 2 + 2)]).toEqual(pair);
    }
  }
}

function mounted(columns: CandleColumns): { data: ChartData; time: TimeScale } {
  const data = new ChartData();
  const time = new TimeScale();
  time.resize(978, 3);
  time.reset(columns.length);
  data.setColumns(columns, 'reset', 0, time);
  data.setIndicators(averages(columns, [5, 20]));
  return { data, time };
}

function zoomThrough(columns: CandleColumns): number[] {
  const { data, time } = mounted(columns);
  const seen = new Set<number>();
  for (let step = 0; step < 40; step += 1) {
    data.sync(time);
    checkWindow(data, time, columns);
    const range = [...data.mainRange(time)];
    const [min, max] = plainExtremes(columns.low, columns.high, time.firstRow, time.endRow);
    expect(range[0]).toBeLessThanOrEqual(min);
    expect(range[1]).toBeGreaterThanOrEqual(max);
    seen.add(data.window.level);
    time.zoomAt(0.75, 600);
  }
  return [...seen];
}

describe('window', () => {
  test('holds exact extremes at every zoom', () => {
    expect(zoomThrough(madeColumns(30_000, 31))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test('holds exact extremes on a month of real candles', () => {
    const path = sharedFile('recordings/candles/binance-spot-BTCUSDT-1m-202412.csv.gz');
    if (!path) return;
    const rows = gunzipSync(readFileSync(path))
      .toString()
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').map(Number));
    const column = (at: number): Float64Array => Float64Array.from(rows, (row) => row[at]!);
    const columns = {
      length: rows.length,
      time: column(0),
      open: column(1),
      high: column(2),
      low: column(3),
      close: column(4),
      volume: column(5),
    };
    expect(rows.length).toBeGreaterThan(40_000);
    expect(zoomThrough(columns).length).toBeGreaterThan(5);
  });

  test('a tick patches one row, as a candle and in a bucket', () => {
    const columns = madeColumns(20_000, 41);
    for (const factor of [1, 0.01]) {
      const { data, time } = mounted(columns);
      time.zoomAt(factor, 978);
      data.sync(time);
      const { revision } = data.candles;
      const last = columns.length - 1;
      columns.high[last] = columns.high[last]! + 500;
      data.setColumns(columns, 'tail', last, time);
      data.sync(time);
      expect(data.candles.revision).toBe(revision);
      expect(data.candles.patchedFrom).toBe(data.window.count - 1);
      checkWindow(data, time, columns);
    }
  });
});
