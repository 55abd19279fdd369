// Orders that stand: spot and contracts as the feed keeps them, each with its way out, and all of them at once.
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { type ContractOrder, CONTRACT_STATUS } from '../../../core/orders/contract-order.ts';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import { call } from '../../api/call.ts';
import { FailedCard } from '../../components/common/async-states.tsx';
import { errorText } from '../../components/common/error-text.ts';
import { useMutation } from '../../hooks/use-mutation.ts';
import { cancelOrders } from '../../stores/account/cancel-orders.ts';
import { applyContract, contractsState, loadContracts, openContracts } from '../../stores/account/contract-orders.ts';
import { applyOrder, loadOrders, openOrders, ordersState } from '../../stores/account/spot-orders.ts';
import type { OrdersState } from '../../stores/account/open-orders.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/overlays/confirm-sheet.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { contractLine, spotLine } from './order-rows.ts';
import { OrderLine } from './order-card.tsx';
import styles from './orders.module.css';

export interface CurrentProps {
  /** One market alone; undefined for all. */
  coinInfoId: number | undefined;
}

const ofMarket = <T extends { coinInfoId: number }>(list: readonly T[], coinInfoId: number | undefined): readonly T[] =>
  coinInfoId === undefined ? list : list.filter((order) => order.coinInfoId === coinInfoId);

/** Why nothing stands here: not known yet, not to be had, or nothing there. */
function Nothing({ state, onRetry, text }: { state: OrdersState; onRetry: () => void; text: string }) {
  const { t } = useTranslation();
  if (state === 'failed') return <FailedCard failure={null} onRetry={onRetry} />;
  return state === 'ready' ? <NoticeCard title={t('orders.empty')} text={text} /> : <SkeletonRows rows={3} />;
}

export function CurrentSpot({ coinInfoId }: CurrentProps) {
  const { t } = useTranslation();
  const list = ofMarket(useSignalValue(openOrders), coinInfoId);
  const state = useSignalValue(ordersState);
  const [asked, setAsked] = useState<SpotOrder | 'all' | null>(null);
  const { keyOf, mutate } = useMutation();
  const cancel = async (): Promise<void> => {
    if (asked === null) return;
    setAsked(null);
    if (asked !== 'all') {
      await cancelOrders(asked).then(
        () => showToast(t('orders.cancelled'), 'success'),
        (cause: unknown) => showToast(errorText(cause, t), 'error'),
      );
      return;
    }
    const body = { all: true, coinInfoId };
    const clientNo = keyOf(['spot', list.map(({ id }) => id)]);
    const answer = await mutate((options) => call('/coin/order/close', { ...body, clientNo }, options));
    answer?.list.forEach(applyOrder);
    if (answer) showToast(t('orders.cancelled'), 'success');
  };
  if (list.length === 0)
    return <Nothing state={state} onRetry={() => void loadOrders()} text={t('orders.emptyText')} />;
  return (
    <>
      {list.length > 1 && (
        <p className={styles.acts}>
          <Button small onClick={() => setAsked('all')} data-testid="cancel-all">
            {t('orders.cancelAll')}
          </Button>
        </p>
      )}
      <ul className={styles.list}>
        {list.map((order) => (
          <OrderLine
            key={order.id}
            line={spotLine(order, t)}
            action={
              <Button small onClick={() => setAsked(order)}>
                {t('orders.cancel')}
              </Button>
            }
          />
        ))}
      </ul>
      <ConfirmSheet
        open={asked !== null}
        title={asked === 'all' ? t('orders.cancelAllAsk', { count: list.length }) : t('orders.cancelAsk')}
        text={t('orders.cancelAllText')}
        confirmLabel={asked === 'all' ? t('orders.cancelAll') : t('orders.cancel')}
        cancelLabel={t('orders.keep')}
        closeLabel={t('app.close')}
        onConfirm={() => void cancel()}
        onCancel={() => setAsked(null)}
      />
    </>
  );
}

/** Whether a part of it still waits in the book and can be revoked. */
const isWaiting = (order: ContractOrder): boolean =>
  order.status === CONTRACT_STATUS.pending || Number(order.pendingAmount ?? 0) > 0;

export function CurrentContracts({ coinInfoId }: CurrentProps) {
  const { t } = useTranslation();
  const list = ofMarket(useSignalValue(openContracts), coinInfoId);
  const state = useSignalValue(contractsState);
  const waiting = list.filter(isWaiting);
  const [asked, setAsked] = useState(false);
  const { busy, keyOf, mutate } = useMutation();
  const revoke = async (ids: readonly number[]): Promise<void> => {
    setAsked(false);
    const clientNo = keyOf(['contract', ids]);
    const answer = await mutate((options) =>
      call('/coin/contract/order/close', { ids: ids.join(','), clientNo }, options),
    );
    answer?.list.forEach(applyContract);
    if (answer) showToast(t('contracts.revoked'), 'success');
  };
  if (list.length === 0)
    return <Nothing state={state} onRetry={() => void loadContracts()} text={t('contracts.noPositionsText')} />;
  return (
    <>
      {waiting.length > 1 && (
        <p className={styles.acts}>
          <Button small busy={busy} onClick={() => setAsked(true)} data-testid="cancel-all">
            {t('orders.cancelAll')}
          </Button>
        </p>
      )}
      <ul className={styles.list}>
        {list.map((order) => (
          <OrderLine
            key={order.id}
            line={contractLine(order, t)}
            action={
              isWaiting(order) && (
                <Button small busy={busy} onClick={() => void revoke([order.id])}>
                  {t('contracts.revoke')}
                </Button>
              )
            }
          />
        ))}
      </ul>
      <ConfirmSheet
        open={asked}
        title={t('orders.cancelAllAsk', { count: waiting.length })}
        text={t('orders.cancelAllText')}
        confirmLabel={t('orders.cancelAll')}
        cancelLabel={t('orders.keep')}
        closeLabel={t('app.close')}
        onConfirm={() => void revoke(waiting.map(({ id }) => id))}
        onCancel={() => setAsked(false)}
      />
    </>
  );
}
