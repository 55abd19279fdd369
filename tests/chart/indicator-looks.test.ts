// The chart shows exactly the registered indicators, each line in a colour of its own, named in the legend.
import { expect, test } from 'vitest';
import { digitsOf } from '../../chart/indicators/indicator-values.ts';
import { chartIndicators, linesOf, MAIN_INDICATORS, SUB_INDICATORS } from '../../chart/indicators/indicator-looks.ts';
import { INDICATOR_PARAMS, type IndicatorName, isOfCandles } from '../../core/market-data/indicator-params.ts';
import { INDICATORS } from '../../workers/indicators/registry.ts';
import { makeChartFixture } from './chart-fixture.ts';

test('the chart has a style for each line of the 24 indicators of the registry', () => {
  const ofCandles = [...MAIN_INDICATORS, ...SUB_INDICATORS].filter((name) => isOfCandles(name));
  expect(ofCandles.sort()).toEqual([...INDICATORS.keys()].sort());
  for (const { name, defaults, lines } of INDICATORS.values()) {
    expect(linesOf(name, defaults), name).toEqual(lines(defaults).map(({ title, type }) => ({ title, type })));
  }
});

/** Values for each line of some indicators. */
const made = (...specs: Parameters<typeof chartIndicators>[0]) =>
  chartIndicators(
    specs,
    specs.flatMap(({ name, params }) => linesOf(name, params).map(() => new Float64Array(1))),
  )!;

test('no two lines of a pane share a colour, even of all indicators at once and without chosen colours', () => {
  const { palette } = makeChartFixture().composer.view;
  const specs = [...MAIN_INDICATORS, ...SUB_INDICATORS].map((name) => ({
    name,
    params: INDICATOR_PARAMS[name as IndicatorName].defaults,
  }));
  const all = made(...specs);
  for (const pane of ['main', ...SUB_INDICATORS]) {
    const here = all.filter((each) => (each.pane === 'main' ? 'main' : each.name) === pane);
    const lines = here.flatMap((each) => each.lines).filter(({ type }) => type !== 'bar');
    expect(new Set(lines.map(({ color }) => palette.named(color))).size, pane).toBe(lines.length);
  }
});

test('the legend names indicators with their parameters, and no title says it twice', () => {
  const titles = (name: string): [string | undefined, string[]] => {
    const [each] = made({ name, params: INDICATORS.get(name)!.defaults });
    return [each!.label, each!.lines.map(({ title }) => title)];
  };
  expect(titles('BOLL')).toEqual(['BOLL(20,2)', ['UP', 'MID', 'DN']]);
  expect(titles('MA')).toEqual(['', ['MA5', 'MA10', 'MA30', 'MA60']]);
  expect(titles('MACD')).toEqual(['MACD(12,26,9)', ['', 'DIF', 'DEA']]);
  expect(titles('RSI')).toEqual(['RSI(6,12,24)', ['', '', '']]);
  expect(titles('VOL')).toEqual(['VOL', ['', 'MA5', 'MA10', 'MA20']]);
  expect(titles('PVT')).toEqual(['PVT', ['']]);
});

test('sub panes have four decimals, differences of prices one more than the price where that is more', () => {
  for (const name of ['MACD', 'AO', 'DMA', 'MTM']) {
    expect(digitsOf(name, 'sub', 2), name).toBe(4);
    expect(digitsOf(name, 'sub', 6), name).toBe(7);
  }
  expect(digitsOf('BOLL', 'main', 2)).toBe('price');
  expect(digitsOf('OBV', 'sub', 2)).toBe('quantity');
  for (const name of ['RSI', 'KDJ', 'WR', 'CCI', 'DMI', 'OBI']) expect(digitsOf(name, 'sub', 2), name).toBe(4);
});
