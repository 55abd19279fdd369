// Price, size and status of a spot order in words.
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import type { Translate } from '../../locales/use-translation.ts';
import { coinText, priceText } from '../../stores/market/figures.ts';
import { instrumentById } from '../../stores/market/instruments.ts';

/** The limit price; for orders without one, that of the market. */
export function orderPriceText(order: SpotOrder, t: Translate): string {
  return order.orderType.endsWith('market') ? t('trade.market') : priceText(order.price, order.coinInfoId);
}

/** The amount, or the total of an order that has none. */
export function orderSize({ amount, total, coinInfoId, symbol }: SpotOrder): { amount: string; coin: string } {
  if (Number(amount) > 0) return { amount: coinText(amount, coinInfoId), coin: symbol };
  const quoteId = instrumentById(coinInfoId)?.info.quoteCoinId ?? USDT_ID;
  return { amount: coinText(total, quoteId), coin: instrumentById(quoteId)?.info.symbol ?? 'USDT' };
}

/** The question before an open order is cancelled; a stop that becomes a market order has its stop price alone. */
export function cancelText(order: SpotOrder, t: Translate): string {
  const { side, orderType, price, stopPrice, coinInfoId } = order;
  const shown = (orderType.endsWith('market') && stopPrice) || price;
  return t('orders.cancelText', { side: t(`trade.${side}`), ...orderSize(order), price: priceText(shown, coinInfoId) });
}

/** A stop order that has ended is not cancelled for its owner: its order is in the market (M17). */
export function orderStatusText({ status, reason }: SpotOrder, t: Translate): string {
  return reason === 'triggered' ? t('orders.triggered') : t(`orders.status${status}`);
}
