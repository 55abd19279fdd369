// The indicators that have an explanation: those of trades and of the book.
import { type IndicatorName, ORDER_FLOW } from '../../../../core/market-data/indicator-params.ts';

const EXPLAINED = [...ORDER_FLOW, 'HEAT', 'OBI'] as const satisfies readonly IndicatorName[];

export type ExplainedIndicator = (typeof EXPLAINED)[number];

export function isExplained(name: IndicatorName): name is ExplainedIndicator {
  return EXPLAINED.some((each) => each === name);
}
