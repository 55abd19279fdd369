// Kinds of trading that a market offers.
import type { Instrument } from '../../../core/instruments/instrument.ts';

export type TradeKind = 'spot' | 'contract' | 'seconds';

/** Kind traded from the chart's buttons: contracts where there is no spot trading. */
export function tradeKindOf({ info }: Instrument): 'spot' | 'contract' {
  return info.contractEnable === 1 && info.spotEnable === 0 ? 'contract' : 'spot';
}
