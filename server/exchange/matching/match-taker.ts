// Matches a taker against the book and applies each fill: ledger, trade, fills and order events.
import { SPOT_STATUS } from '../../../core/orders/spot-order.ts';
import type { Lots, PriceTicks, Units } from '../../../core/units/units.ts';
import type { ExchangeState } from '../state.ts';
import { heldUnits, settleFill } from '../ledger/settle-spot.ts';
import type { Reason } from '../reason.ts';
import type { CommandContext } from '../command-context.ts';
import type { Level } from '../../../core/matching/resting-side.ts';
import { type LiveOrder, openLots, orderState } from './live-order.ts';
import { type Market, otherSide, sideCode } from './spot-market.ts';
import { type MatchHandler, match } from '../../../core/matching/match.ts';

/**
 * Fills what crosses. Returns why it stopped early; null when the taker is filled or nothing more crosses its limit.
 */
export function matchTaker(
  exchange: ExchangeState,
  context: CommandContext,
  market: Market,
  taker: LiveOrder,
): Reason | null {
  return match(otherSide(market, taker.side), taker, new FillHandler(exchange, context, market));
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
  readonly #exchange: ExchangeState;
  readonly #context: CommandContext;
  readonly #market: Market;

  constructor(exchange: ExchangeState, context: CommandContext, market: Market) {
    this.#exchange = exchange;
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
    const exchange = this.#exchange;
    const context = this.#context;
    const market = this.#market;
    market.tradeId += 1;
    market.lastPriceTicks = priceTicks;
    context.events.push({
      kind: 'trade',
      coinInfoId: market.info.id,
      id: market.tradeId,
      priceTicks,
      lots,
      side: taker.side,
      ts: context.ts,
    });
    const { units, makerFeeUnits, takerFeeUnits } = settleFill(
      exchange.ledger,
      context,
      market,
      maker,
      taker,
      priceTicks,
      lots,
    );
    recordFill(exchange, context, maker, true, priceTicks, lots, units, makerFeeUnits);
    recordFill(exchange, context, taker, false, priceTicks, lots, units, takerFeeUnits);
    const done = openLots(maker) === 0;
    maker.status = done ? SPOT_STATUS.finished : SPOT_STATUS.partial;
    if (done) {
      exchange.orders.delete(maker);
      if (maker.lossTicks > 0) market.stops.delete(maker);
      market.openOrders -= 1;
    }
    context.events.push({ kind: 'order', order: orderState(maker, heldUnits(market, maker)) });
    if (maker.contractId > 0) exchange.onMakerFill(exchange, context, maker, lots);
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

function recordFill(
  exchange: ExchangeState,
  context: CommandContext,
  order: LiveOrder,
  maker: boolean,
  priceTicks: PriceTicks,
  lots: Lots,
  units: Units,
  feeUnits: Units,
): void {
  order.dealUnits += units;
  order.feeUnits += feeUnits;
  order.updateTime = context.ts;
  exchange.dealId += 1;
  const { id: orderId, uid, coinInfoId } = order;
  context.events.push({
    kind: 'fill',
    fill: { id: exchange.dealId, orderId, uid, coinInfoId, priceTicks, lots, units, feeUnits, maker, ts: context.ts },
  });
}
