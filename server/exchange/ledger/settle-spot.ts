// Ledger entries of spot trading: fills, freezing for a resting order, and its release.
import { spotFee } from '../../../core/orders/spot-order.ts';
import { payTicks } from '../../../core/orders/stop-order.ts';
import type { Units } from '../../../core/units/units.ts';
import { CLEARING_UID } from '../command.ts';
import { type Market, baseUnits, quoteUnits } from '../matching/spot-market.ts';
import { type LiveOrder, openLots } from '../matching/live-order.ts';
import type { CommandContext } from '../command-context.ts';
import type { TradeEvent } from '../market-event.ts';
import type { Account } from './ledger.ts';

/** Value of a fill, and the fee of each side in the coin that it received. */
export interface FillSettlement {
  units: Units;
  makerFeeUnits: Units;
  takerFeeUnits: Units;
}

/** Swaps the two coins between maker and taker, and credits the fees to the exchange account (L4, L5). */
export function settleFill(
  context: CommandContext,
  market: Market,
  maker: LiveOrder,
  taker: LiveOrder,
  { priceTicks, lots }: TradeEvent,
): FillSettlement {
  const { ledger } = context.exchange;
  const base = baseUnits(market, lots);
  const quote = quoteUnits(market, priceTicks, lots);
  const makerBuys = maker.side === 'buy';
  const buyer = makerBuys ? maker : taker;
  const seller = makerBuys ? taker : maker;
  const baseFee = spotFee(base, rateOf(market, buyer, makerBuys));
  const quoteFee = spotFee(quote, rateOf(market, seller, !makerBuys));
  // An order with a stop beside its limit froze more than it pays at its limit.
  const held = makerBuys && maker.lossTicks > 0 ? quoteUnits(market, payTicks(maker), lots) : quote;
  ledger.post(context, buyer.quote, 'spot_buy', -quote, makerBuys ? -held : 0n, buyer.refNo);
  ledger.post(context, buyer.base, 'spot_buy', base - baseFee, 0n, buyer.refNo);
  ledger.post(context, seller.base, 'spot_sell', -base, makerBuys ? 0n : -base, seller.refNo);
  ledger.post(context, seller.quote, 'spot_sell', quote - quoteFee, 0n, seller.refNo);
  if (baseFee > 0n) ledger.post(context, market.exchangeBase, 'spot_fee', baseFee, 0n, buyer.refNo);
  if (quoteFee > 0n) ledger.post(context, market.exchangeQuote, 'spot_fee', quoteFee, 0n, seller.refNo);
  return { units: quote, makerFeeUnits: makerBuys ? baseFee : quoteFee, takerFeeUnits: makerBuys ? quoteFee : baseFee };
}

/** The clearing account pays no fee: users pay theirs on the contract (R4). */
function rateOf(market: Market, { uid }: LiveOrder, maker: boolean): bigint {
  if (uid === CLEARING_UID) return 0n;
  return maker ? market.makerRateE8 : market.takerRateE8;
}

/** Frozen for the open part of an order, in the coin it pays with. By total are only those that wait (M17, M18). */
export function heldUnits(market: Market, order: LiveOrder): Units {
  if (order.side === 'sell') return baseUnits(market, openLots(order));
  return order.totalUnits > 0n ? order.totalUnits : quoteUnits(market, payTicks(order), openLots(order));
}

/** Account that an order pays from. */
export function payingAccount(order: LiveOrder): Account {
  return order.side === 'sell' ? order.base : order.quote;
}

export function freezeForOrder(context: CommandContext, market: Market, order: LiveOrder): void {
  context.exchange.ledger.post(
    context,
    payingAccount(order),
    order.side === 'buy' ? 'spot_buy' : 'spot_sell',
    0n,
    heldUnits(market, order),
    order.refNo,
  );
}

export function releaseForOrder(context: CommandContext, market: Market, order: LiveOrder): void {
  context.exchange.ledger.post(
    context,
    payingAccount(order),
    order.side === 'buy' ? 'spot_buy_close' : 'spot_sell_close',
    0n,
    -heldUnits(market, order),
    order.refNo,
  );
}
