// Open orders and alerts as lines of the chart, and what a line in the hand would mean.
import type { Translate } from '../../../locales/use-translation.ts';
import type { TradeLine } from '../../../../chart/api.ts';
import type { Alert } from '../../../../core/endpoints/alert.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import { SPOT_STATUS, type SpotOrder } from '../../../../core/orders/spot-order.ts';
import {
  type Grid,
  type PriceTicks,
  notionalUnits,
  parseSteps,
  printScaled,
  printSteps,
  stepsToNumber,
} from '../../../../core/units/units.ts';
import { quoteSymbol } from '../../../components/market/pair-symbols.ts';
import { separate } from '../../../stores/market/number-format.ts';
import { restAmount } from './move-order.ts';

/** A line being dragged, at the price of this moment. */
export interface Held {
  id: string;
  priceTicks: PriceTicks;
}

/** A line that was let go and asks in its label before anything is sent. */
export interface Asked extends Held {
  /** It would trade at once, and the label says so. */
  trades: boolean;
}

/** Money on a label: the rest of its 8 decimals is cut off, it is an estimate. */
const LABEL_DECIMALS = 2;

export const orderLineId = (orderId: number): string => `order ${orderId}`;
export const alertLineId = (alert: Pick<Alert, 'priceTicks'>): string => `alert ${alert.priceTicks}`;

/** The tick nearest to a price as the chart tells it; at least one. */
export function ticksNear(price: number, grid: Grid): PriceTicks {
  return Math.max(1, Math.round((price * 10 ** grid.decimals) / grid.step));
}

/** "+12.50": what the rest of an order would make or lose at `lastTicks` if it traded at `priceTicks`. */
export function gainText(
  instrument: Instrument,
  order: SpotOrder,
  priceTicks: PriceTicks,
  lastTicks: PriceTicks,
): string {
  const lots = parseSteps(restAmount(order, instrument), instrument.amount);
  if (typeof lots !== 'number' || !(lastTicks > 0)) return '';
  const ahead = order.side === 'buy' ? lastTicks - priceTicks : priceTicks - lastTicks;
  const text = moneyText(instrument, Math.abs(ahead), lots);
  return ahead >= 0 ? `+${text}` : `-${text}`;
}

function moneyText({ price, amount }: Instrument, ticks: PriceTicks, lots: number): string {
  return separate(
    printScaled(notionalUnits(ticks, price, lots, amount) / 10n ** BigInt(8 - LABEL_DECIMALS), LABEL_DECIMALS),
  );
}

/** Cost of the rest of an order at a price, in the quote coin. */
export function costText(instrument: Instrument, order: SpotOrder, priceTicks: PriceTicks): string {
  const lots = parseSteps(restAmount(order, instrument), instrument.amount);
  return typeof lots === 'number' ? moneyText(instrument, priceTicks, lots) : '';
}

/** Amounts on a label without the zeros at their end. */
export const shortAmount = (amount: string): string =>
  separate(amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount);

export interface LineSource {
  instrument: Instrument;
  orders: readonly SpotOrder[];
  alerts: readonly Alert[];
  /** Orders on their way to another price, by id. */
  moving: ReadonlyMap<number, { order: SpotOrder; priceTicks: PriceTicks }>;
  held: Held | null;
  asked: Asked | null;
  lastTicks: PriceTicks;
}

/** Every line of the shown market. Market orders have no price and no line. */
export function linesOf(source: LineSource, t: Translate): TradeLine[] {
  const { instrument, orders, alerts, moving } = source;
  const standing = orders.filter(
    (order) => order.coinInfoId === instrument.info.id && order.orderType === 'limit' && !moving.has(order.id),
  );
  return [
    ...standing.map((order) =>
      source.asked?.id === orderLineId(order.id)
        ? askingLine(instrument, order, source.asked, t)
        : orderLine(source, order, t),
    ),
    ...[...moving.values()].map(({ order, priceTicks }) => movingLine(instrument, order, priceTicks, t)),
    ...alerts.map((alert) => alertLine(instrument, alert, t)),
  ];
}

function orderLine({ instrument, held, lastTicks }: LineSource, order: SpotOrder, t: Translate): TradeLine {
  const id = orderLineId(order.id);
  const side = t(`trade.${order.side}`);
  const amount = shortAmount(restAmount(order, instrument));
  const label =
    held?.id === id
      ? t('lines.held', {
          side,
          amount,
          cost: costText(instrument, order, held.priceTicks),
          coin: quoteSymbol(instrument.info),
          gain: gainText(instrument, order, held.priceTicks, lastTicks),
        })
      : `${side} ${amount}`;
  const pending = order.status === SPOT_STATUS.pending;
  return { id, kind: 'order', side: order.side, price: Number(order.price), label, movable: !pending, pending };
}

function askingLine(instrument: Instrument, order: SpotOrder, { priceTicks, trades }: Asked, t: Translate): TradeLine {
  const ask = trades ? t(order.side === 'buy' ? 'lines.buyNow' : 'lines.sellNow') : t('app.confirm');
  return { ...movingLine(instrument, order, priceTicks, t), movable: true, pending: false, ask };
}

function movingLine(instrument: Instrument, order: SpotOrder, priceTicks: PriceTicks, t: Translate): TradeLine {
  const label = t('lines.moving', {
    side: t(`trade.${order.side}`),
    amount: shortAmount(restAmount(order, instrument)),
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
