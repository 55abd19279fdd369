// Closed orders by pages and as CSV, and seconds contracts in both states.
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../locales/use-translation.ts';
import { read } from '../../api/read.ts';
import { PagedList } from '../../components/common/async-states.tsx';
import { CsvButton } from '../../components/common/csv-button.tsx';
import { wholeCsv } from '../../components/common/csv-parts.ts';
import { useInfiniteQuery } from '../../hooks/use-infinite-query.ts';
import { useDebounced } from '../../hooks/use-debounced.ts';
import { contractChanges } from '../../stores/account/contract-orders.ts';
import { orderChanges } from '../../stores/account/spot-orders.ts';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { csvOf } from '../../lib/csv.ts';
import { contractSummary, secondsSummary, spotSummary } from './order-summary.ts';
import { fetchAllOrders } from './order-csv.ts';
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

export function SpotHistory({ filter }: { filter: OrderFilter }) {
  const { t } = useTranslation();
  const form = { state: 'history', ...filter };
  const pages = useInfiniteQuery('/coin/order/list', form, 'id', useDebounced(useSignalValue(orderChanges)));
  return (
    <>
      <p className={styles.actions}>
        <CsvButton
          file={async (onShare) => ({
            name: 'spot-orders.csv',
            csv: csvOf(await fetchAllOrders('/coin/order/list', form, onShare), SPOT_FIELDS),
          })}
        />
      </p>
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
      <p className={styles.actions}>
        <CsvButton
          file={async (onShare) => ({
            name: 'contract-orders.csv',
            csv: csvOf(await fetchAllOrders('/coin/contract/order/list', { ...filter }, onShare), CONTRACT_FIELDS),
          })}
        />
      </p>
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
          file={async () => ({
            name: 'seconds-orders.csv',
            csv: await wholeCsv('buyTime', (upTo) =>
              read('/qt/contract/order/list', { ...form, ...upTo, export: 'csv' }),
            ),
          })}
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
