// The orders page: open and closed spot orders, contracts and seconds contracts.
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { PageHeader } from '../../components/common/page-header.tsx';
import { instruments } from '../../stores/market/instruments.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { Segmented, Tabs } from '../../ui/tabs.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { ORDER_KINDS, type OrderKind } from './order-summary.ts';
import { OpenContracts, OpenSpotOrders } from './open-orders.tsx';
import { ContractHistory, SecondsOrders, SpotHistory } from './order-history.tsx';
import { OrderFilterFields, useOrderFilters } from './use-order-filters.tsx';
import { ExampleOrder } from './example-order.tsx';
import styles from './orders.module.css';

type When = 'current' | 'history';
const PATH = '/pages/order/myOrder';

export function MyOrdersPage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  // Rows show pairs from the list of markets; the key renders them again once it is loaded.
  const named = useSignalValue(instruments).size > 0;
  return (
    <>
      <PageHeader title={t('title.myOrder')} />
      <main className={`column ${styles.page}`}>
        {loggedIn ? <Orders key={named ? 'named' : 'bare'} /> : <ExampleOrder back={PATH} />}
      </main>
    </>
  );
}

function Orders() {
  const { t } = useTranslation();
  const [kind, setKind] = useState<OrderKind>('spot');
  const [when, setWhen] = useState<When>('current');
  const filters = useOrderFilters();
  const { filter } = filters;
  return (
    <>
      <div className={styles.controls}>
        <Tabs
          label={t('orders.tabs')}
          value={kind}
          onChange={setKind}
          choices={ORDER_KINDS.map((key) => ({ key, label: t(`order.kind.${key}`) }))}
        />
        <Segmented
          label={t('order.when')}
          value={when}
          onChange={setWhen}
          choices={[
            { key: 'current', label: t('order.current') },
            { key: 'history', label: t('orders.history') },
          ]}
        />
        <OrderFilterFields filters={filters} dated={when === 'history'} />
      </div>
      {kind === 'spot' &&
        (when === 'current' ? <OpenSpotOrders coinInfoId={filter.coinInfoId} /> : <SpotHistory filter={filter} />)}
      {kind === 'contract' &&
        (when === 'current' ? <OpenContracts coinInfoId={filter.coinInfoId} /> : <ContractHistory filter={filter} />)}
      {kind === 'seconds' && (
        <SecondsOrders key={when} state={when === 'current' ? 'holding' : 'history'} filter={filter} />
      )}
    </>
  );
}
