// One order in full: its fields, what it was filled by or what happened to it, and what it cost.
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { ContractOrder } from '../../../core/orders/contract-order.ts';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import { CODE } from '../../../core/errors/errors.ts';
import { CallError } from '../../api/call.ts';
import { AnswerBlock, LoginCard } from '../../components/common/async-states.tsx';
import { CopyButton } from '../../components/common/copy-button.tsx';
import { lazyBlock } from '../../components/common/lazy-component.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { type QueryResult, useQuery } from '../../hooks/use-query.ts';
import { useDebounced } from '../../hooks/use-debounced.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import { contractChanges } from '../../stores/account/contract-orders.ts';
import { separate } from '../../stores/market/number-format.ts';
import { instruments } from '../../stores/market/instruments.ts';
import { orderChanges } from '../../stores/account/spot-orders.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import {
  type Figure,
  type Kind,
  type Line,
  contractLine,
  pairOf,
  priceText,
  secondsLine,
  spotLine,
} from './order-rows.ts';
import { contractFacts, contractFees, secondsFacts, spotFacts } from './order-facts.ts';
import { OrderSnippet } from './order-snippet.tsx';
import { contractMarks, spotMarks } from './price-snippet.ts';
import styles from './orders.module.css';

/** Comes along with the chain of ticks, for contracts that the system closed. */
const ClosingProof = lazyBlock(
  () => import('./closing-proof.tsx'),
  ({ ClosingProof: part }) => part,
  <SkeletonRows rows={2} />,
);

export function OrderInfoPage() {
  const { t } = useTranslation();
  const known = useSignalValue(isLoggedIn);
  // Pairs and coins of an order are named by the list of markets: once it comes, the order is drawn anew.
  const coins = useSignalValue(instruments);
  const { type = 'spot', id } = useSearch({ from: '/pages/order/orderInfo' });
  return (
    <>
      <PageHeader title={t('title.orderInfo')} />
      <main className={styles.page}>
        {!known && (
          <LoginCard title={t('orders.loginTitle')} back={`/pages/order/orderInfo?type=${type}&id=${id ?? ''}`} />
        )}
        {known &&
          (id === undefined ? <Missing /> : <Detail key={coins.size === 0 ? 'bare' : 'named'} type={type} id={id} />)}
      </main>
    </>
  );
}

function Detail({ type, id }: { type: Kind; id: number | string }) {
  if (type === 'contract') return <ContractDetail id={id} />;
  return type === 'seconds' ? <SecondsDetail id={id} /> : <SpotDetail id={id} />;
}

function Missing() {
  const { t } = useTranslation();
  return (
    <NoticeCard
      title={t('order.missing')}
      text={t('order.missingText')}
      action={
        <Link className={styles.chart} to="/pages/order/myOrder">
          {t('title.myOrder')}
        </Link>
      }
    />
  );
}

/** An answer's block in which "there is no such order" has a card of its own. */
function OrderBlock<T>({ asked, children }: { asked: QueryResult<T>; children: (order: T) => ReactNode }) {
  const gone = asked.answer === null && asked.failure instanceof CallError && asked.failure.code === CODE.notFound;
  return gone ? (
    <Missing />
  ) : (
    <AnswerBlock asked={asked} rows={8}>
      {children}
    </AnswerBlock>
  );
}

const named = (id: number | string): { id: number } | { orderNo: string } =>
  typeof id === 'number' ? { id } : { orderNo: id };

function SpotDetail({ id }: { id: number | string }) {
  const { t } = useTranslation();
  const asked = useQuery('/coin/order/query', named(id) as { id: number }, useDebounced(useSignalValue(orderChanges)));
  return (
    <OrderBlock asked={asked}>
      {(order) => (
        <>
          <Head line={spotLine(order, t)} coinInfoId={order.coinInfoId} number={order.orderNo} />
          <OrderSnippet
            coinInfoId={order.coinInfoId}
            pair={pairOf(order.coinInfoId, order.symbol)}
            beganMs={order.createTime}
            endedMs={order.updateTime}
            marks={spotMarks(order)}
          />
          <Facts facts={spotFacts(order, t)} />
          <Fills order={order} />
        </>
      )}
    </OrderBlock>
  );
}

