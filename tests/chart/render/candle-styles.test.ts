// Styles of candles, axes and indicator bars as they land in the rows of the draw list, against plain twins.
import { describe, expect, test } from 'vitest';
import { type CandleColumns, type ChartIndicator, type ChartStyle, DEFAULT_STYLE } from '../../../chart/api.ts';
import { Composer } from '../../../chart/layers/composer.ts';
import { DAMAGE } from '../../../chart/scene/damage.ts';
import { NO_VALUE } from '../../../chart/render/draw-list.ts';
import { HeikinAshi } from '../../../chart/scene/columns/heikin-ashi.ts';
import { growingColumns, madeColumns, MARKET, pushCandle, THEMES } from '../../support/data/chart-data.ts';
import { seeded } from '../../support/data/seeded-random.ts';

interface Candle {
  open: number;
  high: number;
  low: number;
  close: number;
}

/** Naive twin of Heikin-Ashi by its definition. */
function naiveHeikin(columns: CandleColumns): Candle[] {
  const made: Candle[] = [];
  for (let row = 0; row < columns.length; row += 1) {
    const [o, h, l, c] = [columns.open[row]!, columns.high[row]!, columns.low[row]!, columns.close[row]!];
    const before = made[row - 1];
    const close = (o + h + l + c) / 4;
    const open = before ? (before.open + before.close) / 2 : (o + c) / 2;
    made.push({ open, close, high: Math.max(h, open, close), low: Math.min(l, open, close) });
  }
  return made;
}

function composed(
  columns: CandleColumns,
  style: Partial<ChartStyle>,
  indicators: ChartIndicator[] = [],
): { composer: Composer; draw: (level?: number) => void } {
  const composer = new Composer(
    MARKET,
    THEMES.dark,
    { ...DEFAULT_STYLE, ...style },
    () => 18,
    () => undefined,
  );
  composer.resize(1170, 1260, 3);
  const { view } = composer;
  view.time.ratio = 3;
  view.time.reset(columns.length);
  view.data.setColumns(columns, 'reset', 0, view.time);
  view.data.setIndicators(indicators);
  composer.makePanes();
  const draw = (level: number = DAMAGE.full): void =>
    composer.compose(level as 7, columns.time[columns.length - 1]! + 1000);
  draw();
  return { composer, draw };
}

const scaled = (columns: CandleColumns, by: (price: number) => number): CandleColumns => {
  for (const key of ['open', 'high', 'low', 'close'] as const) columns[key] = columns[key].map(by);
  return columns;
};

describe('Heikin-Ashi', () => {
  test('ticks, appended candles and older pages equal a plain recompute', () => {
    const seed = 51;
    const random = seeded(seed);
    const columns = growingColumns(4000, 51, 0);
    const heikin = new HeikinAshi();
    for (let round = 0; round < 2500; round += 1) {
      const from = Math.max(0, columns.length - 1);
      if (round % 3 === 0 || columns.length === 0) pushCandle(columns);
      const last = columns.length - 1;
      columns.close[last] = columns.close[last]! + (random() - 0.5) * 50;
      columns.high[last] = Math.max(columns.high[last]!, columns.close[last]!);
      columns.low[last] = Math.min(columns.low[last]!, columns.close[last]!);
      heikin.update(columns, from);
    }
    naiveHeikin(columns).forEach((each, row) => {
      expect(
        [heikin.open[row], heikin.high[row], heikin.low[row], heikin.close[row]],
        `seed ${seed} row ${row}`,
      ).toEqual([each.open, each.high, each.low, each.close]);
    });
  });

  test.each([1, 0.01])(
    'the window contains them at every zoom, while the last price is the real one (zoom x%f)',
    (factor) => {
      const columns = madeColumns(20_000, 52);
      const { composer, draw } = composed(columns, { candles: 'heikin-ashi' });
      const { view, list } = composer;
      view.time.zoomAt(factor, 900);
      draw(DAMAGE.scale);
      const last = columns.length - 1;
      columns.close[last] = columns.high[last]!;
      view.data.setColumns(columns, 'tail', last, view.time);
      draw(DAMAGE.tick);
      const twin = naiveHeikin(columns);
      const { window, candles } = view.data;
      for (let at = 0; at < window.count; at += 1) {
        const rows = twin.slice(
          Math.max(0, (window.first + at) * 2 ** window.level),
          (window.first + at + 1) * 2 ** window.level,
        );
        const expected = [
          rows[0]!.open,
          Math.max(...rows.map((each) => each.high)),
          Math.min(...rows.map((each) => each.low)),
          rows[rows.length - 1]!.close,
        ];
        expect([...candles.data.subarray(at * 4, at * 4 + 4)]).toEqual(
          expected.map((value) => Math.fround(value - candles.base)),
        );
      }
      expect(list.tags.texts.slice(0, list.tags.count)).toContain(view.prices.format(columns.close[last]));
    },
  );
});

