// Spot orders and balances in wire format, for calls and the socket.
import type { Asset } from '../../../core/endpoints/asset.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import { nearestShare } from '../../../core/risk/margin-tiers.ts';
import { ONE_E8, type Units, lotUnits, notionalUnits, printMoney, printSteps } from '../../../core/units/units.ts';
import type { Fill, OrderState } from '../../exchange/event.ts';
import type { CoinBalance } from '../../services/valuation/worth.ts';

/** First letter of a spot order number. */
const SPOT_PREFIX = 'S';

function spotOrderNo(id: number): string {
  return SPOT_PREFIX + String(id).padStart(12, '0');
}

/** Id of an order number; null when it has another format. */
export function spotOrderId(orderNo: string): number | null {
  return /^S\d{12,15}$/.test(orderNo) ? Number(orderNo.slice(SPOT_PREFIX.length)) : null;
}

/**
 * SpotOrder of docs/api.md 2.7. A market order has price "0"; `total` is the requested money, or price times
 * amount.
 */
export function printSpotOrder(instrument: Instrument, order: OrderState, deals?: readonly Fill[]): SpotOrder {
  const { info } = instrument;
  const { orderType, stopTicks, lossTicks } = order;
  const waitTicks = stopTicks ?? lossTicks;
  const total =
    order.totalUnits > 0n
      ? order.totalUnits
      : notionalUnits(order.priceTicks, instrument.price, order.lots, instrument.amount);
  return {
    id: order.id,
    orderNo: spotOrderNo(order.id),
    clientNo: order.clientNo,
    coinInfoId: order.coinInfoId,
    symbol: info.symbol,
    side: order.side,
    orderType: lossTicks ? 'oco' : stopTicks ? `stop_${orderType}` : orderType,
    price: orderType === 'limit' ? printSteps(order.priceTicks, instrument.price) : '0',
    ...(waitTicks && { stopPrice: printSteps(waitTicks, instrument.price) }),
    amount: printSteps(order.lots, instrument.amount),
    total: printMoney(total),
    dealAmount: printSteps(order.dealLots, instrument.amount),
    dealTotal: printMoney(order.dealUnits),
    avgPrice: printMoney(averagePrice(instrument, order)),
    fee: printMoney(order.feeUnits),
    feeCoinId: order.side === 'buy' ? info.id : info.quoteCoinId,
    tif: order.tif,
    postOnly: order.postOnly ? 1 : 0,
    status: order.status,
    reason: order.reason,
    createTime: order.createTime,
    updateTime: order.updateTime,
    ...(deals ? { deals: deals.map((deal) => printDeal(instrument, deal)) } : {}),
  };
}

/** SpotOrders as JSON, 500 bytes each, by the state that is shown; all are dropped at the limit. */
class PrintedOrders {
  readonly #most: number;
  readonly #json = new Map<OrderState, string>();

  constructor(most: number) {
    this.#most = most;
  }

  json(instrument: Instrument, order: OrderState): string {
    let json = this.#json.get(order);
    if (json !== undefined) return json;
    json = JSON.stringify(printSpotOrder(instrument, order));
    if (this.#json.size >= this.#most) this.#json.clear();
    this.#json.set(order, json);
    return json;
  }
}

/** An order that was just changed is in a private message and in the answer after it. */
export const changedOrders = new PrintedOrders(512);
/** Open orders are listed again and again. */
export const listedOrders = new PrintedOrders(10_000);

/** Quote units for one whole base coin, rounded to the nearest (docs/formulas.md 43); 0 without fills. */
function averagePrice(instrument: Instrument, order: OrderState): Units {
  const base = lotUnits(order.dealLots, instrument.amount);
  return base === 0n ? 0n : nearestShare(order.dealUnits * ONE_E8, base);
}

function printDeal(instrument: Instrument, deal: Fill): NonNullable<SpotOrder['deals']>[number] {
  return {
    id: deal.id,
    price: printSteps(deal.priceTicks, instrument.price),
    amount: printSteps(deal.lots, instrument.amount),
    total: printMoney(deal.units),
    fee: printMoney(deal.feeUnits),
    maker: deal.maker ? 1 : 0,
    ts: deal.ts,
  };
}

/** Asset of docs/api.md 2.2. */
export function printAsset(balance: CoinBalance): Asset {
  return {
    coinInfoId: balance.coinId,
    balanceSpot: printMoney(balance.spot),
    balanceSpotFreeze: printMoney(balance.spotFrozen),
    balanceContract: printMoney(balance.contract),
    balanceContractFreeze: printMoney(balance.contractFrozen),
  };
}
