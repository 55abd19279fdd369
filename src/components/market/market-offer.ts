// What a market offers.
import type { Instrument } from '../../../core/instruments/instrument.ts';

export type Offered = 'spot' | 'contract' | 'seconds';

/** What the buttons of a chart lead to: contracts where there is no spot trading. */
export function offerOf({ info }: Instrument): 'spot' | 'contract' {
  return info.contractEnable === 1 && info.spotEnable === 0 ? 'contract' : 'spot';
}
