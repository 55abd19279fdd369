// Stop orders at a beat of the clock: those whose price is reached go into the market (M17, M18).
import type { PriceTicks } from '../../core/units/units.ts';
import type { CommandContext } from './command-context.ts';
import { type LiveOrder, waitTicks } from './matching/live-order.ts';
import { stopBound } from '../../core/orders/stop-order.ts';
import { crosses } from '../../core/matching/match.ts';
import { type Market, otherSide } from './matching/spot-market.ts';
import { checkMarketOpen } from './matching/validate-spot-order.ts';
import { triggerStop } from './spot-commands.ts';

export function triggerStops(context: CommandContext): void {
  for (const market of context.exchange.markets.values()) {
    if (market.stops.size === 0 || checkMarketOpen(market, true, context.ts)) continue;
    const priceTicks = priceOfBeat(context, market);
    if (priceTicks === 0) continue;
    const reached = [...market.stops].filter((stop) => isReached(stop, priceTicks));
    for (const stop of reached) {
      // One before it may have traded with the limit order of this one.
      if (!market.stops.has(stop)) continue;
      const boundTicks = stopBound(stop.side, priceTicks);
      if (isTraded(market, stop, boundTicks)) triggerStop(context, market, stop, boundTicks);
    }
  }
}

/** A market order waits on while the book has nothing within its bound: it was swept, or is not there yet. */
function isTraded(market: Market, { side, orderType, lossTicks }: LiveOrder, boundTicks: PriceTicks): boolean {
  const best = otherSide(market, side).best();
  const byMarket = orderType === 'market' || lossTicks > 0;
  return !byMarket || (best !== undefined && crosses(side, boundTicks, best.priceTicks));
}

/**
 * Of this beat: an index without a tick now triggers nothing, nor does the last trade in its place, which anyone can
 * push. Before its first tick the market was never quoted: there is the last trade alone.
 */
function priceOfBeat({ exchange: { indexes }, ts }: CommandContext, market: Market): PriceTicks {
  const index = indexes.get(market.info.id);
  if (!index || index.seq === 0) return market.lastPriceTicks;
  return index.ts === ts ? index.priceTicks : 0;
}

function isReached(stop: LiveOrder, priceTicks: PriceTicks): boolean {
  return stop.side === 'buy' ? priceTicks >= waitTicks(stop) : priceTicks <= waitTicks(stop);
}
