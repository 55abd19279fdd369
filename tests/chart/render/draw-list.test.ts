// What the layers add to the draw list, without a canvas: a text measure of 6 px a character replaces a font.
import { describe, expect, test } from 'vitest';
import { type CandleColumns, DEFAULT_STYLE } from '../../../chart/api.ts';
import type { Composer } from '../../../chart/layers/composer.ts';
import type { TextList } from '../../../chart/render/draw-list.ts';
import { RectList } from '../../../chart/render/draw-list.ts';
import { intervalMs } from '../../../core/units/bar-interval.ts';
import { INTERVAL_MS } from '../../../core/units/time.ts';
import { candleWidths } from '../../../chart/layers/series.ts';
import { Damage, DAMAGE } from '../../../chart/scene/damage.ts';
import { packColor } from '../../../chart/scene/palette.ts';
import { candleZone } from '../../../chart/scene/scales/time-zone.ts';
import { averages, growingColumns, madeColumns, MARKET, pushCandle, THEMES } from '../../support/data/chart-data.ts';
import { emptyComposer } from '../chart-fixture.ts';

const NOW_BEFORE_END_MS = 252_000;

function composed(columns: CandleColumns): { composer: Composer; draw: (level?: number) => void } {
  const composer = emptyComposer();
  const { view } = composer;
  view.time.ratio = 3;
  view.time.reset(columns.length);
  view.data.setColumns(columns, 'reset', 0, view.time);
  view.data.setIndicators(averages(columns, [5, 10]));
  composer.makePanes();
  const draw = (level: number = DAMAGE.full): void => {
    const last = columns.time[columns.length - 1] ?? 0;
    composer.compose(level as 7, last + intervalMs(MARKET.interval) - NOW_BEFORE_END_MS);
  };
  draw();
  return { composer, draw };
}

const texts = (list: TextList): string[] => list.texts.slice(0, list.count);

/** Every visible candle in whole px: x of its centre, y of open, high, low, close. */
function picture(composer: Composer): number[][] {
  const { list } = composer;
  const { across } = list;
  const [candles] = list.series;
  const out: number[][] = [];
  for (let row = candles!.from; row < candles!.to; row += 1) {
    const x = across.originPx + Math.floor(across.fractionPx + row * across.stepPx + 0.5);
    if (x < 0 || x >= list.plotRightPx) continue;
    const ys = [0, 1, 2, 3].map((part) =>
      Math.floor(candles!.up.baseY - candles!.rows.data[row * 4 + part]! * candles!.up.pxPerValue + 0.5),
    );
    out.push([x, ...ys]);
  }
  return out;
}

describe('damage', () => {
  test('merges to the worst level and is reset when consumed', () => {
    const damage = new Damage();
    expect(damage.pending).toBe(false);
    damage.add(DAMAGE.tick);
    damage.add(DAMAGE.layout);
    damage.add(DAMAGE.cursor);
    expect(damage.consume()).toBe(DAMAGE.layout);
    expect(damage.consume()).toBe(DAMAGE.none);
  });
});