function ContractDetail({ id }: { id: number | string }) {
  const { t } = useTranslation();
  const asked = useQuery(
    '/coin/contract/order/query',
    named(id) as { id: number },
    useDebounced(useSignalValue(contractChanges)),
  );
  return (
    <OrderBlock asked={asked}>
      {(order) => (
        <>
          <Head line={contractLine(order, t)} coinInfoId={order.coinInfoId} number={order.orderNo} />
          <OrderSnippet
            coinInfoId={order.coinInfoId}
            pair={pairOf(order.coinInfoId, order.symbol)}
            beganMs={order.createTime}
            endedMs={order.closeTime || order.updateTime}
            marks={contractMarks(order)}
          />
          {order.closing !== undefined && <ClosingProof closing={order.closing} coinInfoId={order.coinInfoId} />}
          <Facts facts={contractFacts(order, t)} />
          <Facts title={t('contracts.fees')} facts={contractFees(order, t)} />
          <Events order={order} />
        </>
      )}
    </OrderBlock>
  );
}

function SecondsDetail({ id }: { id: number | string }) {
  const { t } = useTranslation();
  const asked = useQuery('/qt/contract/order/list', { orderNum: String(id) });
  return (
    <OrderBlock asked={asked}>
      {({ list: [order] }) =>
        order === undefined ? (
          <Missing />
        ) : (
          <>
            <Head line={secondsLine(order, t)} coinInfoId={order.coinInfoId} number={order.orderNum} />
            <Facts facts={secondsFacts(order, t)} />
            <p className={styles.row}>
              {order.result !== '' && (
                <Link className={styles.chart} to="/pages/proof/order" search={{ orderNum: order.orderNum }}>
                  {t('order.replay')}
                </Link>
              )}
              <Link className={styles.chart} to="/pages/secondsContract/record">
                {t('title.secondsRecord')}
              </Link>
            </p>
          </>
        )
      }
    </OrderBlock>
  );
}

function Head({ line, coinInfoId, number }: { line: Line; coinInfoId: number; number: string }) {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles.head} data-testid="order-head">
        <span className={styles.side} data-tone={line.tone}>
          {line.side}
        </span>
        <b className={`num ${styles.pair}`}>{line.pair}</b>
        <span className={styles.status}>{line.status}</span>
      </div>
      <div className={styles.acts}>
        <Link className={styles.chart} to="/pages/kline/kline" search={{ coinInfoId }}>
          {t('trade.chart')}
        </Link>
        <CopyButton text={number} label={t('order.copyNumber')} />
      </div>
    </>
  );
}

function Facts({ title, facts }: { title?: string; facts: readonly Figure[] }) {
  return (
    <section className={styles.section}>
      {title !== undefined && <h2 className={styles.title}>{title}</h2>}
      <dl className={styles.facts}>
        {facts.map(({ label, text, tone }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num" data-tone={tone}>
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Fills({ order }: { order: SpotOrder }) {
  const { t } = useTranslation();
  const deals = order.deals ?? [];
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{t('order.fills', { count: deals.length })}</h2>
      {deals.length === 0 ? (
        <p className={styles.hint}>{t('order.noFills')}</p>
      ) : (
        <ol className={styles.events}>
          {deals.map(({ id, price, amount, fee, maker, ts }) => (
            <li key={id}>
              <span className={styles.between}>
                <b className="num">{separate(price)}</b>
                <span className="num">
                  {separate(amount)} {order.symbol}
                </span>
              </span>
              <span className={`${styles.between} ${styles.hint}`}>
                <time className="num" dateTime={new Date(ts).toISOString()}>
                  {dateTimeText(ts)}
                </time>
                <span>
                  {t(maker === 1 ? 'order.maker' : 'order.taker')} · {t('order.feeOf', { fee })}
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Events({ order }: { order: ContractOrder }) {
  const { t } = useTranslation();
  const events = order.events ?? [];
  if (events.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{t('order.events')}</h2>
      <ol className={styles.events}>
        {events.map(({ kind, price, amount, units, fee, ts }, index) => (
          <li key={index}>
            <span className={styles.between}>
              <b>{t(`order.event.${kind}`)}</b>
              <span className="num">
                {Number(price) > 0 ? priceText(price) : ''}
                {Number(amount) > 0 ? ` × ${separate(amount)}` : ''}
              </span>
            </span>
            <span className={`${styles.between} ${styles.hint}`}>
              <time className="num" dateTime={new Date(ts).toISOString()}>
                {dateTimeText(ts)}
              </time>
              <span className="num">
                {Number(units) !== 0 && units !== '' ? `${separate(units)} USDT` : ''}
                {Number(fee) > 0 ? ` · ${t('order.feeOf', { fee })}` : ''}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
