// Open spot orders and price alerts as lines of the chart.
import type { Translate } from '../../locales/use-translation.ts';
import type { TradeLine } from '../../../chart/api.ts';
import type { Alert } from '../../../core/endpoints/alert.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { SPOT_STATUS, type SpotOrder } from '../../../core/orders/spot-order.ts';
import { trimDecimal } from '../../../core/units/number-style.ts';
import {
  type Grid,
  type PriceTicks,
  notionalUnits,
  parseSteps,
  printScaled,
  printSteps,
  stepsToNumber,
} from '../../../core/units/units.ts';
import { quoteSymbol } from '../market/pair-symbols.ts';
import { separate } from '../../stores/market/number-format.ts';
import { unfilledAmount } from './move-order.ts';

/** A line being dragged, at its current price. */
export interface DraggedLine {
  id: string;
  priceTicks: PriceTicks;
}

/** A dropped line whose label asks for confirmation before anything is sent. */
export interface ProposedMove extends DraggedLine {
  /** The order would execute at once; the label then warns of it. */
  executesAtOnce: boolean;
  /** Not a move: the cross was tapped, and the label asks whether to cancel or remove. */
  ends?: boolean;
}

/** Decimals of amounts on labels; further ones are cut, the amounts are estimates. */
const LABEL_DECIMALS = 2;

export const orderLineId = (orderId: number): string => `order ${orderId}`;
export const alertLineId = (alert: Pick<Alert, 'priceTicks'>): string => `alert ${alert.priceTicks}`;

/** The tick nearest to a price of a chart event; at least one. */
export function nearestTicks(price: number, grid: Grid): PriceTicks {
  return Math.max(1, Math.round((price * 10 ** grid.decimals) / grid.step));
}

/**
 * Gain ("+12.50") or loss of the unfilled part at `lastTicks` if it executed at `priceTicks`, in the
 * quote coin. '' without a last price.
 */
export function orderGainText(
  instrument: Instrument,
  order: SpotOrder,
  priceTicks: PriceTicks,
  lastTicks: PriceTicks,
): string {
  const lots = parseSteps(unfilledAmount(order, instrument), instrument.amount);
  if (typeof lots !== 'number' || !(lastTicks > 0)) return '';
  const ahead = order.side === 'buy' ? lastTicks - priceTicks : priceTicks - lastTicks;
  const text = quoteText(instrument, Math.abs(ahead), lots);
  return ahead >= 0 ? `+${text}` : `-${text}`;
}

function quoteText({ price, amount }: Instrument, ticks: PriceTicks, lots: number): string {
  return separate(
    printScaled(notionalUnits(ticks, price, lots, amount) / 10n ** BigInt(8 - LABEL_DECIMALS), LABEL_DECIMALS),
  );
}

/** Cost of an order's unfilled part at a price, in the quote coin. */
export function costText(instrument: Instrument, order: SpotOrder, priceTicks: PriceTicks): string {
  const lots = parseSteps(unfilledAmount(order, instrument), instrument.amount);
  return typeof lots === 'number' ? quoteText(instrument, priceTicks, lots) : '';
}

/** Amount on a label, without trailing zeros. */
export const shortAmount = (amount: string): string => separate(trimDecimal(amount));

export interface SpotLineSource {
  instrument: Instrument;
  orders: readonly SpotOrder[];
  alerts: readonly Alert[];
  /** Orders that are being moved to another price, by id. */
  moving: ReadonlyMap<number, { order: SpotOrder; priceTicks: PriceTicks }>;
  dragged: DraggedLine | null;
  proposed: ProposedMove | null;
  lastTicks: PriceTicks;
}

/**
 * The spot order and alert lines of a market. Market orders have no line; one with a stop price has one there, and is
 * not moved.
 */
