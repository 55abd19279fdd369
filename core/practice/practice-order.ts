// Orders of a practice: the checks before one is placed, and the fees of its fills.
import type { Reject } from '../errors/errors.ts';
import type { CoinInfo, Instrument } from '../instruments/instrument.ts';
import { type Side, amountLots, checkNotional, limitPrice, outsideBand, rateE8 } from '../orders/spot-order.ts';
import type { Lots, PriceTicks } from '../units/units.ts';

/** An order on the grids of its market; `priceTicks` 0 is a market order. */
export interface PracticeIntent {
  side: Side;
  priceTicks: PriceTicks;
  lots: Lots;
}

/**
 * Checks an order as typed by the rules of its market: grids, least and most amount, price band, least value.
 * `price` null is a market order; `lastTicks` 0: there is no last price, and no band.
 */
export function practiceIntent(
  instrument: Instrument,
  draft: { side: Side; price: string | null; amount: string },
  lastTicks: PriceTicks,
): PracticeIntent | Reject {
  const priceTicks = draft.price === null ? 0 : limitPrice(instrument, draft.price);
  if (typeof priceTicks !== 'number') return priceTicks;
  const outside = priceTicks > 0 ? outsideBand(instrument, priceTicks, lastTicks) : null;
  if (outside) return outside;
  const lots = amountLots(instrument, draft.amount);
  if (typeof lots !== 'number') return lots;
  return checkNotional(instrument, priceTicks || lastTicks, lots) ?? { side: draft.side, priceTicks, lots };
}

/** Fees of the market as rates in 1e-8; of contracts where it has no spot trading. */
export function practiceRates(info: CoinInfo): { makerE8: bigint; takerE8: bigint } {
  return info.spotEnable === 1
    ? { makerE8: rateE8(info.spotMakerFee), takerE8: rateE8(info.spotTakerFee) }
    : { makerE8: rateE8(info.contractMakerFee), takerE8: rateE8(info.contractTakerFee) };
}
