// Open spot orders and the order history, below the order form.
import { memo, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import { FailedCard, LoginCard, PagedList } from '../../components/common/async-states.tsx';
import { errorText } from '../../components/common/error-text.ts';
import { useInfiniteQuery } from '../../hooks/use-infinite-query.ts';
import { useDebounced } from '../../hooks/use-debounced.ts';
import { cancelOrders } from '../../stores/account/cancel-orders.ts';
import { loadOrders, openOrders, orderChanges, ordersState } from '../../stores/account/spot-orders.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/overlays/confirm-sheet.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { cancelText } from '../../components/order-review/spot-order-text.ts';
import styles from '../../components/ticket/trading-layout.module.css';
import { SpotOrderRow } from './spot-order-row.tsx';

type Pane = 'open' | 'history';
const PATH = '/pages/tabbar/trade';

export const SpotOrdersPanel = memo(function SpotOrdersPanel() {
  const { t } = useTranslation();
  const [pane, setPane] = useState<Pane>('open');
  const count = useSignalValue(openOrders).length;
  const loggedIn = useSignalValue(isLoggedIn);
  const choices = [
    { key: 'open', label: t('orders.open', { count }) },
    { key: 'history', label: t('orders.history') },
  ] as const;
  return (
    <section className={styles.orders}>
      <Tabs choices={choices} value={pane} onChange={setPane} label={t('orders.tabs')} />
      {!loggedIn && <LoginCard title={t('orders.loginTitle')} back={PATH} />}
      {loggedIn && pane === 'open' && <OpenOrders />}
      {loggedIn && pane === 'history' && <OrderHistory />}
    </section>
  );
});

export function OpenOrders() {
  const { t } = useTranslation();
  const list = useSignalValue(openOrders);
  const state = useSignalValue(ordersState);
  const [confirming, setConfirming] = useState<SpotOrder | 'all' | null>(null);
  const cancel = (): void => {
    if (confirming === null) return;
    setConfirming(null);
    cancelOrders(confirming).then(
      () => showToast(t('orders.cancelled'), 'success'),
      (cause: unknown) => showToast(errorText(cause, t), 'error'),
    );
  };
  if (list.length === 0 && state === 'failed') return <FailedCard failure={null} onRetry={() => void loadOrders()} />;
  if (list.length === 0 && state !== 'ready') return <SkeletonRows rows={2} />;
  return (
    <>
      {list.length === 0 && <NoticeCard title={t('orders.empty')} text={t('orders.emptyText')} />}
      {list.length > 1 && (
        <p className={styles.all}>
          <span>{t('area.spot')}</span>
          <Button small kind="ghost" onClick={() => setConfirming('all')}>
            {t('orders.cancelAll')}
          </Button>
        </p>
      )}
      <ul>
        {list.map((order) => (
          <SpotOrderRow key={order.id} order={order} onCancel={setConfirming} />
        ))}
      </ul>
      <ConfirmSheet
        open={confirming !== null}
        title={confirming === 'all' ? t('orders.cancelAllAsk', { count: list.length }) : t('orders.cancelAsk')}
        text={confirming === 'all' || confirming === null ? t('orders.cancelAllText') : cancelText(confirming, t)}
        confirmLabel={confirming === 'all' ? t('orders.cancelAll') : t('orders.cancel')}
        cancelLabel={t('orders.keep')}
        closeLabel={t('app.close')}
        onConfirm={cancel}
        onCancel={() => setConfirming(null)}
      />
    </>
  );
}

export function OrderHistory() {
  const { t } = useTranslation();
  const pages = useInfiniteQuery(
    '/coin/order/list',
    { state: 'history' },
    'id',
    useDebounced(useSignalValue(orderChanges)),
  );
  return (
    <PagedList pages={pages} pulls={false} empty={<NoticeCard title={t('orders.emptyHistory')} />}>
      {(list) => (
        <ul>
          {list.map((order) => (
            <SpotOrderRow key={order.id} order={order} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}
