// Derives an instrument's risk terms from its fees and the default tiers.
import { type Instrument, quotePerUsdt } from '../instruments/instrument.ts';
import { DEFAULT_TIERS, type RiskTerms, tiersOf } from '../risk/margin-tiers.ts';
import { rateE8 } from './spot-order.ts';

export function riskTermsOf({ info, price, amount }: Instrument): RiskTerms {
  return {
    price,
    amount,
    tiers: tiersOf(DEFAULT_TIERS),
    makerE8: rateE8(info.contractMakerFee),
    takerE8: rateE8(info.contractTakerFee),
    quotePerUsdt: quotePerUsdt(info),
  };
}
