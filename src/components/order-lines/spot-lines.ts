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
import { type LinePrice, type SpotMove, limitAfterStop, orderTicks, unfilledAmount } from './move-order.ts';

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

/** Where the price of an order has its line: the stop of an oco has a second one. */
export const lineIdOf = ({ id, orderType }: SpotOrder, which: LinePrice): string =>
  `${orderType === 'oco' && which === 'stop' ? 'stop' : 'order'} ${id}`;
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
  const text = notionalText(instrument, Math.abs(ahead), lots);
  return ahead >= 0 ? `+${text}` : `-${text}`;
}

function notionalText({ price, amount }: Instrument, ticks: PriceTicks, lots: number): string {
  return separate(
    printScaled(notionalUnits(ticks, price, lots, amount) / 10n ** BigInt(8 - LABEL_DECIMALS), LABEL_DECIMALS),
  );
}

/** Cost of an order's unfilled part at a price, in the quote coin. */
export function costText(instrument: Instrument, order: SpotOrder, priceTicks: PriceTicks): string {
  const lots = parseSteps(unfilledAmount(order, instrument), instrument.amount);
  return typeof lots === 'number' ? notionalText(instrument, priceTicks, lots) : '';
}

/** The prices of an order that have a line; none of a market order. */
export function linePrices({ orderType, stopPrice = '' }: SpotOrder): readonly LinePrice[] {
  if (orderType === 'oco') return ['stop', 'limit'];
  return stopPrice !== '' ? ['stop'] : orderType === 'limit' ? ['limit'] : [];
}

/** Amount on a label, without trailing zeros. */
export const shortAmount = (amount: string): string => separate(trimDecimal(amount));

export interface SpotLineSource {
  instrument: Instrument;
  orders: readonly SpotOrder[];
  alerts: readonly Alert[];
  /** Orders that are being moved to another price, by id. */
  moving: ReadonlyMap<number, SpotMove>;
  dragged: DraggedLine | null;
  proposed: ProposedMove | null;
  lastTicks: PriceTicks;
}

/** The spot order and alert lines of a market. Market orders have no line. */
export function spotLines(source: SpotLineSource, t: Translate): TradeLine[] {
  const { instrument, orders, alerts, moving } = source;
  const own = orders.filter((order) => order.coinInfoId === instrument.info.id && !moving.has(order.id));
  return [
    ...own.flatMap((order) => linePrices(order).map((which) => orderLine(source, order, which, t))),
    ...[...moving.values()].flatMap(({ order, which: moved, priceTicks }) =>
      linePrices(order).map((which) =>
        movingLine(
          instrument,
          { order, which, priceTicks: which === moved ? priceTicks : orderTicks(order, which, instrument) },
          t,
        ),
      ),
    ),
    ...alerts.map((alert) => alertLine(instrument, alert, t)),
  ];
}

function orderLine(source: SpotLineSource, order: SpotOrder, which: LinePrice, t: Translate): TradeLine {
  const { instrument, dragged, proposed } = source;
  const id = lineIdOf(order, which);
  if (proposed?.id === id)
    return confirmationLine(instrument, { order, which, priceTicks: proposed.priceTicks }, proposed, t);
  const priceTicks = orderTicks(order, which, instrument);
  const open = which === 'stop' || order.status !== SPOT_STATUS.pending;
  const { side, amount } = wordsOf(instrument, order, which, t);
  const label =
    dragged?.id === id ? heldLabel(source, { order, which, priceTicks: dragged.priceTicks }, t) : `${side} ${amount}`;
  return {
    id,
    kind: which === 'stop' ? 'stop' : 'order',
    side: order.side,
    price: stepsToNumber(priceTicks, instrument.price),
    label,
    movable: open,
    closable: open,
    pending: !open,
  };
}

/** What is open of an order: "0.01 BTC", or of one by total "50 USDT". */
export function openSizeText(order: SpotOrder, instrument: Instrument): string {
  return Number(order.amount) > 0
    ? `${shortAmount(unfilledAmount(order, instrument))} ${order.symbol}`
    : `${shortAmount(order.total)} ${quoteSymbol(instrument.info)}`;
}

interface LineWords {
  side: string;
  amount: string;
}

/** "Buy" and "0.01"; "Stop price · Buy" of a stop. */
function wordsOf(instrument: Instrument, order: SpotOrder, which: LinePrice, t: Translate): LineWords {
  const side = t(`trade.${order.side}`);
  return {
    side: which === 'stop' ? `${t('trade.stopPrice')} · ${side}` : side,
    amount: Number(order.amount) > 0 ? shortAmount(unfilledAmount(order, instrument)) : openSizeText(order, instrument),
  };
}

/** What a dragged line would mean: of a limit its cost and gain, of a stop the prices. */
function heldLabel({ instrument, lastTicks }: SpotLineSource, move: SpotMove, t: Translate): string {
  const { order, which, priceTicks } = move;
  if (which === 'stop') return movedLabel(instrument, move, t);
  return t('lines.held', {
    ...wordsOf(instrument, order, which, t),
    cost: costText(instrument, order, priceTicks),
    coin: quoteSymbol(instrument.info),
    gain: orderGainText(instrument, order, priceTicks, lastTicks),
  });
}

/** "Buy 0.01 → 49,000.00"; with the limit of a stop, which moves along. */
function movedLabel(instrument: Instrument, { order, which, priceTicks }: SpotMove, t: Translate): string {
  const priceText = (ticks: PriceTicks): string => separate(printSteps(ticks, instrument.price));
  const limit =
    order.orderType === 'stop_limit'
      ? ` · ${t('trade.limit')} ${priceText(limitAfterStop(order, instrument, priceTicks))}`
      : '';
  return t('lines.moving', { ...wordsOf(instrument, order, which, t), price: `${priceText(priceTicks)}${limit}` });
}

function confirmationLine(
  instrument: Instrument,
  move: SpotMove,
  { executesAtOnce, ends = false }: ProposedMove,
  t: Translate,
): TradeLine {
  const { order, which, priceTicks } = move;
  const line = movingLine(instrument, move, t);
  if (ends) {
    const price = separate(printSteps(priceTicks, instrument.price));
    const label = t('lines.order', { ...wordsOf(instrument, order, which, t), price });
    return { ...line, label, pending: false, ask: t('lines.cancelOrder') };
  }
  const ask = executesAtOnce ? t(order.side === 'buy' ? 'lines.buyNow' : 'lines.sellNow') : t('app.confirm');
  return { ...line, movable: true, pending: false, ask };
}

function movingLine(instrument: Instrument, move: SpotMove, t: Translate): TradeLine {
  const { order, which, priceTicks } = move;
  return {
    id: lineIdOf(order, which),
    kind: which === 'stop' ? 'stop' : 'order',
    side: order.side,
    price: stepsToNumber(priceTicks, instrument.price),
    label: movedLabel(instrument, move, t),
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