describe('styles', () => {
  test('each style draws its kind of series', () => {
    const columns = madeColumns(500, 53);
    const kinds = (candles: ChartStyle['candles']): string[] =>
      composed(columns, { candles }).composer.list.series.map((each) => each.kind);
    expect(kinds('solid')).toEqual(['candles']);
    expect(kinds('heikin-ashi')).toEqual(['candles']);
    expect(kinds('hollow')).toEqual(['hollow']);
    expect(kinds('ohlc')).toEqual(['ohlc']);
    expect(kinds('line')).toEqual(['line']);
    expect(kinds('area')).toEqual(['area', 'line']);
  });

  test.each([1, 0.01])('a line of closes contains them, and their extremes when zoomed out (zoom x%f)', (factor) => {
    const columns = madeColumns(20_000, 54);
    const { composer, draw } = composed(columns, { candles: 'area' });
    const { view } = composer;
    view.time.zoomAt(factor, 900);
    draw(DAMAGE.scale);
    const {
      window,
      closes: { rows },
    } = view.data;
    const size = 2 ** window.level;
    for (let at = 0; at < window.count; at += 1) {
      const part = columns.close.slice(Math.max(0, (window.first + at) * size), (window.first + at + 1) * size);
      const expected = size === 1 ? [part[0]!] : [Math.min(...part), Math.max(...part)];
      expect([...rows.data.subarray(at * expected.length, (at + 1) * expected.length)]).toEqual(
        expected.map((value) => Math.fround(value - rows.base)),
      );
    }
  });

  test('changing the style refills the window once', () => {
    const { composer, draw } = composed(madeColumns(500, 55), {});
    const { revision } = composer.view.data.candles;
    composer.setStyle({ ...DEFAULT_STYLE, candles: 'heikin-ashi' });
    draw(DAMAGE.layout);
    draw(DAMAGE.tick);
    expect(composer.view.data.candles.revision).toBe(revision + 1);
  });
});

