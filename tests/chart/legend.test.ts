// The legend: where it names indicators, what it reserves, and which values it shows.
import { describe, expect, test } from 'vitest';
import { chartIndicators, linesOf } from '../../chart/indicators/indicator-looks.ts';
import { numberStyleOf } from '../../core/units/number-style.ts';
import { THEMES } from '../support/data/chart-data.ts';
import { DAMAGE } from '../../chart/scene/damage.ts';
import { type ChartFixture, makeChartFixture } from './chart-fixture.ts';

const VALUES = new Float64Array(500).fill(65_000.25);

function shown(specs: Parameters<typeof chartIndicators>[0]): ChartFixture {
  const chart = makeChartFixture();
  const values = specs.flatMap(({ name, params }) => linesOf(name, params).map(() => VALUES));
  chart.composer.view.data.setIndicators(chartIndicators(specs, values)!);
  chart.composer.makePanes();
  chart.frame(DAMAGE.layout);
  return chart;
}
const texts = ({ composer: { list } }: ChartFixture): string[] => list.tags.texts.slice(0, list.tags.count);
const BOLL = { name: 'BOLL', params: [20, 2] };
const MA = { name: 'MA', params: [5, 10, 30, 60] };

describe('the legend', () => {
  test('names each indicator once, where its text is, and the same frame again names nothing new', () => {
    const chart = shown([MA, BOLL, { name: 'RSI', params: [6, 12, 24] }]);
    const { legend, panes } = chart.composer.view;
    expect(legend.items.map(({ name }) => name)).toEqual(['MA', 'BOLL', 'RSI']);
    expect(texts(chart)).toEqual(expect.arrayContaining(['BOLL(20,2)', 'UP 65,000.25', 'RSI(6,12,24)']));
    expect(legend.items[0]).toMatchObject({ leftPx: 8, topPx: 0, heightPx: 20 });
    expect(legend.items[2]!.topPx).toBe(Math.round(panes[1]!.topPx / 3));
    const { revision } = legend;
    chart.frame(DAMAGE.full);
    expect(legend.revision).toBe(revision);
  });

  test('its values and the axis are written in the style of the language, and again in another', () => {
    const chart = shown([MA, BOLL]);
    const inTheme = (language: string): string[] => {
      chart.composer.setTheme({ ...THEMES.dark, numbers: numberStyleOf(language) });
      chart.frame(DAMAGE.full);
      return texts(chart);
    };
    const german = inTheme('de-DE');
    expect(german).toContain('UP 65.000,25');
    // A price of the axis, the legend or a tag that is written as English does.
    expect(german.filter((text) => /\d,\d{3}(\D|$)|\d\.\d{1,2}(\D|$)/.test(text))).toEqual([]);
    expect(inTheme('en-US')).toContain('UP 65,000.25');
  });

  test('a hidden indicator is named without values, draws nothing and keeps its pane', () => {
    const chart = shown([MA, { ...BOLL, hidden: true }, { name: 'RSI', params: [6, 12, 24], hidden: true }]);
    expect(chart.composer.view.legend.items.map(({ hidden }) => hidden)).toEqual([false, true, true]);
    expect(texts(chart)).not.toContain('UP 65,000.25');
    expect(chart.composer.view.panes).toHaveLength(2);
    expect(chart.composer.view.data.lines).toHaveLength(4);
  });

  test('candles keep below as many rows as it has', () => {
    const one = shown([MA]).composer.view.panes[0]!.scale.topPx;
    const three = shown([MA, BOLL]).composer.view;
    expect(three.legend.bottomPx).toBe(180);
    expect(three.panes[0]!.scale.topPx).toBeGreaterThan(three.legend.bottomPx);
    expect(three.panes[0]!.scale.topPx).toBe(one + 60);
  });

  test('it stands on a ground of its own, below labels of lines', () => {
    const { list, view } = shown([MA]).composer;
    expect(list.over.colors[5]).toBe(view.palette.ground);
  });
});
