// What became of a spot order that the exchange accepted, as a card.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { SPOT_STATUS, type SpotOrder } from '../../../core/orders/spot-order.ts';
import { baseSymbol, quoteSymbol } from '../../components/market/pair-symbols.ts';
import { coinText, priceText } from '../../stores/market/figures.ts';
import type { Translate } from '../../locales/use-translation.ts';
import { showOrderResult } from '../../stores/ui/order-result.ts';
import { showToast } from '../../stores/ui/toast.ts';

/** `view` opens the details of the order. */
export function showSpotResult(instrument: Instrument, order: SpotOrder, t: Translate, view: () => void): void {
  const { status, side, dealAmount } = order;
  const traded = Number(dealAmount) > 0;
  if (status === SPOT_STATUS.refused) return showToast(order.reason ?? t('orders.status5'), 'error');
  if (status === SPOT_STATUS.cancelled && !traded) return showToast(t('trade.unfilled'), 'error');
  const [base, quote] = [baseSymbol(instrument.info), quoteSymbol(instrument.info)];
  const done = status === SPOT_STATUS.finished || status === SPOT_STATUS.cancelled;
  const act = t(side === 'buy' ? 'trade.buyOf' : 'trade.sellOf', {
    amount: coinText(done ? dealAmount : order.amount, order.coinInfoId),
    coin: base,
  });
  return showOrderResult({
    kind: done ? 'done' : 'waits',
    title: t(status === SPOT_STATUS.finished ? 'ticket.filled' : traded ? 'ticket.partly' : 'ticket.placed'),
    text: t('ticket.at', { act, price: priceText(done ? order.avgPrice : order.price, order.coinInfoId) }),
    detail: traded
      ? t('ticket.feePaid', {
          fee: `${coinText(order.fee, order.feeCoinId)} ${order.feeCoinId === instrument.info.id ? base : quote}`,
        })
      : '',
    actions: [{ key: 'view', label: t('ticket.view'), run: view }],
  });
}