describe('axes', () => {
  test('log rows agree with the scale to a tenth of a pixel', () => {
    const columns = scaled(madeColumns(3000, 56), (price) => Math.exp((price - 65_000) / 400));
    const { composer, draw } = composed(columns, { axis: 'log' });
    const { view, list } = composer;
    view.time.zoomAt(0.4, 900);
    draw(DAMAGE.scale);
    const { scale } = view.panes[0]!;
    expect(scale.log).toBe(true);
    const { up, rows, from, to } = list.series[0]!;
    for (let at = from; at < to; at += 1) {
      const row = view.data.window.first + at;
      for (const [part, column] of [columns.open, columns.high, columns.low, columns.close].entries()) {
        expect(Math.abs(up.baseY - rows.data[at * 4 + part]! * up.pxPerValue - scale.yOf(column[row]!))).toBeLessThan(
          0.1,
        );
      }
    }
  });

  test('a price of zero makes the log scale linear until it is gone', () => {
    const columns = madeColumns(500, 57);
    const last = columns.length - 1;
    const low = columns.low[last]!;
    columns.low[last] = 0;
    const { composer, draw } = composed(columns, { axis: 'log' });
    const { view } = composer;
    expect(view.panes[0]!.scale.log).toBe(false);
    columns.low[last] = low;
    view.data.setColumns(columns, 'tail', last, view.time);
    draw(DAMAGE.tick);
    expect(view.panes[0]!.scale.log).toBe(true);
  });

  test('a line at or below zero leaves a gap on a log axis and does not pull the range', () => {
    const columns = madeColumns(500, 58);
    const values = columns.close.map((close, row) => (row % 7 === 0 ? -close : close));
    const { composer } = composed(columns, { axis: 'log' }, [
      { name: 'MA', pane: 'main', lines: [{ title: 'MA', type: 'line', color: 'line-1', values }] },
    ]);
    const { view, list } = composer;
    const { rows } = list.series[1]!;
    for (let at = 0; at < view.data.window.count; at += 1) {
      expect(rows.data[at]! >= NO_VALUE / 2).toBe((view.data.window.first + at) % 7 === 0);
    }
    expect(view.panes[0]!.scale.valueAt(view.panes[0]!.scale.bottomPx)).toBeGreaterThan(10_000);
  });

  test('percent labels compare with the first visible candle', () => {
    const columns = madeColumns(500, 59);
    const { composer } = composed(columns, { axis: 'percent' });
    const { view, list } = composer;
    const texts = list.labels.texts.slice(0, list.labels.count);
    expect(texts.filter((text) => /^[+-]?\d+\.\d\d%$/.test(text)).length).toBeGreaterThan(3);
    const change = (columns.close[499]! / columns.close[view.time.firstRow]! - 1) * 100;
    expect(list.tags.texts.slice(0, list.tags.count)).toContain(`${change >= 0.005 ? '+' : ''}${change.toFixed(2)}%`);
  });

  test('an inverted axis has the highest price at the bottom', () => {
    const { composer } = composed(madeColumns(500, 60), { inverted: true });
    const { up, rows, from } = composer.list.series[0]!;
    const y = (part: number): number => up.baseY - rows.data[from * 4 + part]! * up.pxPerValue;
    expect(y(1)).toBeGreaterThan(y(2));
    const { scale } = composer.view.panes[0]!;
    expect(scale.yOf(scale.valueAt(300))).toBeCloseTo(300, 6);
  });

  test('without auto-scale pans and ticks keep the range, other data resets it', () => {
    const columns = madeColumns(2000, 61);
    const { composer, draw } = composed(columns, {});
    const { view } = composer;
    const { scale } = view.panes[0]!;
    composer.setStyle({ ...DEFAULT_STYLE, autoScale: false });
    scale.stretch(0.5, 400);
    scale.shift(40);
    const range = [scale.low, scale.high];
    view.time.panBy(3000);
    draw(DAMAGE.scroll);
    expect([scale.low, scale.high]).toEqual(range);
    const other = scaled(madeColumns(500, 62), (price) => price / 1000);
    view.time.reset(other.length);
    view.data.setColumns(other, 'reset', 0, view.time);
    draw(DAMAGE.data);
    expect(scale.high).toBeLessThan(100);
  });
});

describe('bars and dots', () => {
  const looks = (name: string, values: number[]): number[] => {
    const columns = madeColumns(300, 63);
    const column = new Float64Array(300).map((_, row) => values[row % values.length]!);
    const { composer } = composed(columns, {}, [
      { name, pane: 'sub', lines: [{ title: name, type: 'bar', color: 'up', values: column }] },
    ]);
    const { data } = composer.view;
    const start = -data.window.first % values.length;
    const { rows } = composer.list.series[1]!;
    return [...Array(values.length).keys()].map((at) => rows.data[(at + values.length + start) * 2 + 1]!);
  };

  test('MACD by sign and pale on the way to zero, AO by change, VOL by its candles', () => {
    expect(looks('MACD', [3, 5, -1, -4, -2, 2])).toEqual([1, 1, -1, -1, -2, 1]);
    expect(looks('AO', [3, 5, -1, -4, -2, 2])).toEqual([1, 1, -1, -1, 1, 1]);
    expect(new Set(looks('VOL', [1, 2, 3, 4, 5, 6, 7, 8]))).toEqual(new Set([1, -1]));
  });

  test('SAR dots have the colour of their candle', () => {
    const columns = madeColumns(300, 64);
    const values = columns.close.map((_, row) => (row % 2 === 0 ? columns.low[row]! - 5 : columns.high[row]! + 5));
    const { composer } = composed(columns, {}, [
      { name: 'SAR', pane: 'main', lines: [{ title: 'SAR', type: 'circle', color: 'line-1', values }] },
    ]);
    const { rows, kind } = composer.list.series[1]!;
    expect(kind).toBe('dots');
    const { first } = composer.view.data.window;
    for (let at = 0; at < 50; at += 1) expect(rows.data[at * 2 + 1]).toBe((first + at) % 2 === 0 ? 1 : -1);
  });
});

