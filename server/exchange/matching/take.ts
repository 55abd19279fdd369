// A taker walks the other side of the book: fills in price-time order until it has enough, or something stops it.
import { SPOT_STATUS } from '../../../contract/order.ts';
import type { Lots, PriceTicks, Units } from '../../../contract/units.ts';
import type { Core } from '../core.ts';
import { heldUnits, settleFill } from '../ledger/settle.ts';
import { REASON, type Reason } from '../reason.ts';
import type { Turn } from '../turn.ts';
import type { Level } from './book-side.ts';
import { type LiveOrder, openLots, orderState } from './live-order.ts';
import { type Market, crosses, otherSide, sideCode } from './market.ts';

/** Fills what crosses. Answers why it stopped early, or null when the taker is filled or nothing more crosses its limit. */
export function take(core: Core, turn: Turn, market: Market, taker: LiveOrder): Reason | null {
  const side = otherSide(market, taker.side);
  while (wantedLots(taker) > 0) {
    const level = side.best();
    if (!level || !crosses(taker.side, taker.priceTicks, level.priceTicks)) return taker.orderType === 'market' ? REASON.noLiquidity : null;
    const before = level.lots;
    const stop = takeLevel(core, turn, market, taker, level);
    if (level.lots !== before) levelEvent(turn, market, taker.side === 'buy' ? 'sell' : 'buy', level);
    if (stop) return stop;
  }
  return null;
}

export function levelEvent(turn: Turn, market: Market, side: 'buy' | 'sell', level: Level): void {
  turn.events.push({ kind: 'level', coinInfoId: market.info.id, side: sideCode(side), priceTicks: level.priceTicks, lots: level.lots });
}

/** A market buy by total has no lots of its own: it wants as many as its money pays for. */
function wantedLots(taker: LiveOrder): Lots {
  if (taker.totalUnits === 0n) return openLots(taker);
  return taker.totalUnits > taker.dealUnits ? Number.MAX_SAFE_INTEGER : 0;
}

function takeLevel(core: Core, turn: Turn, market: Market, taker: LiveOrder, level: Level): Reason | null {
  const byMoney = taker.orderType === 'market' && taker.side === 'buy';
  while (level.head) {
    const maker = level.head;
    const wanted = Math.min(wantedLots(taker), openLots(maker));
    if (wanted === 0) return null;
    if (maker.ownerUid === taker.ownerUid) return REASON.selfTrade;
    const lots = byMoney ? payableLots(market, level.priceTicks, wanted, spendableUnits(taker)) : wanted;
    if (lots === 0) return REASON.balance;
    fill(core, turn, market, maker, taker, level, lots);
  }
  return null;
}

function spendableUnits(taker: LiveOrder): Units {
  return taker.totalUnits === 0n ? taker.quote.available : taker.totalUnits - taker.dealUnits;
}

/** How many of the wanted lots the money pays for at a price. */
export function payableLots(market: Market, priceTicks: PriceTicks, wanted: Lots, units: Units): Lots {
  const most = units / (BigInt(priceTicks) * market.tickLotUnits);
  return most < BigInt(wanted) ? Number(most) : wanted;
}

function fill(core: Core, turn: Turn, market: Market, maker: LiveOrder, taker: LiveOrder, level: Level, lots: Lots): void {
  const { priceTicks } = level;
  market.tradeId += 1;
  market.lastPriceTicks = priceTicks;
  turn.events.push({ kind: 'trade', coinInfoId: market.info.id, id: market.tradeId, priceTicks, lots, side: taker.side, ts: turn.ts });
  const { units, makerFeeUnits, takerFeeUnits } = settleFill(core.ledger, turn, market, maker, taker, priceTicks, lots);
  level.lots -= lots;
  deal(core, turn, maker, true, priceTicks, lots, units, makerFeeUnits);
  deal(core, turn, taker, false, priceTicks, lots, units, takerFeeUnits);
  if (openLots(maker) === 0) {
    maker.status = SPOT_STATUS.finished;
    otherSide(market, taker.side).remove(maker);
    core.orders.delete(maker);
    market.openOrders -= 1;
  } else {
    maker.status = SPOT_STATUS.partial;
  }
  turn.events.push({ kind: 'order', order: orderState(maker, heldUnits(market, maker)) });
  if (maker.contractId > 0) core.filledAtRest(core, turn, maker, lots, units);
}

function deal(core: Core, turn: Turn, order: LiveOrder, maker: boolean, priceTicks: PriceTicks, lots: Lots, units: Units, feeUnits: Units): void {
  order.dealLots += lots;
  order.dealUnits += units;
  order.feeUnits += feeUnits;
  order.updateTime = turn.ts;
  core.dealId += 1;
  const { id: orderId, uid, coinInfoId } = order;
  turn.events.push({ kind: 'deal', deal: { id: core.dealId, orderId, uid, coinInfoId, priceTicks, lots, units, feeUnits, maker, ts: turn.ts } });
}
