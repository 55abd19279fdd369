// Price and status of a spot order in words.
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import type { Translate } from '../../locales/use-translation.ts';
import { priceText } from '../../stores/market/figures.ts';

/** The limit price; for orders without one, that of the market. */
export function orderPriceText(order: SpotOrder, t: Translate): string {
  return order.orderType.endsWith('market') ? t('trade.market') : priceText(order.price, order.coinInfoId);
}

/** A stop order that has ended is not cancelled for its owner: its order is in the market (M17). */
export function orderStatusText({ status, reason }: SpotOrder, t: Translate): string {
  return reason === 'triggered' ? t('orders.triggered') : t(`orders.status${status}`);
}