describe('marks', () => {
  const labels = (composer: Composer): string[] => composer.list.labels.texts.slice(0, composer.list.labels.count);

  test.each([1, 0.02])('the highest and lowest visible prices are labelled (zoom x%f)', (factor) => {
    const columns = madeColumns(20_000, 65);
    const { composer, draw } = composed(columns, {});
    const { view } = composer;
    view.time.zoomAt(factor, 900);
    view.time.panBy(700);
    draw(DAMAGE.scale);
    const inSight = [...columns.high.keys()].filter(
      (row) => view.time.logicalAt(0) <= row && row <= view.time.logicalAt(view.plotRightPx),
    );
    const high = Math.max(...inSight.map((row) => columns.high[row]!));
    const low = Math.min(...inSight.map((row) => columns.low[row]!));
    expect(labels(composer)).toContain(view.prices.format(high));
    expect(labels(composer)).toContain(view.prices.format(low));
  });

  test('missing candles are marked by a seam, complete data is not', () => {
    const columns = madeColumns(500, 66);
    const whole = composed(columns, {}).composer.list.under.count;
    for (let row = 480; row < 500; row += 1) columns.time[row] = columns.time[row]! + 4 * 900_000;
    const { list } = composed(columns, {}).composer;
    expect(list.under.count).toBeGreaterThan(whole + 20);
  });

  test.each([THEMES.dark, THEMES.light])('words say where bars begin with the recording, beside the bars', (theme) => {
    // 360 CSS px wide: the longest text of the nine languages.
    const beginText = 'Début de l’enregistrement';
    for (const [rows, move] of [
      [20, 'panBy'],
      [2000, 'panBy'],
      [2000, 'toOldest'],
    ] as const) {
      const columns = { ...madeColumns(rows, 66), seams: [] as number[] };
      const { composer, draw } = composed(columns, {});
      composer.setTheme(theme);
      composer.resize(1080, 1260, 3);
      composer.setMarket({ ...MARKET, interval: 'volume-10', beginText });
      draw();
      const { list, view } = composer;
      const all = (): string[] => [...labels(composer), ...composer.list.tags.texts.slice(0, composer.list.tags.count)];
      expect(all()).not.toContain(beginText);
      columns.seams.push(columns.time[0]!);
      view.data.setColumns(columns, 'reset', 0, view.time);
      view.time[move](1e9);
      if (move === 'toOldest') view.time.panBy(30);
      draw();
      const seam = view.time.xOf(-0.5 - view.time.origin);
      const isBeside = seam >= view.measure.width(beginText) + 2 * 6 * 3;
      expect(isBeside).toBe(rows === 20);
      const texts = list.tags;
      const at = texts.texts.indexOf(beginText);
      expect(all().filter((text) => text === beginText)).toHaveLength(1);
      expect(at).toBeGreaterThanOrEqual(0);
      const right = texts.x[at]! + view.measure.width(beginText);
      if (isBeside) expect(right).toBeLessThanOrEqual(seam);
      expect(texts.x[at]).toBeGreaterThanOrEqual(0);
      const grounds = Array.from({ length: list.over.count }, (_, n) => list.over.colors[n * 6 + 5]);
      expect(grounds).toContain(view.palette.ground);
      expect(right).toBeLessThanOrEqual(view.plotRightPx);
      expect(texts.colors[at]).toBe(view.palette.text2);
      // Above the legend of the heat map, below that of the indicators, and on no other text.
      expect(texts.baseline[at]).toBeLessThan(view.panes[0]!.bottomPx - 44 * 3);
      expect(texts.baseline[at]! - view.fontPx).toBeGreaterThan(view.legend.bottomPx);
      for (const other of [list.labels, list.tags, list.underTexts])
        for (let n = 0; n < other.count; n++) {
          if (other.texts[n] === beginText) continue;
          const isApart =
            Math.abs(other.baseline[n]! - texts.baseline[at]!) > view.fontPx ||
            other.x[n]! > right ||
            other.x[n]! + view.measure.width(other.texts[n]!) < texts.x[at]!;
          expect(isApart, other.texts[n]).toBe(true);
        }
    }
  });

  test('a seam of closed hours has no foot', () => {
    const columns = madeColumns(500, 66);
    const before = columns.time[479]!;
    for (let row = 480; row < 500; row += 1) columns.time[row] = columns.time[row]! + 4 * 900_000;
    const { composer, draw } = composed(columns, {});
    const lost = composer.list.under.count;
    /** Minute of the week, from Sunday 00:00. */
    const minute = (atMs: number): number => (((atMs / 60_000 - 3 * 1440) % 10_080) + 10_080) % 10_080;
    const [closes, opens] = [minute(before + 900_000), minute(columns.time[480]!)];
    composer.setMarket({
      ...MARKET,
      session: {
        tz: 'UTC',
        open: [
          [0, closes],
          [opens, 10_080],
        ],
      },
    });
    draw();
    expect(composer.list.under.count).toBe(lost - 2);
  });
});
