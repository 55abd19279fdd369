// What an order would be filled with within a price, computed without changing the book.
import type { Side } from '../../../core/orders/spot-order.ts';
import type { Lots, PriceTicks } from '../../../core/units/units.ts';
import { type LiveOrder, openLots } from './live-order.ts';
import { type Market, otherSide } from './spot-market.ts';
import { crosses } from '../../../core/matching/match.ts';

export interface SimulatedFill {
  lots: Lots;
  /** The same lots, price by price. */
  fills: { priceTicks: PriceTicks; lots: Lots }[];
  /** First order of the same owner on the way; nothing behind it is met (M9). */
  own: LiveOrder | null;
}

interface SimulatedOrder {
  side: Side;
  lots: Lots;
  limitTicks: PriceTicks;
  ownerUid: number;
  /** Whether the owner's own orders are passed over. */
  passesOwn?: boolean;
}

export function simulateFill(
  market: Market,
  { side, lots, limitTicks, ownerUid, passesOwn = false }: SimulatedOrder,
): SimulatedFill {
  const found: SimulatedFill = { lots: 0, fills: [], own: null };
  const { levels } = otherSide(market, side);
  for (let at = levels.length - 1; at >= 0 && found.lots < lots && !found.own; at -= 1) {
    const level = levels[at]!;
    if (!crosses(side, limitTicks, level.priceTicks)) break;
    let here = 0;
    for (let maker = level.head; maker && found.lots + here < lots; maker = maker.next) {
      if (maker.ownerUid === ownerUid) {
        if (passesOwn) continue;
        found.own = maker;
        break;
      }
      here += Math.min(lots - found.lots - here, openLots(maker));
    }
    if (here === 0) continue;
    found.lots += here;
    found.fills.push({ priceTicks: level.priceTicks, lots: here });
  }
  return found;
}
