// What became of a contract order that the exchange accepted, as a card with what can be done next.
import { useNavigate } from '@tanstack/react-router';
import { type ContractOrder, CONTRACT_STATUS } from '../../../core/orders/contract-order.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { baseSymbol } from '../../components/market/pair-symbols.ts';
import { coinText, priceText } from '../../stores/market/figures.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { moneyText } from '../../stores/market/number-format.ts';
import { showOrderResult } from '../../stores/ui/order-result.ts';
import { openPositionSheet } from './position-request.ts';

export function useContractResult(instrument: Instrument): (order: ContractOrder) => void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { info } = instrument;
  const setTriggers = (id: number): void => {
    openPositionSheet('triggers', id);
    // The sheet belongs to the list of positions.
    void navigate({ to: '/pages/tabbar/contracts', search: { coinInfoId: info.id } });
  };
  return (order) => {
    const { id, direction, status, fee, profitPrice, lossPrice } = order;
    const held = status === CONTRACT_STATUS.holding;
    const waits = Number(order.pendingAmount ?? 0) > 0;
    const act = t(direction === 'long' ? 'contracts.openLongOf' : 'contracts.openShortOf', {
      amount: coinText(held && !waits ? (order.holdAmount ?? order.amount) : order.amount, info.id),
      coin: baseSymbol(info),
    });
    showOrderResult({
      kind: held ? 'done' : 'waits',
      title: t(held ? (waits ? 'ticket.partly' : 'ticket.filled') : 'ticket.placed'),
      text: t('ticket.at', { act, price: priceText(held ? order.openPrice : order.limitPrice, info.id) }),
      detail: held ? t('ticket.feePaid', { fee: `${moneyText(fee)} USDT` }) : '',
      actions: [
        ...(held && profitPrice === '' && lossPrice === ''
          ? [{ key: 'triggers', label: t('ticket.setTriggers'), run: () => setTriggers(id) }]
          : []),
        {
          key: 'view',
          label: t('ticket.view'),
          run: () => void navigate({ to: '/pages/order/orderInfo', search: { type: 'contract', id } }),
        },
      ],
    });
  };
}
