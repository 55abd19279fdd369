// Matches a taker against the book and applies each fill: ledger, trade, fills and order events.
import { SPOT_STATUS } from '../../../core/orders/spot-order.ts';
import type { Lots, PriceTicks, Units } from '../../../core/units/units.ts';
import type { TradeEvent } from '../market-event.ts';
import { type FillSettlement, heldUnits, settleFill } from '../ledger/settle-spot.ts';
import type { Reason } from '../reason.ts';
import type { CommandContext } from '../command-context.ts';
import type { Level } from '../../../core/matching/resting-side.ts';
import { type LiveOrder, openLots, orderState } from './live-order.ts';
import { type Market, otherSide, sideCode } from './spot-market.ts';
import { type MatchHandler, match } from '../../../core/matching/match.ts';

/**
 * Fills what crosses. Returns why it stopped early; null when the taker is filled or nothing more crosses its limit.
 */
export function matchTaker(context: CommandContext, market: Market, taker: LiveOrder): Reason | null {
  return match(otherSide(market, taker.side), taker, new FillHandler(context, market));
}

export function emitLevel(
  context: CommandContext,
  market: Market,
  side: 'buy' | 'sell',
  level: Level<LiveOrder>,
): void {
  context.events.push({
    kind: 'level',
    coinInfoId: market.info.id,
    side: sideCode(side),
    priceTicks: level.priceTicks,
    lots: level.lots,
  });
}

class FillHandler implements MatchHandler<LiveOrder> {
  readonly #context: CommandContext;
  readonly #market: Market;

  constructor(context: CommandContext, market: Market) {
    this.#context = context;
    this.#market = market;
  }

  /** A market buy by total has no lots: it wants as many as its total pays for. */
  wantedLots(taker: LiveOrder): Lots {
    if (taker.totalUnits === 0n) return openLots(taker);
    return taker.totalUnits > taker.dealUnits ? Number.MAX_SAFE_INTEGER : 0;
  }

  payableLots(taker: LiveOrder, priceTicks: PriceTicks, lots: Lots): Lots {
    const byMoney = taker.orderType === 'market' && taker.side === 'buy';
    return byMoney ? payableLots(this.#market, priceTicks, lots, spendableUnits(taker)) : lots;
  }

  onLevelChanged(taker: LiveOrder, level: Level<LiveOrder>): void {
    emitLevel(this.#context, this.#market, taker.side === 'buy' ? 'sell' : 'buy', level);
  }

  onFill(maker: LiveOrder, taker: LiveOrder, priceTicks: PriceTicks, lots: Lots): void {
    const context = this.#context;
    const { exchange, events } = context;
    const market = this.#market;
    market.tradeId += 1;
    market.lastPriceTicks = priceTicks;
    const trade: TradeEvent = {
      kind: 'trade',
      coinInfoId: market.info.id,
      id: market.tradeId,
      priceTicks,
      lots,
      side: taker.side,
      ts: context.ts,
    };
    events.push(trade);
    const settlement = settleFill(context, market, maker, taker, trade);
    recordFill(context, maker, trade, settlement);
    recordFill(context, taker, trade, settlement);
    const done = openLots(maker) === 0;
    maker.status = done ? SPOT_STATUS.finished : SPOT_STATUS.partial;
    if (done) {
      exchange.orders.delete(maker);
      if (maker.lossTicks > 0) market.stops.delete(maker);
      market.openOrders -= 1;
    }
    events.push({ kind: 'order', order: orderState(maker, heldUnits(market, maker)) });
    if (maker.contractId > 0) context.onMakerFill(context, maker, lots);
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

/** Books a trade to the maker or the taker. */
function recordFill(
  { exchange, ts, events }: CommandContext,
  order: LiveOrder,
  { side, priceTicks, lots }: TradeEvent,
  { units, makerFeeUnits, takerFeeUnits }: FillSettlement,
): void {
  const maker = order.side !== side;
  const feeUnits = maker ? makerFeeUnits : takerFeeUnits;
  order.dealUnits += units;
  order.feeUnits += feeUnits;
  order.updateTime = ts;
  exchange.dealId += 1;
  const { id: orderId, uid, coinInfoId } = order;
  events.push({
    kind: 'fill',
    fill: { id: exchange.dealId, orderId, uid, coinInfoId, priceTicks, lots, units, feeUnits, maker, ts },
  });
}