describe('draw list', () => {
  test('candles are at the positions of the scales, inside their pane', () => {
    const columns = madeColumns(500, 1);
    const { composer } = composed(columns);
    const { view } = composer;
    const main = view.panes[0]!;
    const drawn = picture(composer);
    expect(drawn.length).toBeGreaterThan(40);
    const last = columns.length - 1;
    const [x, , high, low, close] = drawn[drawn.length - 1]!;
    expect(x).toBe(view.time.xOf(last));
    expect(high).toBeCloseTo(main.scale.yOf(columns.high[last]!), -0.5);
    expect(close).toBeCloseTo(main.scale.yOf(columns.close[last]!), -0.5);
    expect(low).toBeGreaterThanOrEqual(high!);
    for (const each of drawn) {
      expect(each[2]).toBeGreaterThanOrEqual(main.scale.topPx);
      expect(each[3]).toBeLessThanOrEqual(main.bottomPx);
    }
  });

  test.each([1, 0.02])('prepended candles do not move the picture (zoom x%f)', (factor) => {
    const all = madeColumns(20_000, 2);
    const added = 1777;
    const tail = <K extends 'time' | 'open' | 'high' | 'low' | 'close' | 'volume'>(key: K): Float64Array =>
      all[key].slice(added);
    const columns = {
      length: all.length - added,
      time: tail('time'),
      open: tail('open'),
      high: tail('high'),
      low: tail('low'),
      close: tail('close'),
      volume: tail('volume'),
    };
    const { composer, draw } = composed(columns);
    const { time, data } = composer.view;
    time.zoomAt(factor, 978);
    time.panBy(500);
    draw(DAMAGE.scale);
    const before = picture(composer);
    const labels = texts(composer.list.labels);
    time.prepend(added, all.length);
    data.setColumns(all, 'prepend', 0, time);
    data.setIndicators(averages(all, [5, 10]));
    draw(DAMAGE.data);
    const after = picture(composer);
    expect(after.length).toBeGreaterThan(50);
    // The leftmost bucket may gain rows of the older candles.
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(texts(composer.list.labels)).toEqual(labels);
  });

  test('a pan inside the window uploads nothing, a pan beyond it refills', () => {
    const { composer, draw } = composed(madeColumns(5000, 3));
    const [candles] = composer.list.series;
    const { revision } = candles!.rows;
    composer.view.time.panBy(60);
    draw(DAMAGE.scroll);
    expect(candles!.rows.revision).toBe(revision);
    expect(candles!.rows.patchedFrom).toBe(Infinity);
    composer.view.time.panBy(20_000);
    draw(DAMAGE.scroll);
    expect(candles!.rows.revision).toBe(revision + 1);
  });

  test('a tick patches the last row; appended candles join it', () => {
    const columns = growingColumns(600, 4, Date.UTC(2024, 0, 1));
    for (let row = 0; row < 500; row += 1) pushCandle(columns);
    const { composer, draw } = composed(columns);
    const { time, data } = composer.view;
    const before = picture(composer);
    pushCandle(columns);
    time.grow(columns.length);
    data.setColumns(columns, 'tail', 499, time);
    draw(DAMAGE.tick);
    const [candles] = composer.list.series;
    expect(candles!.rows.patchedFrom).toBe(data.window.count - 2);
    const after = picture(composer);
    expect(after[after.length - 1]![0]).toBe(before[before.length - 1]![0]);
  });

  test('new values keep the series; another line rebuilds them', () => {
    const columns = madeColumns(500, 9);
    const { composer, draw } = composed(columns);
    const { data } = composer.view;
    const { rows } = data.lines[0]!;
    const drawn = composer.list.series.find((each) => each.rows === rows);
    expect(drawn?.kind).toBe('line');
    expect(data.setIndicators(averages(columns, [6, 12]))).toBe(false);
    draw(DAMAGE.data);
    expect(composer.list.series).toContain(drawn);
    const at = columns.length - 1 - data.window.first;
    expect(rows.data[at]! + rows.base).toBeCloseTo(data.indicators[0]!.lines[0]!.values[columns.length - 1]!, 1);
    expect(data.setIndicators(averages(columns, [6, 12, 24]))).toBe(true);
  });

  test('legend, last price and countdown show the newest values', () => {
    const columns = madeColumns(500, 5);
    const { composer } = composed(columns);
    const shownTexts = texts(composer.list.tags);
    const price = composer.view.prices.format(columns.close[499]!);
    expect(shownTexts).toContain(price);
    expect(shownTexts).toContain('04:12');
    expect(shownTexts.some((text) => /^MA5 [\d,]+\.\d\d$/.test(text))).toBe(true);
    expect(shownTexts.some((text) => /^VOL \d/.test(text))).toBe(true);
  });

  test('lines that do not fit continue in a second row of the legend, above the candle values', () => {
    const columns = madeColumns(500, 5);
    const { composer, draw } = composed(columns);
    composer.view.data.setIndicators(averages(columns, [5, 10, 30, 60]));
    composer.pointer = { xPx: composer.view.time.xOf(470), yPx: 600 };
    draw();
    const { tags } = composer.list;
    const place = (start: string): number => texts(tags).findIndex((text) => text.startsWith(start));
    const heights = ['MA5 ', 'MA60 ', 'O '].map((start) => tags.baseline[place(start)]!);
    expect(heights.map((height) => height - heights[0]!)).toEqual([0, 60, 120]);
    expect(tags.x[place('MA60 ')]).toBe(tags.x[place('MA5 ')]);
  });

  test('the crosshair shows the candle under the pointer, and its tags cover other labels', () => {
    const columns = madeColumns(500, 6);
    const { composer, draw } = composed(columns);
    const before = composer.list.labels.count;
    const x = composer.view.time.xOf(470);
    composer.pointer = { xPx: x, yPx: composer.list.labels.baseline[0]! - 10 };
    draw(DAMAGE.cursor);
    expect(composer.view.crosshair!.row).toBe(470);
    expect(texts(composer.list.tags)).toContain(`C ${composer.view.prices.format(columns.close[470]!)}`);
    expect(composer.list.labels.count).toBeLessThan(before);
  });

  test('the crosshair tag shows the time of its candle in the chosen zone and precision', () => {
    const columns = madeColumns(500, 6);
    const { composer, draw } = composed(columns);
    const { view } = composer;
    for (const row of [470, 471]) {
      for (const interval of ['1m', '1d', '1m'] as const) {
        for (const timeZone of ['UTC', 'Asia/Kolkata', 'UTC']) {
          composer.setMarket({ ...MARKET, interval });
          composer.setStyle({ ...DEFAULT_STYLE, timeZone });
          composer.pointer = { xPx: view.time.xOf(row - view.time.origin), yPx: 300 };
          draw(DAMAGE.full);
          const barMs = INTERVAL_MS[interval];
          const shownTexts = new Date(
            columns.time[row]! + candleZone(timeZone, barMs).offsetAt(columns.time[row]!),
          ).toISOString();
          const wanted = interval === '1d' ? shownTexts.slice(0, 10) : shownTexts.slice(5, 16).replace('T', ' ');
          expect(texts(composer.list.tags).at(-1), `row ${row} ${interval} ${timeZone}`).toBe(wanted);
        }
      }
    }
  });

  test('the legend shows the candle under a resting crosshair in every frame', () => {
    const columns = madeColumns(500, 6);
    const { composer, draw } = composed(columns);
    composer.pointer = { xPx: 300, yPx: 400 };
    for (let frame = 0; frame < 5; frame += 1) {
      composer.view.time.panBy(40);
      draw(DAMAGE.scroll);
      expect(texts(composer.list.tags)).toContain(
        `C ${composer.view.prices.format(columns.close[composer.view.crosshair!.row]!)}`,
      );
    }
  });

  test('the legend follows a moving crosshair and a tick at once', () => {
    const columns = madeColumns(500, 6);
    const { composer, draw } = composed(columns);
    const last = columns.length - 1;
    for (const row of [400, 450, last]) {
      composer.pointer = { xPx: composer.view.time.xOf(row), yPx: 400 };
      draw(DAMAGE.cursor);
      expect(texts(composer.list.tags)).toContain(`C ${composer.view.prices.format(columns.close[row]!)}`);
    }
    columns.close[last] = columns.high[last]! + 1;
    composer.view.data.setColumns(columns, 'tail', last, composer.view.time);
    draw(DAMAGE.scroll);
    expect(texts(composer.list.tags)).toContain(`C ${composer.view.prices.format(columns.close[last]!)}`);
  });

  test('a dashed line is one entry; one without length is none', () => {
    const rects = new RectList();
    rects.dashed(0, 5, 100, 2, 9, 0xff0000ff);
    rects.dashed(0, 5, 0, 2, 9, 0xff0000ff);
    expect([rects.count, ...rects.floats.slice(0, 5)]).toEqual([1, 0, 5, 100, 2, -9]);
  });

  test('stale data has no countdown and a grey tag', () => {
    const { composer, draw } = composed(madeColumns(500, 7));
    composer.view.stale = true;
    draw(DAMAGE.tick);
    expect(texts(composer.list.tags)).not.toContain('04:12');
    const { over } = composer.list;
    const colors = new Set(Array.from({ length: over.count }, (_, at) => over.colors[at * RectList.STRIDE + 5]));
    colors.delete(composer.view.palette.ground);
    expect([...colors]).toEqual([packColor(THEMES.dark.text3)]);
  });

  test('an empty chart draws its frame', () => {
    const { composer } = composed(growingColumns(10, 8, 0));
    expect(picture(composer)).toEqual([]);
    expect(composer.list.tags.count).toBe(0);
  });

  test('wick and body have equal parity, and neighbours keep a gap', () => {
    for (const ratio of [1, 1.5, 2, 3]) {
      for (let barPx = 1; barPx < 150; barPx += 0.37) {
        const { bodyPx, wickPx } = candleWidths(barPx, ratio);
        expect((bodyPx - wickPx) % 2).toBe(0);
        expect(bodyPx).toBeGreaterThanOrEqual(wickPx);
        if (barPx >= 3) expect(bodyPx).toBeLessThanOrEqual(barPx - 0.5);
      }
    }
  });

  test('lists grow without losing colours whose bits are NaN', () => {
    const rects = new RectList();
    for (let at = 0; at < 300; at += 1) rects.add(at, 1, 2, 3, 0xffffffff - at, 4);
    for (let at = 0; at < 300; at += 1)
      expect([rects.floats[at * 6], rects.colors[at * 6 + 5]]).toEqual([at, 0xffffffff - at]);
  });
});