export function spotLines(source: SpotLineSource, t: Translate): TradeLine[] {
  const { instrument, orders, alerts, moving } = source;
  const own = orders.filter((order) => order.coinInfoId === instrument.info.id && !moving.has(order.id));
  const resting = own.filter(({ orderType }) => orderType === 'limit' || orderType === 'oco');
  return [
    ...own.flatMap((order) => (order.stopPrice ? [stopLine(order, order.stopPrice, t)] : [])),
    ...resting.map((order) =>
      source.proposed?.id === orderLineId(order.id)
        ? confirmationLine(instrument, order, source.proposed, t)
        : orderLine(source, order, t),
    ),
    ...[...moving.values()].map(({ order, priceTicks }) => movingLine(instrument, order, priceTicks, t)),
    ...alerts.map((alert) => alertLine(instrument, alert, t)),
  ];
}

function orderLine({ instrument, dragged, lastTicks }: SpotLineSource, order: SpotOrder, t: Translate): TradeLine {
  const id = orderLineId(order.id);
  const side = t(`trade.${order.side}`);
  const amount = shortAmount(unfilledAmount(order, instrument));
  const label =
    dragged?.id === id
      ? t('lines.held', {
          side,
          amount,
          cost: costText(instrument, order, dragged.priceTicks),
          coin: quoteSymbol(instrument.info),
          gain: orderGainText(instrument, order, dragged.priceTicks, lastTicks),
        })
      : `${side} ${amount}`;
  const pending = order.status === SPOT_STATUS.pending;
  const open = !pending && !order.stopPrice;
  return {
    id,
    kind: 'order',
    side: order.side,
    price: Number(order.price),
    label,
    movable: open,
    closable: open,
    pending,
  };
}

function stopLine({ id, side, amount, orderType }: SpotOrder, stopPrice: string, t: Translate): TradeLine {
  const size = Number(amount) > 0 ? ` ${shortAmount(amount)}` : '';
  const label = `${t('trade.stopPrice')} · ${t(`trade.${side}`)}${size}`;
  // The line of an oco's limit has the order's own id.
  const lineId = orderType === 'oco' ? `stop ${id}` : orderLineId(id);
  return { id: lineId, kind: 'order', side, price: Number(stopPrice), label, movable: false, pending: true };
}

function confirmationLine(
  instrument: Instrument,
  order: SpotOrder,
  { priceTicks, executesAtOnce, ends = false }: ProposedMove,
  t: Translate,
): TradeLine {
  if (ends) {
    const label = t('lines.order', {
      side: t(`trade.${order.side}`),
      amount: shortAmount(unfilledAmount(order, instrument)),
      price: separate(order.price),
    });
    const line = movingLine(instrument, order, priceTicks, t);
    return { ...line, label, pending: false, ask: t('lines.cancelOrder') };
  }
  const ask = executesAtOnce ? t(order.side === 'buy' ? 'lines.buyNow' : 'lines.sellNow') : t('app.confirm');
  return { ...movingLine(instrument, order, priceTicks, t), movable: true, pending: false, ask };
}

function movingLine(instrument: Instrument, order: SpotOrder, priceTicks: PriceTicks, t: Translate): TradeLine {
  const label = t('lines.moving', {
    side: t(`trade.${order.side}`),
    amount: shortAmount(unfilledAmount(order, instrument)),
    price: separate(printSteps(priceTicks, instrument.price)),
  });
  return {
    id: orderLineId(order.id),
    kind: 'order',
    side: order.side,
    price: stepsToNumber(priceTicks, instrument.price),
    label,
    movable: false,
    pending: true,
  };
}

function alertLine(instrument: Instrument, alert: Alert, t: Translate): TradeLine {
  const price = separate(printSteps(alert.priceTicks, instrument.price));
  return {
    id: alertLineId(alert),
    kind: 'alert',
    side: alert.above ? 'sell' : 'buy',
    price: stepsToNumber(alert.priceTicks, instrument.price),
    label: t(alert.above ? 'lines.alertAbove' : 'lines.alertBelow', { price }),
    movable: true,
    pending: false,
  };
}
