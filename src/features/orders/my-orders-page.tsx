// My orders: spot, contracts and seconds contracts, those that stand and those that are over.
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { LoginCard } from '../../components/common/async-states.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { instruments } from '../../stores/market/instruments.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { Segmented, Tabs } from '../../ui/tabs.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { KINDS, type Kind } from './order-rows.ts';
import { CurrentContracts, CurrentSpot } from './current-lists.tsx';
import { ContractHistory, SecondsList, SpotHistory } from './history-lists.tsx';
import { FilterFields, useFilters } from './use-filters.tsx';
import styles from './orders.module.css';

type When = 'current' | 'history';
const PATH = '/pages/order/myOrder';

export function MyOrdersPage() {
  const { t } = useTranslation();
  const known = useSignalValue(isLoggedIn);
  // Pairs of the rows are named by the list of markets: once it comes, they are drawn anew.
  const named = useSignalValue(instruments).size > 0;
  return (
    <>
      <PageHeader title={t('title.myOrder')} />
      <main className={styles.page}>
        {known ? <Orders key={named ? 'named' : 'bare'} /> : <LoginCard title={t('orders.loginTitle')} back={PATH} />}
      </main>
    </>
  );
}

function Orders() {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Kind>('spot');
  const [when, setWhen] = useState<When>('current');
  const filters = useFilters();
  const { filter } = filters;
  return (
    <>
      <Tabs
        label={t('orders.tabs')}
        value={kind}
        onChange={setKind}
        choices={KINDS.map((key) => ({ key, label: t(`order.kind.${key}`) }))}
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
      <FilterFields filters={filters} dated={when === 'history'} />
      {kind === 'spot' &&
        (when === 'current' ? <CurrentSpot coinInfoId={filter.coinInfoId} /> : <SpotHistory filter={filter} />)}
      {kind === 'contract' &&
        (when === 'current' ? (
          <CurrentContracts coinInfoId={filter.coinInfoId} />
        ) : (
          <ContractHistory filter={filter} />
        ))}
      {kind === 'seconds' && (
        <SecondsList key={when} state={when === 'current' ? 'holding' : 'history'} filter={filter} />
      )}
    </>
  );
}
