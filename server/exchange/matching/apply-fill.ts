// What a fill means to the exchange: money changes hands, and trade, deals and orders are told. The matching says who
// meets whom.
import { SPOT_STATUS } from '../../../core/orders/spot-order.ts';
import type { Lots, PriceTicks, Units } from '../../../core/units/units.ts';
import type { Core } from '../state.ts';
import { heldUnits, settleFill } from '../ledger/settle-spot.ts';
import type { Reason } from '../reason.ts';
import type { Turn } from '../command-context.ts';
import type { Level } from './book-side.ts';
import { type LiveOrder, openLots, orderState } from './live-order.ts';
import { type Market, otherSide, sideCode } from './spot-market.ts';
import { type Matching, match } from './match.ts';

/**
 * Fills what crosses. Answers why it stopped early, or null when the taker is filled or nothing more crosses its limit.
 */
export function take(core: Core, turn: Turn, market: Market, taker: LiveOrder): Reason | null {
  return match(otherSide(market, taker.side), taker, new Settlement(core, turn, market));
}

export function levelEvent(turn: Turn, market: Market, side: 'buy' | 'sell', level: Level<LiveOrder>): void {
  turn.events.push({
    kind: 'level',
    coinInfoId: market.info.id,
    side: sideCode(side),
    priceTicks: level.priceTicks,
    lots: level.lots,
  });
}

class Settlement implements Matching<LiveOrder> {
  readonly #core: Core;
  readonly #turn: Turn;
  readonly #market: Market;

  constructor(core: Core, turn: Turn, market: Market) {
    this.#core = core;
    this.#turn = turn;
    this.#market = market;
  }

  /** A market buy by total has no lots of its own: it wants as many as its money pays for. */
  wantedLots(taker: LiveOrder): Lots {
    if (taker.totalUnits === 0n) return openLots(taker);
    return taker.totalUnits > taker.dealUnits ? Number.MAX_SAFE_INTEGER : 0;
  }

  payableLots(taker: LiveOrder, priceTicks: PriceTicks, lots: Lots): Lots {
    const byMoney = taker.orderType === 'market' && taker.side === 'buy';
    return byMoney ? payableLots(this.#market, priceTicks, lots, spendableUnits(taker)) : lots;
  }

  leftLevel(taker: LiveOrder, level: Level<LiveOrder>): void {
    levelEvent(this.#turn, this.#market, taker.side === 'buy' ? 'sell' : 'buy', level);
  }

  filled(maker: LiveOrder, taker: LiveOrder, priceTicks: PriceTicks, lots: Lots): void {
    const core = this.#core;
    const turn = this.#turn;
    const market = this.#market;
    market.tradeId += 1;
    market.lastPriceTicks = priceTicks;
    turn.events.push({
      kind: 'trade',
      coinInfoId: market.info.id,
      id: market.tradeId,
      priceTicks,
      lots,
      side: taker.side,
      ts: turn.ts,
    });
    const { units, makerFeeUnits, takerFeeUnits } = settleFill(
      core.ledger,
      turn,
      market,
      maker,
      taker,
      priceTicks,
      lots,
    );
    deal(core, turn, maker, true, priceTicks, lots, units, makerFeeUnits);
    deal(core, turn, taker, false, priceTicks, lots, units, takerFeeUnits);
    const done = openLots(maker) === 0;
    maker.status = done ? SPOT_STATUS.finished : SPOT_STATUS.partial;
    if (done) {
      core.orders.delete(maker);
      market.openOrders -= 1;
    }
    turn.events.push({ kind: 'order', order: orderState(maker, heldUnits(market, maker)) });
    if (maker.contractId > 0) core.filledAtRest(core, turn, maker, lots);
  }
}

function spendableUnits(taker: LiveOrder): Units {
  return taker.totalUnits === 0n ? taker.quote.available : taker.totalUnits - taker.dealUnits;
}

/** How many of the wanted lots the money pays for at a price. */
export function payableLots(market: Market, priceTicks: PriceTicks, wanted: Lots, units: Units): Lots {
  const most = units / (BigInt(priceTicks) * market.tickLotUnits);
  return most < BigInt(wanted) ? Number(most) : wanted;
}

function deal(
  core: Core,
  turn: Turn,
  order: LiveOrder,
  maker: boolean,
  priceTicks: PriceTicks,
  lots: Lots,
  units: Units,
  feeUnits: Units,
): void {
  order.dealUnits += units;
  order.feeUnits += feeUnits;
  order.updateTime = turn.ts;
  core.dealId += 1;
  const { id: orderId, uid, coinInfoId } = order;
  turn.events.push({
    kind: 'deal',
    deal: { id: core.dealId, orderId, uid, coinInfoId, priceTicks, lots, units, feeUnits, maker, ts: turn.ts },
  });
}
