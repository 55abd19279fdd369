// Withdrawal: its conditions, coin and network, the form, and the withdrawals so far.
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { FUND_STATUS, type WithdrawGate } from '../../../core/orders/fund-order.ts';
import { call } from '../../api/call.ts';
import { QueryBlock, LoginCard } from '../../components/common/async-states.tsx';
import { errorText } from '../../components/common/error-text.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { refreshAssets } from '../../stores/account/balances.ts';
import { separate } from '../../stores/market/number-format.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { FundList } from './fund-list.tsx';
import { WithdrawalChecks } from './withdrawal-checks.tsx';
import { WithdrawalForm } from './withdrawal-form.tsx';
import { RouteFields } from './route-fields.tsx';
import { useFundRoute } from './use-fund-route.ts';
import styles from './wallet.module.css';

export function WithdrawPage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  return (
    <>
      <PageHeader
        title={t('title.withdraw')}
        trailing={
          <Link className={styles.link} to="/pages/wallet/address">
            {t('title.address')}
          </Link>
        }
      />
      <main className="column">
        {loggedIn ? (
          <WithdrawalOverview />
        ) : (
          <LoginCard
            text={t('wallet.frozenText')}
            back="/pages/wallet/withdraw"
            example={[
              [t('wallet.network'), 'Tron (TRC20)'],
              [t('wallet.amount'), `${separate('100.00')} USDT`],
              [t('wallet.serviceCharge'), `${separate('1.00')} USDT`],
              [t('wallet.arrives'), `${separate('99.00')} USDT`],
            ]}
          />
        )}
      </main>
    </>
  );
}

function WithdrawalOverview() {
  const { t } = useTranslation();
  const [reloads, setReloads] = useState(0);
  const gates = useQuery('/coin/withdraw/order', { pageSize: 1 }, reloads);
  const reload = (): void => setReloads((before) => before + 1);
  const cancelled = useRef(new Set<number>());
  const cancel = (id: number): void => {
    // Its button stays until the list is fetched again.
    if (cancelled.current.has(id)) return;
    cancelled.current.add(id);
    call('/coin/withdraw/order', { cancelId: id })
      .catch(async (cause: unknown) => {
        // It may be cancelled: the answer was lost, or the browser itself sent the call again after that.
        const found = await call('/coin/withdraw/order', { id }).catch(() => null);
        if (found?.list[0]?.status === FUND_STATUS.cancelled) return;
        cancelled.current.delete(id);
        showToast(errorText(cause, t), 'error');
      })
      .finally(() => {
        void refreshAssets();
        reload();
      });
  };
  return (
    <QueryBlock query={gates}>
      {({ gate }) => (
        <>
          {gate && <WithdrawalChecks gate={gate} />}
          <WithdrawalRoute gate={gate} onDone={reload}>
            <FundList path="/coin/withdraw/order" revision={reloads} onCancel={cancel} />
          </WithdrawalRoute>
        </>
      )}
    </QueryBlock>
  );
}

interface WithdrawalRouteProps {
  gate: WithdrawGate | undefined;
  onDone: () => void;
  /** Rendered after the parts above them have loaded, so that they do not move. */
  children: ReactNode;
}

function WithdrawalRoute({ gate, onDone, children }: WithdrawalRouteProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const route = useFundRoute('out');
  const { coin, network } = route;
  const book = useQuery(
    '/coin/withdraw/address',
    coin && network ? { coinInfoId: coin.id, chain: network.chain } : null,
  );
  if (!coin || !network) return <SkeletonRows rows={4} />;
  const add = (
    <Button
      kind="primary"
      onClick={() =>
        void navigate({ to: '/pages/wallet/addressAdd', search: { coinInfoId: coin.id, chain: network.chain } })
      }
    >
      {t('wallet.addAddress')}
    </Button>
  );
  return (
    <>
      <RouteFields route={route} />
      <QueryBlock query={book}>
        {({ list }) =>
          list.length === 0 ? (
            <NoticeCard title={t('wallet.noAddress')} action={add} />
          ) : (
            <WithdrawalForm
              key={`${coin.id} ${network.chain}`}
              coin={coin}
              network={network}
              addresses={list}
              gate={gate}
              onDone={onDone}
            />
          )
        }
      </QueryBlock>
      {(book.answer ?? book.failure) !== null && children}
    </>
  );
}
