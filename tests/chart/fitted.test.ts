// Where the list says that no series leaves its pane, none does: backends draw them without a clip then.
import { describe, expect, test } from 'vitest';
import { type ChartIndicator, type ChartStyle, DEFAULT_STYLE } from '../../chart/chart.ts';
import { Composer } from '../../chart/composer.ts';
import { type DrawList, NO_VALUE, type SeriesDraw } from '../../chart/draw-list.ts';
import { DAMAGE } from '../../chart/scene/damage.ts';
import { madeColumns, MARKET, seeded, THEMES } from './made-data.ts';

const SEED = 4711;
const columns = madeColumns(3000, SEED);

function indicators(): ChartIndicator[] {
  const made = (by: (row: number) => number): Float64Array => new Float64Array(columns.close.length).map((_, row) => by(row));
  const line = (title: string, values: Float64Array, type: 'line' | 'bar' | 'circle' = 'line') => ({ title, type, color: 'line-1', values });
  return [
    { name: 'MA', pane: 'main', lines: [line('MA', made((row) => (row < 40 || row % 97 < 3 ? NaN : columns.close[row]! * (1 + 0.02 * Math.sin(row / 3)))))] },
    { name: 'SAR', pane: 'main', lines: [line('SAR', made((row) => columns.low[row]! * 0.995), 'circle')] },
    { name: 'MACD', pane: 'sub', lines: [line('DIF', made((row) => 40 * Math.sin(row * row))), line('MACD', made((row) => 60 * Math.sin(row * 1.7)), 'bar')] },
    { name: 'RSI', pane: 'sub', lines: [line('RSI', made((row) => (row % 50 === 0 ? NaN : 50 + 45 * Math.sin(row * 2.3))))] },
  ];
}

function composed(style: Partial<ChartStyle>): { composer: Composer; draw: () => void } {
  const composer = new Composer(MARKET, THEMES.dark, { ...DEFAULT_STYLE, ...style }, () => 18, () => undefined);
  composer.resize(1170, 2000, 3);
  const { view } = composer;
  view.time.ratio = 3;
  view.time.reset(columns.length);
  view.data.setColumns(columns, 'reset', 0, view.time);
  view.data.setIndicators(indicators());
  composer.makePanes();
  const draw = (): void => composer.compose(DAMAGE.full, columns.time[columns.length - 1]! + 1000);
  draw();
  return { composer, draw };
}

/** Heights that a series reaches within the plot, by plain interpolation at its edges. */
function reached(series: SeriesDraw, { across, plotRightPx }: DrawList): number[] {
  const { rows: { data }, up } = series;
  const xOf = (row: number): number => across.originPx + Math.floor(across.fractionPx + row * across.stepPx + 0.5);
  const yOf = (value: number): number => up.baseY - value * up.pxPerValue;
  const values = series.kind === 'candles' ? [4, 1, 2] : series.kind === 'line' ? [1, 0] : [2, 0];
  const [stride, ...parts] = values as [number, ...number[]];
  const out: number[] = [];
  for (let row = series.from; row < series.to; row += 1) {
    for (const part of parts) {
      const value = data[row * stride + part]!;
      if (value >= NO_VALUE / 2) continue;
      const x = xOf(row);
      if (x >= 0 && x < plotRightPx) out.push(yOf(value));
      const next = data[(row + 1) * stride + part]!;
      if (series.kind !== 'line' || row + 1 >= series.to || next >= NO_VALUE / 2) continue;
      for (const edge of [0, plotRightPx]) {
        const share = (edge - x) / (xOf(row + 1) - x);
        if (share >= 0 && share <= 1) out.push(yOf(value) + share * (yOf(next) - yOf(value)));
      }
    }
  }
  return out;
}

describe('a fitted list', () => {
  test.each([false, true])('no height within the plot lies outside its pane, wherever the hand goes (inverted: %s)', (inverted) => {
    console.log(`fitted seed ${SEED}`);
    const random = seeded(SEED);
    const { composer, draw } = composed({ inverted });
    const { view, list } = composer;
    let checked = 0;
    for (let step = 0; step < 400; step += 1) {
      if (random() < 0.3) view.time.zoomAt(Math.exp((random() - 0.5) * 2), random() * 1000);
      else view.time.panBy((random() - 0.4) * 900);
      draw();
      if (!list.fitted) continue;
      for (const series of list.series) {
        const heights = reached(series, list);
        checked += heights.length;
        expect(Math.min(...heights), `step ${step} ${series.kind}`).toBeGreaterThanOrEqual(series.up.clipTop);
        expect(Math.max(...heights), `step ${step} ${series.kind}`).toBeLessThanOrEqual(series.up.clipBottom);
      }
    }
    expect(checked).toBeGreaterThan(50_000);
  });

  test('held prices, logarithms and buckets of candles may leave theirs', () => {
    expect(composed({}).composer.list.fitted).toBe(true);
    expect(composed({ autoScale: false }).composer.list.fitted).toBe(false);
    expect(composed({ axis: 'log' }).composer.list.fitted).toBe(false);
    const { composer, draw } = composed({});
    composer.view.time.zoomAt(0.001, 500);
    draw();
    expect(composer.list.series[0]!.pointsPerRow + composer.view.data.window.level).toBeGreaterThan(1);
    expect(composer.list.fitted).toBe(false);
  });
});
