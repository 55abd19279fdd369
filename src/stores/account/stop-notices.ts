// Notices of stop orders whose price was reached, with what became of the order that took their place (M17).
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import type { ThreadEvent } from '../../../core/worker-protocol/worker-protocol.ts';
import { ALL_CHANNELS } from '../../../core/endpoints/alert.ts';
import { loadNamespaces } from '../../locales/i18n.ts';
import { translate } from '../../locales/use-translation.ts';
import { notify } from '../device/notifications.ts';
import { instrumentById } from '../market/instruments.ts';

/** Pairs a stop that was reached with the order that took its place. One instance a session. */
export class ReachedStops {
  /** By id; null once its order has come. */
  readonly #reached = new Map<number, SpotOrder | null>();

  /** Whether an order is the first state of one that took the place of a stop. */
  isPlaced(order: SpotOrder): boolean {
    if (order.reason === 'triggered') {
      // Sent again after a reconnection.
      if (!this.#reached.has(order.id)) this.#reached.set(order.id, order);
      return false;
    }
    // Both have the time of the beat that reached the stop.
    const stop = [...this.#reached.values()].find(
      (one) =>
        one &&
        one.id < order.id &&
        one.coinInfoId === order.coinInfoId &&
        one.side === order.side &&
        one.updateTime === order.createTime,
    );
    if (stop) this.#reached.set(stop.id, null);
    return Boolean(stop);
  }
}

const stops = new ReachedStops();

/** Shows the notice, on any page. */
export async function noticeStop(event: ThreadEvent): Promise<void> {
  if (event.kind !== 'order' || !stops.isPlaced(event.order)) return;
  await loadNamespaces(['market']);
  const { id, coinInfoId, side, status, symbol } = event.order;
  const t = translate();
  const act = `${t(`trade.${side}`)} ${instrumentById(coinInfoId)?.info.pair ?? symbol}`;
  notify({
    kind: 'order',
    title: `${t('trade.stopTitle')} · ${t('orders.triggered')} · ${act} · ${t(`orders.status${status}`)}`,
    body: act,
    tag: `stop-${id}`,
    link: `/pages/order/orderInfo?type=spot&id=${id}`,
    channels: ALL_CHANNELS,
  });
}
