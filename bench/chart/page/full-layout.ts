// Indicators of the full layout, from our registry, and how they are drawn.
import type { ChartIndicator } from '../../../chart/api.ts';
import type { Layout } from './adapter.ts';
import type { CandleSeries } from '../../../workers/candles/candle-series.ts';
import { type Indicator, IndicatorLines } from '../../../workers/indicators/kit/indicator.ts';
import { INDICATORS } from '../../../workers/indicators/registry.ts';

export interface Shown {
  name: string;
  params: number[];
  pane: 'main' | 'sub';
}

export const FULL: readonly Shown[] = [
  { name: 'MA', params: [5, 10, 30, 60], pane: 'main' },
  { name: 'BOLL', params: [20, 2], pane: 'main' },
  { name: 'VOL', params: [5, 10, 20], pane: 'sub' },
  { name: 'MACD', params: [12, 26, 9], pane: 'sub' },
  { name: 'RSI', params: [6, 12, 24], pane: 'sub' },
  { name: 'KDJ', params: [9, 3, 3], pane: 'sub' },
];

/** Whether a layout has the indicators. */
export const hasLines = (layout: Layout): boolean => layout === 'full' || layout === 'lines';

function indicatorOf(name: string): Indicator {
  const indicator = INDICATORS.get(name);
  if (!indicator) throw new Error(`there is no indicator ${name}`);
  return indicator;
}

/** Every line of the full layout: its kind, and the indicator it belongs to. */
export function lineKinds(): { shown: Shown; type: 'line' | 'bar' | 'circle' }[] {
  return FULL.flatMap((shown) =>
    indicatorOf(shown.name)
      .lines(shown.params)
      .map(({ type }) => ({ shown, type })),
  );
}

export function computeLines(series: CandleSeries): IndicatorLines[] {
  return FULL.map(({ name, params }) => {
    const lines = new IndicatorLines(indicatorOf(name), { name, params });
    lines.recompute(series);
    return lines;
  });
}

/** The lines as the chart takes them. */
export function chartIndicators(computed: readonly IndicatorLines[]): ChartIndicator[] {
  return FULL.map(({ name, params, pane }, at) => ({
    name,
    pane,
    lines: indicatorOf(name)
      .lines(params)
      .map(({ title, type }, line) => ({
        title,
        type,
        color: type === 'bar' ? 'up' : `line-${line + 1}`,
        values: computed[at]!.columns[line]!,
      })),
  }));
}
