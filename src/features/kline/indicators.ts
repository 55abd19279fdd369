// The indicators on offer: their parameters, and how their lines are drawn.
import type { ChartIndicator, ChartLine } from '../../../chart/chart.ts';
import type { IndicatorSpec } from '../../../contract/thread.ts';

interface Offer extends IndicatorSpec {
  pane: 'main' | 'sub';
  /** A bar of the raw value stands behind the lines. */
  bar: boolean;
}

/** Defaults of INDICATORS 1; every one has a line for each parameter, and VOL its bars behind them. */
const OFFERS: readonly Offer[] = [
  { name: 'MA', params: [5, 10, 30, 60], pane: 'main', bar: false },
  { name: 'VOL', params: [5, 10, 20], pane: 'sub', bar: true },
];

export const MAIN_INDICATORS: readonly string[] = OFFERS.filter(({ pane }) => pane === 'main').map(({ name }) => name);
export const SUB_INDICATORS: readonly string[] = OFFERS.filter(({ pane }) => pane === 'sub').map(({ name }) => name);

/** What the worker is asked for; names that are not on offer are left out. */
export function indicatorSpecs(names: readonly string[]): IndicatorSpec[] {
  return chosen(names).map(({ name, params }) => ({ name, params: [...params] }));
}

/** The worker's lines, in its order, as the chart draws them. Empty when there are not as many as the indicators have. */
export function chartIndicators(names: readonly string[], lines: readonly Float64Array[]): ChartIndicator[] {
  const offers = chosen(names);
  const wanted = offers.reduce((sum, offer) => sum + lineCount(offer), 0);
  if (wanted !== lines.length) return [];
  let next = 0;
  return offers.map((offer) => {
    const own = lines.slice(next, next + lineCount(offer));
    next += lineCount(offer);
    return { name: offer.name, pane: offer.pane, lines: own.map((values, i) => lineOf(offer, i, values)) };
  });
}

function chosen(names: readonly string[]): Offer[] {
  return OFFERS.filter(({ name }) => names.includes(name));
}

function lineCount(offer: Offer): number {
  return offer.params.length + (offer.bar ? 1 : 0);
}

function lineOf(offer: Offer, index: number, values: Float64Array): ChartLine {
  const param = offer.params[index];
  if (param === undefined) return { title: offer.name, type: 'bar', color: 'up', values };
  return { title: `MA${param}`, type: 'line', color: `line-${index + 1}`, values };
}
