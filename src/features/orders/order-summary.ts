// Summaries of spot orders, contracts and seconds contracts for lists and details.
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import { CONTRACT_STATUS, type ContractOrder } from '../../../core/orders/contract-order.ts';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import { SECONDS_STATUS, type SecondsOrder } from '../../../core/orders/binary-option-order.ts';
import type { Translate } from '../../locales/use-translation.ts';
import { orderPriceText, orderStatusText } from '../../components/order-review/spot-order-text.ts';
import { type Figure, coinFigure, coinText, priceText } from '../../stores/market/figures.ts';
import { UNKNOWN, moneyText, signedMoney } from '../../stores/market/number-format.ts';
import { instrumentById } from '../../stores/market/instruments.ts';

export const ORDER_KINDS = ['spot', 'contract', 'seconds'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];
type Tone = 'up' | 'down';

export interface OrderFigure extends Figure {
  label: string;
  tone?: Tone | undefined;
}

export interface OrderSummary {
  kind: OrderKind;
  /** Key of the details page: the id, or the order number of a seconds contract. */
  id: number | string;
  side: string;
  tone: Tone;
  pair: string;
  status: string;
  figures: readonly OrderFigure[];
  /** Creation time in ms. */
  time: number;
}

/** A signed amount of USDT with its tone; UNKNOWN for ''. */
export function moneyFigure(label: string, text: string): OrderFigure {
  if (text === '') return { label, text: UNKNOWN };
  const worth = Number(text);
  return {
    label,
    ...coinFigure(text, USDT_ID),
    text: signedMoney(text),
    tone: worth < 0 ? 'down' : worth > 0 ? 'up' : undefined,
  };
}

/** Id of the coin that a market's prices and totals are in. */
export const quoteOf = ({ coinInfoId }: { coinInfoId: number }): number =>
  instrumentById(coinInfoId)?.info.quoteCoinId ?? USDT_ID;

export const pairOf = (coinInfoId: number, symbol: string): string => instrumentById(coinInfoId)?.info.pair ?? symbol;

export function spotSummary(order: SpotOrder, t: Translate): OrderSummary {
  const byAmount = Number(order.amount) > 0;
  return {
    kind: 'spot',
    id: order.id,
    side: t(`trade.${order.side}`),
    tone: order.side === 'buy' ? 'up' : 'down',
    pair: pairOf(order.coinInfoId, order.symbol),
    status: orderStatusText(order, t),
    time: order.createTime,
    figures: [
      { label: t('trade.price'), text: orderPriceText(order, t) },
      ...(order.stopPrice ? [{ label: t('trade.stopPrice'), text: priceText(order.stopPrice, order.coinInfoId) }] : []),
      {
        label: t(byAmount ? 'trade.amount' : 'trade.total'),
        text: byAmount ? coinText(order.amount, order.coinInfoId) : coinText(order.total, quoteOf(order)),
      },
      { label: t('orders.dealt'), text: coinText(order.dealAmount, order.coinInfoId) },
    ],
  };
}

export function contractSummary(order: ContractOrder, t: Translate): OrderSummary {
  const isClosed = order.status === CONTRACT_STATUS.closed;
  const ending: OrderFigure = isClosed
    ? { label: t('contracts.exit'), text: priceText(order.closePrice, order.coinInfoId) }
    : { label: t('trade.amount'), text: coinText(order.amount, order.coinInfoId) };
  return {
    kind: 'contract',
    id: order.id,
    side: `${t(`contracts.${order.direction}`)} ${order.multiple}x`,
    tone: order.direction === 'long' ? 'up' : 'down',
    pair: pairOf(order.coinInfoId, order.symbol),
    status: contractStatus(order, t),
    time: order.createTime,
    figures: [
      {
        label: t(isClosed ? 'contracts.entry' : 'trade.price'),
        text: isClosed ? priceText(order.openPrice, order.coinInfoId) : entryPriceText(order, t),
      },
      ending,
      moneyFigure(
        t('contracts.profit'),
        order.status === CONTRACT_STATUS.closed || order.status === CONTRACT_STATUS.holding ? order.profit : '',
      ),
    ],
  };
}

/** Status of a contract: how it was closed, or its state. */
export const contractStatus = (order: ContractOrder, t: Translate): string =>
  order.status === CONTRACT_STATUS.closed
    ? t(`contracts.closeType${order.closeType}`)
    : t(`contracts.status${order.status}`);

function entryPriceText(order: ContractOrder, t: Translate): string {
  if (Number(order.openPrice) > 0) return priceText(order.openPrice, order.coinInfoId);
  return order.orderType === 'market' ? t('trade.market') : priceText(order.limitPrice, order.coinInfoId);
}

export function secondsSummary(order: SecondsOrder, t: Translate): OrderSummary {
  return {
    kind: 'seconds',
    id: order.orderNum,
    side: t(`order.${order.direction}`),
    tone: order.direction,
    pair: pairOf(order.coinInfoId, order.symbol),
    status: secondsStatus(order, t),
    time: order.buyTime,
    figures: [
      { label: t('trade.amount'), text: moneyText(order.amount) },
      { label: t('order.strike'), text: priceText(order.strikePrice, order.coinInfoId) },
      moneyFigure(t('contracts.profit'), order.profit),
    ],
  };
}

const secondsStatus = (order: SecondsOrder, t: Translate): string => {
  if (order.result !== '') return t(`order.result.${order.result}`);
  return t(order.status === SECONDS_STATUS.settling ? 'order.settling' : 'order.running');
};
