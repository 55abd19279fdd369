// Closed orders by pages and as CSV, and seconds contracts in both states.
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { Link } from '@tanstack/react-router';
import { read } from '../../api/read.ts';
import { PagedList } from '../../components/common/async-states.tsx';
import { errorText } from '../../components/common/error-text.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useInfiniteQuery } from '../../hooks/use-infinite-query.ts';
import { useDebounced } from '../../hooks/use-debounced.ts';
import { contractChanges } from '../../stores/account/contract-orders.ts';
import { orderChanges } from '../../stores/account/spot-orders.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { contractSummary, secondsSummary, spotSummary } from './order-summary.ts';
import { fetchAllOrders, csvOf } from './order-csv.ts';
import { OrderCard } from './order-card.tsx';
import type { OrderFilter } from './use-order-filters.tsx';
import styles from './orders.module.css';

const SPOT_FIELDS = [
  'id',
  'orderNo',
  'createTime',
  'updateTime',
  'symbol',
  'side',
  'orderType',
  'price',
  'amount',
  'total',
  'dealAmount',
  'dealTotal',
  'avgPrice',
  'fee',
  'feeCoinId',
  'status',
] as const;
const CONTRACT_FIELDS = [
  'id',
  'orderNo',
  'createTime',
  'openTime',
  'closeTime',
  'symbol',
  'direction',
  'multiple',
  'orderType',
  'amount',
  'limitPrice',
  'openPrice',
  'closePrice',
  'securityDeposit',
  'fee',
  'fundingFee',
  'profit',
  'status',
  'closeType',
] as const;

/** `file` resolves with the CSV text; it may make several calls. */
function CsvButton({ name, file }: { name: string; file: () => Promise<string> }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const save = (): void => {
    setBusy(true);
    file()
      .then((csv) => saveFile(name, csv, 'text/csv'))
      .catch((cause: unknown) => showToast(errorText(cause, t), 'error'))
      .finally(() => setBusy(false));
  };
  return (
    <p className={styles.actions}>
      <Button small busy={busy} onClick={save} data-testid="csv" aria-label={t('order.csv')}>
        CSV
      </Button>
    </p>
  );
}

export function SpotHistory({ filter }: { filter: OrderFilter }) {
  const { t } = useTranslation();
  const form = { state: 'history', ...filter };
  const pages = useInfiniteQuery('/coin/order/list', form, 'id', useDebounced(useSignalValue(orderChanges)));
  return (
    <>
      <CsvButton
        name="spot-orders.csv"
        file={async () => csvOf(await fetchAllOrders('/coin/order/list', form), SPOT_FIELDS)}
      />
      <PagedList pages={pages} empty={<NoticeCard title={t('orders.emptyHistory')} />}>
        {(list) => (
          <ul className={styles.list}>
            {list.map((order) => (
              <OrderCard key={order.id} line={spotSummary(order, t)} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

export function ContractHistory({ filter }: { filter: OrderFilter }) {
  const { t } = useTranslation();
  const pages = useInfiniteQuery(
    '/coin/contract/order/list',
    { ...filter },
    'id',
    useDebounced(useSignalValue(contractChanges)),
  );
  return (
    <>
      <CsvButton
        name="contract-orders.csv"
        file={async () => csvOf(await fetchAllOrders('/coin/contract/order/list', { ...filter }), CONTRACT_FIELDS)}
      />
      <PagedList pages={pages} empty={<NoticeCard title={t('orders.emptyHistory')} />}>
        {(list) => (
          <ul className={styles.list}>
            {list.map((order) => (
              <OrderCard key={order.id} line={contractSummary(order, t)} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

export function SecondsOrders({ state, filter }: { state: 'holding' | 'history'; filter: OrderFilter }) {
  const { t } = useTranslation();
  // Open orders have no time filter: its field is not shown there.
  const form = {
    state,
    ...(filter.coinInfoId !== undefined && { coinInfoId: filter.coinInfoId }),
    ...(state === 'history' && filter.startTime !== undefined && { startTime: filter.startTime }),
  };
  const pages = useInfiniteQuery('/qt/contract/order/list', form, 'id');
  return (
    <>
      <div className={styles.between}>
        <Link className={styles.link} to="/pages/secondsContract/record">
          {t('title.secondsRecord')}
        </Link>
        <CsvButton
          name="seconds-orders.csv"
          file={async () => (await read('/qt/contract/order/list', { ...form, export: 'csv' })).csv ?? ''}
        />
      </div>
      <PagedList pages={pages} empty={<NoticeCard title={t('orders.emptyHistory')} />}>
        {(list) => (
          <ul className={styles.list}>
            {list.map((order) => (
              <OrderCard key={order.id} line={secondsSummary(order, t)} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}
