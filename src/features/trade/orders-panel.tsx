// My orders below the ticket: those that wait, with their way out, and those that are over.
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpotOrder } from '../../../contract/order.ts';
import { errorText } from '../../cells/error-text.ts';
import { cancelOrders } from '../../state/cancel-orders.ts';
import { loadOrders, openOrders, ordersState } from '../../state/orders.ts';
import { isLoggedIn } from '../../state/session.ts';
import { showToast } from '../../state/toast.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { OrderRow } from './order-row.tsx';
import styles from './trade.module.css';
import { useHistory } from './use-history.ts';

type Pane = 'open' | 'history';
const PATH = '/pages/tabbar/trade';

export function OrdersPanel() {
  const { t } = useTranslation();
  const [pane, setPane] = useState<Pane>('open');
  const count = useSignalValue(openOrders).length;
  const known = useSignalValue(isLoggedIn);
  const choices = [{ key: 'open', label: t('orders.open', { count }) }, { key: 'history', label: t('orders.history') }] as const;
  return (
    <section className={styles.orders}>
      <Tabs choices={choices} value={pane} onChange={setPane} label={t('orders.tabs')} />
      {!known && <LoginCard />}
      {known && pane === 'open' && <OpenOrders />}
      {known && pane === 'history' && <OrderHistory />}
    </section>
  );
}

function LoginCard() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const logIn = <Button kind="primary" onClick={() => void navigate({ to: '/pages/common/login', search: { back: PATH } })}>{t('auth.login')}</Button>;
  return <NoticeCard title={t('orders.loginTitle')} action={logIn} />;
}

function OpenOrders() {
  const { t } = useTranslation();
  const list = useSignalValue(openOrders);
  const state = useSignalValue(ordersState);
  const [asked, setAsked] = useState<SpotOrder | 'all' | null>(null);
  const cancel = (): void => {
    if (asked === null) return;
    setAsked(null);
    cancelOrders(asked).then(() => showToast(t('orders.cancelled'), 'success'), (cause: unknown) => showToast(errorText(cause, t), 'error'));
  };
  if (list.length === 0 && state === 'failed') return <Failed onRetry={() => void loadOrders()} />;
  if (list.length === 0 && state !== 'ready') return <SkeletonRows rows={2} />;
  return (
    <>
      {list.length === 0 && <NoticeCard title={t('orders.empty')} text={t('orders.emptyText')} />}
      {list.length > 1 && <p className={styles.all}><Button small onClick={() => setAsked('all')}>{t('orders.cancelAll')}</Button></p>}
      <ul>{list.map((order) => <OrderRow key={order.id} order={order} onCancel={setAsked} />)}</ul>
      <ConfirmSheet
        open={asked !== null}
        title={asked === 'all' ? t('orders.cancelAllAsk', { count: list.length }) : t('orders.cancelAsk')}
        text={asked === 'all' || asked === null ? t('orders.cancelAllText') : t('orders.cancelText', {
          side: t(`trade.${asked.side}`), amount: asked.amount, coin: asked.symbol, price: asked.price,
        })}
        confirmLabel={asked === 'all' ? t('orders.cancelAll') : t('orders.cancel')}
        cancelLabel={t('orders.keep')}
        closeLabel={t('app.close')}
        onConfirm={cancel}
        onCancel={() => setAsked(null)}
      />
    </>
  );
}

function OrderHistory() {
  const { t } = useTranslation();
  const { list, hasMore, failure, more, retry } = useHistory();
  if (!list) return failure === null ? <SkeletonRows rows={3} /> : <Failed onRetry={retry}>{errorText(failure, t)}</Failed>;
  if (list.length === 0) return <NoticeCard title={t('orders.emptyHistory')} />;
  return (
    <>
      <ul>{list.map((order) => <OrderRow key={order.id} order={order} />)}</ul>
      {hasMore ? <p className={styles.all}><Button small onClick={more}>{t('orders.more')}</Button></p> : <p className={styles.end}>{t('app.noMore')}</p>}
    </>
  );
}

function Failed({ onRetry, children }: { onRetry: () => void; children?: ReactNode }) {
  const { t } = useTranslation();
  const text = typeof children === 'string' ? children : undefined;
  return <NoticeCard alert title={t('orders.failed')} text={text} action={<Button small onClick={onRetry}>{t('app.retry')}</Button>} />;
}
