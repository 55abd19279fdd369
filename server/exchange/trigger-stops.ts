// Stop orders at a beat of the clock: those whose price is reached go into the market (M17).
import type { PriceTicks } from '../../core/units/units.ts';
import type { CommandContext } from './command-context.ts';
import type { LiveOrder } from './matching/live-order.ts';
import { STOP_SLIP_PERCENT } from '../../core/orders/spot-order.ts';
import { crosses } from '../../core/matching/match.ts';
import { type Market, otherSide } from './matching/spot-market.ts';
import { checkMarketOpen } from './matching/validate-spot-order.ts';
import { triggerStop } from './place-spot.ts';
import type { ExchangeState } from './state.ts';

export function triggerStops(exchange: ExchangeState, context: CommandContext): void {
  for (const market of exchange.markets.values()) {
    if (market.stops.size === 0 || checkMarketOpen(market, true, context.ts)) continue;
    const priceTicks = priceOfBeat(exchange, context, market);
    if (priceTicks === 0) continue;
    const reached = [...market.stops].filter((stop) => isReached(stop, priceTicks));
    for (const stop of reached) {
      const boundTicks = boundOf(stop, priceTicks);
      if (isTraded(market, stop, boundTicks)) triggerStop(exchange, context, market, stop, boundTicks);
    }
  }
}

/** Furthest price at which a market order trades then. */
function boundOf({ side }: LiveOrder, priceTicks: PriceTicks): PriceTicks {
  return side === 'buy'
    ? Math.floor((priceTicks * (100 + STOP_SLIP_PERCENT)) / 100)
    : Math.ceil((priceTicks * (100 - STOP_SLIP_PERCENT)) / 100);
}

/** A market order waits on while the book has nothing within its bound: it was swept, or is not there yet. */
function isTraded(market: Market, { side, orderType }: LiveOrder, boundTicks: PriceTicks): boolean {
  const best = otherSide(market, side).best();
  return orderType === 'limit' || (best !== undefined && crosses(side, boundTicks, best.priceTicks));
}

/** Of this beat: an index without a tick now triggers nothing, nor does the last trade in its place. */
function priceOfBeat({ indexes }: ExchangeState, { ts }: CommandContext, market: Market): PriceTicks {
  const index = indexes.get(market.info.id);
  if (!index) return market.lastPriceTicks;
  return index.ts === ts ? index.priceTicks : 0;
}

function isReached({ side, stopTicks }: LiveOrder, priceTicks: PriceTicks): boolean {
  return side === 'buy' ? priceTicks >= stopTicks : priceTicks <= stopTicks;
}
