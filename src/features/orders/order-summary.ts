// Summaries of spot orders, contracts and seconds contracts for lists and details.
import { CONTRACT_STATUS, type ContractOrder } from '../../../core/orders/contract-order.ts';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import { SECONDS_STATUS, type SecondsOrder } from '../../../core/orders/binary-option-order.ts';
import type { Translate } from '../../locales/use-translation.ts';
import { separate } from '../../stores/market/number-format.ts';
import { instrumentById } from '../../stores/market/instruments.ts';

export const ORDER_KINDS = ['spot', 'contract', 'seconds'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];
type Tone = 'up' | 'down';

export interface OrderFigure {
  label: string;
  /** Formatted, with its coin. */
  text: string;
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

/** A formatted price; "--" for '' and 0, which mean that there is none. */
export const priceText = (text: string): string => (Number(text) > 0 ? separate(text) : '--');

/** A signed amount with its tone; "--" for ''. */
export function moneyFigure(label: string, text: string): OrderFigure {
  if (text === '') return { label, text: '--' };
  const worth = Number(text);
  return {
    label,
    text: `${worth > 0 ? '+' : ''}${separate(text)}`,
    tone: worth < 0 ? 'down' : worth > 0 ? 'up' : undefined,
  };
}

export const pairOf = (coinInfoId: number, symbol: string): string => instrumentById(coinInfoId)?.info.pair ?? symbol;

export function spotSummary(order: SpotOrder, t: Translate): OrderSummary {
  const byAmount = Number(order.amount) > 0;
  return {
    kind: 'spot',
    id: order.id,
    side: t(`trade.${order.side}`),
    tone: order.side === 'buy' ? 'up' : 'down',
    pair: pairOf(order.coinInfoId, order.symbol),
    status: t(`orders.status${order.status}`),
    time: order.createTime,
    figures: [
      { label: t('trade.price'), text: order.orderType === 'market' ? t('trade.market') : priceText(order.price) },
      { label: t(byAmount ? 'trade.amount' : 'trade.total'), text: separate(byAmount ? order.amount : order.total) },
      { label: t('orders.dealt'), text: separate(order.dealAmount) },
    ],
  };
}

export function contractSummary(order: ContractOrder, t: Translate): OrderSummary {
  const isClosed = order.status === CONTRACT_STATUS.closed;
  const ending: OrderFigure = isClosed
    ? { label: t('contracts.exit'), text: priceText(order.closePrice) }
    : { label: t('trade.amount'), text: separate(order.amount) };
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
        text: isClosed ? priceText(order.openPrice) : entryPriceText(order, t),
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
  if (Number(order.openPrice) > 0) return separate(order.openPrice);
  return order.orderType === 'market' ? t('trade.market') : priceText(order.limitPrice);
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
      { label: t('trade.amount'), text: separate(order.amount) },
      { label: t('order.strike'), text: priceText(order.strikePrice) },
      moneyFigure(t('contracts.profit'), order.profit),
    ],
  };
}

const secondsStatus = (order: SecondsOrder, t: Translate): string => {
  if (order.result !== '') return t(`order.result.${order.result}`);
  return t(order.status === SECONDS_STATUS.settling ? 'order.settling' : 'order.running');
};
