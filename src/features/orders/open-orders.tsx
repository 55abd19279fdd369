// Open spot orders and contracts from the feed, with buttons that cancel one or all.
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import { submitCall } from '../../api/submit-call.ts';
import { FailedCard } from '../../components/common/async-states.tsx';
import { errorText } from '../../components/common/error-text.ts';
import { useMutation } from '../../hooks/use-mutation.ts';
import { LastPress } from '../../lib/double-tap.ts';
import { cancelOrders } from '../../stores/account/cancel-orders.ts';
import {
  applyContract,
  contractsState,
  isWaiting,
  loadContracts,
  openContracts,
} from '../../stores/account/contract-orders.ts';
import { applyOrder, loadOrders, openOrders, ordersState } from '../../stores/account/spot-orders.ts';
import type { OrdersState } from '../../stores/account/open-orders.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/overlays/confirm-sheet.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { type OrderSummary, contractSummary, spotSummary } from './order-summary.ts';
import { OrderCard } from './order-card.tsx';
import styles from './orders.module.css';

export interface OpenOrdersProps {
  /** Only this market; undefined for all. */
  coinInfoId: number | undefined;
}

const ofMarket = <T extends { coinInfoId: number }>(list: readonly T[], coinInfoId: number | undefined): readonly T[] =>
  coinInfoId === undefined ? list : list.filter((order) => order.coinInfoId === coinInfoId);

/** An empty list: not loaded yet, failed to load, or nothing there. */
function EmptyList({ state, onRetry, text }: { state: OrdersState; onRetry: () => void; text: string }) {
  const { t } = useTranslation();
  if (state === 'failed') return <FailedCard failure={null} onRetry={onRetry} />;
  return state === 'ready' ? <NoticeCard title={t('orders.empty')} text={text} /> : <SkeletonRows rows={3} />;
}

export function OpenSpotOrders({ coinInfoId }: OpenOrdersProps) {
  const { t } = useTranslation();
  const list = ofMarket(useSignalValue(openOrders), coinInfoId);
  const state = useSignalValue(ordersState);
  const [confirming, setConfirming] = useState<SpotOrder | 'all' | null>(null);
  const { busy, keyOf, mutate } = useMutation('cancel spot');
  const cancel = async (): Promise<void> => {
    if (confirming === null) return;
    setConfirming(null);
    if (confirming !== 'all') {
      await cancelOrders(confirming).then(
        () => showToast(t('orders.cancelled'), 'success'),
        (cause: unknown) => showToast(errorText(cause, t), 'error'),
      );
      return;
    }
    const body = { all: true, coinInfoId };
    const clientNo = keyOf(['spot', list.map(({ id }) => id)]);
    const answer = await mutate((options) => submitCall('/coin/order/close', { ...body, clientNo }, options));
    answer?.list.forEach(applyOrder);
    if (answer) showToast(t('orders.cancelled'), 'success');
  };
  // A question about orders that are gone does not come back with the next ones.
  if (list.length === 0 && confirming !== null) setConfirming(null);
  if (list.length === 0)
    return <EmptyList state={state} onRetry={() => void loadOrders()} text={t('orders.emptyText')} />;
  return (
    <>
      {list.length > 1 && <CancelAllButton busy={busy} onClick={() => setConfirming('all')} />}
      <ul className={styles.list}>
        {list.map((order) => {
          const line = spotSummary(order, t);
          const action = <CancelButton line={line} onClick={() => setConfirming(order)} />;
          return <OrderCard key={order.id} line={line} action={action} />;
        })}
      </ul>
      <ConfirmSheet
        open={confirming !== null}
        title={confirming === 'all' ? t('orders.cancelAllAsk', { count: list.length }) : t('orders.cancelAsk')}
        text={t('orders.cancelAllText')}
        confirmLabel={confirming === 'all' ? t('orders.cancelAll') : t('orders.cancel')}
        cancelLabel={t('orders.keep')}
        closeLabel={t('app.close')}
        onConfirm={() => void cancel()}
        onCancel={() => setConfirming(null)}
      />
    </>
  );
}

function CancelAllButton({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <p className={styles.actions}>
      <Button small busy={busy} onClick={onClick} data-testid="cancel-all">
        {t('orders.cancelAll')}
      </Button>
    </p>
  );
}

/** Its accessible name has the order's, because a screen reader may list all buttons of a page. */
function CancelButton({ line, busy, onClick }: { line: OrderSummary; busy?: boolean; onClick: () => void }) {
  const { t } = useTranslation();
  const { side, pair, figures } = line;
  return (
    <Button
      small
      busy={busy}
      aria-label={`${t('orders.cancel')}: ${side} ${pair} ${figures[0]?.text ?? ''}`}
      onClick={onClick}
    >
      {t('orders.cancel')}
    </Button>
  );
}

export function OpenContracts({ coinInfoId }: OpenOrdersProps) {
  const { t } = useTranslation();
  const list = ofMarket(useSignalValue(openContracts), coinInfoId);
  const state = useSignalValue(contractsState);
  const waiting = list.filter(isWaiting);
  const [confirming, setConfirming] = useState(false);
  const { busy, keyOf, mutate } = useMutation('cancel contracts');
  const [lastPress] = useState(() => new LastPress());
  const cancel = async (ids: readonly number[]): Promise<void> => {
    setConfirming(false);
    const clientNo = keyOf(['contract', ids]);
    const answer = await mutate((options) =>
      submitCall('/coin/contract/order/close', { ids: ids.join(','), clientNo }, options),
    );
    answer?.list.forEach(applyContract);
    if (answer) showToast(t('orders.cancelled'), 'success');
  };
  const cancelOne = (id: number): void => {
    // The next order moves up under the finger.
    if (lastPress.isRecent) return;
    lastPress.note();
    void cancel([id]);
  };
  if (list.length === 0 && confirming) setConfirming(false);
  if (list.length === 0)
    return <EmptyList state={state} onRetry={() => void loadContracts()} text={t('contracts.noPositionsText')} />;
  return (
    <>
      {waiting.length > 1 && <CancelAllButton busy={busy} onClick={() => setConfirming(true)} />}
      <ul className={styles.list}>
        {list.map((order) => {
          const line = contractSummary(order, t);
          const action = isWaiting(order) && (
            <CancelButton line={line} busy={busy} onClick={() => cancelOne(order.id)} />
          );
          return <OrderCard key={order.id} line={line} action={action} />;
        })}
      </ul>
      <ConfirmSheet
        open={confirming}
        title={t('orders.cancelAllAsk', { count: waiting.length })}
        text={t('orders.cancelAllText')}
        confirmLabel={t('orders.cancelAll')}
        cancelLabel={t('orders.keep')}
        closeLabel={t('app.close')}
        onConfirm={() => void cancel(waiting.map(({ id }) => id))}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
}
