// Records of seconds contracts: running and settled, by market, with totals, proofs and CSV.
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { SecondsOrder } from '../../../../core/orders/binary-option-order.ts';
import { read } from '../../../api/read.ts';
import { FailedCard, LoginCard, PagedList } from '../../../components/common/async-states.tsx';
import { CsvButton } from '../../../components/common/csv-button.tsx';
import { wholeCsv } from '../../../components/common/csv-parts.ts';
import { PageHeader } from '../../../components/common/page-header.tsx';
import { useInfiniteQuery } from '../../../hooks/use-infinite-query.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { markets } from '../../../stores/market/instruments.ts';
import {
  loadSeconds,
  runningSeconds,
  secondsChanges,
  secondsState,
} from '../../../stores/account/binary-option-orders.ts';
import { isLoggedIn } from '../../../stores/account/session.ts';
import { NoticeCard } from '../../../ui/notice-card.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useSignalValue } from '../../../ui/use-signal-value.ts';
import { useServerClock } from '../server-clock.ts';
import { OrderProof } from '../proofs/order-proof.tsx';
import { moneyText, separate } from '../../../stores/market/number-format.ts';
import { RecordCard } from './record-card.tsx';
import styles from './record.module.css';
import { TotalsCard } from './totals-card.tsx';

const PATH = '/pages/secondsContract/record';
/** All markets. */
const ALL = 'all';
type RecordPane = 'holding' | 'history';

export function SecondsRecordPage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  return (
    <>
      <PageHeader title={t('title.secondsRecord')} />
      <main className={styles.page}>
        {loggedIn ? (
          <Records />
        ) : (
          <LoginCard
            text={t('seconds.noHistoryText')}
            back={PATH}
            example={[
              [`BTC/USDT · ${t('seconds.up')} · ${t('seconds.seconds', { n: 60 })}`, t('seconds.result.win')],
              [t('seconds.strike'), moneyText('66800')],
              [t('seconds.execution'), moneyText('66812.5')],
              [t('seconds.paid'), `${separate('100.00')} USDT`],
              [t('seconds.payout'), `${separate('180.00')} USDT`],
            ]}
          />
        )}
      </main>
    </>
  );
}

function Records() {
  const { t } = useTranslation();
  const search: { coinInfoId?: number } = useSearch({ strict: false });
  const [pane, setPane] = useState<RecordPane>('history');
  const [market, setMarket] = useState(String(search.coinInfoId ?? ALL));
  const [provenOrderNum, setProvenOrderNum] = useState<string | null>(null);
  const list = useSignalValue(markets).filter(({ info }) => info.qtEnable === 1);
  const of = market === ALL ? {} : { coinInfoId: Number(market) };
  return (
    <>
      <Tabs
        label={t('title.secondsRecord')}
        value={pane}
        onChange={setPane}
        choices={[
          { key: 'holding', label: t('seconds.holding') },
          { key: 'history', label: t('seconds.history') },
        ]}
      />
      <div className={styles.filters}>
        <SelectField
          label={t('seconds.market')}
          value={market}
          onValue={setMarket}
          testId="record-market"
          choices={[
            { key: ALL, label: t('seconds.allMarkets') },
            ...list.map(({ info }) => ({ key: String(info.id), label: info.pair })),
          ]}
        />
        <CsvButton
          file={async () => ({
            name: 'seconds-orders.csv',
            csv: await wholeCsv('buyTime', (upTo) =>
              read('/qt/contract/order/list', { state: pane, export: 'csv', ...of, ...upTo }),
            ),
          })}
        />
      </div>
      {pane === 'holding' ? (
        <RunningOrderCards of={of} onProof={setProvenOrderNum} />
      ) : (
        <SettledOrderCards of={of} onProof={setProvenOrderNum} />
      )}
      <Sheet
        open={provenOrderNum !== null}
        onClose={() => setProvenOrderNum(null)}
        title={t('seconds.replayAndProof')}
        closeLabel={t('app.close')}
      >
        {provenOrderNum !== null && <OrderProof orderNum={provenOrderNum} />}
      </Sheet>
    </>
  );
}

interface MarketFilter {
  coinInfoId?: number;
}

interface RecordListProps {
  of: MarketFilter;
  onProof: (orderNum: string) => void;
}

/** Running orders come from the feed. */
function RunningOrderCards({ of, onProof }: RecordListProps) {
  const { t } = useTranslation();
  const state = useSignalValue(secondsState);
  const clock = useServerClock();
  const list = useSignalValue(runningSeconds).filter(
    ({ coinInfoId }) => of.coinInfoId === undefined || coinInfoId === of.coinInfoId,
  );
  if (state === 'failed') return <FailedCard failure={null} onRetry={() => void loadSeconds()} />;
  if (state !== 'ready' && list.length === 0) return <SkeletonRows rows={4} />;
  if (list.length === 0) return <NoticeCard title={t('seconds.noRunning')} text={t('seconds.noRunningText')} />;
  return (
    <ul className={styles.cards}>
      {list.map((order) => (
        <RecordCard key={order.id} order={order} clock={clock} onProof={onProof} />
      ))}
    </ul>
  );
}

function SettledOrderCards({ of, onProof }: RecordListProps) {
  const { t } = useTranslation();
  const changes = useSignalValue(secondsChanges);
  const pages = useInfiniteQuery('/qt/contract/order/list', { state: 'history', ...of }, 'id', changes);
  const cards = (list: readonly SecondsOrder[]) => (
    <ul className={styles.cards}>
      {list.map((order) => (
        <RecordCard key={order.id} order={order} clock={null} onProof={onProof} />
      ))}
    </ul>
  );
  return (
    <>
      {pages.list !== null && pages.list.length > 0 && <TotalsCard coinInfoId={of.coinInfoId} />}
      <PagedList pages={pages} empty={<NoticeCard title={t('seconds.noHistory')} text={t('seconds.noHistoryText')} />}>
        {cards}
      </PagedList>
    </>
  );
}
