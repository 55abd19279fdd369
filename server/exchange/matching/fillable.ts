// Whether a fill-or-kill order would be filled whole, computed without changing the book (M6).
import type { Lots, Units } from '../../../core/units/units.ts';
import type { PlaceSpot } from '../command.ts';
import { openLots } from './live-order.ts';
import { type Market, otherSide, quoteUnits } from './spot-market.ts';
import { crosses } from '../../../core/matching/match.ts';
import { payableLots } from './match-taker.ts';

/** `availableUnits`: the owner's available quote coins, which bound a market buy (it freezes nothing). */
export function isFillable(market: Market, place: PlaceSpot, availableUnits: Units): boolean {
  const byTotal = place.totalUnits > 0n;
  const byMoney = place.orderType === 'market' && place.side === 'buy';
  let units = byTotal ? place.totalUnits : availableUnits;
  let left: Lots = byTotal ? Number.MAX_SAFE_INTEGER : place.lots;
  const { levels } = otherSide(market, place.side);
  for (let at = levels.length - 1; at >= 0; at -= 1) {
    const level = levels[at]!;
    if (!crosses(place.side, place.priceTicks, level.priceTicks)) return false;
    for (let maker = level.head; maker; maker = maker.next) {
      if (maker.ownerUid === place.uid) return false;
      const wanted = Math.min(left, openLots(maker));
      if (byMoney) {
        if (payableLots(market, level.priceTicks, wanted, units) < wanted) return byTotal;
        units -= quoteUnits(market, level.priceTicks, wanted);
      }
      left -= wanted;
      if (left === 0 || (byTotal && units === 0n)) return true;
    }
  }
  return false;
}
