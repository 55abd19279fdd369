// Details of one order: fields, fills or events, and fees.
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { ContractOrder } from '../../../core/orders/contract-order.ts';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import { QueryBlock } from '../../components/common/async-states.tsx';
import { CopyButton } from '../../components/common/copy-button.tsx';
import { lazyBlock } from '../../components/common/lazy-component.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { type QueryResult, useQuery } from '../../hooks/use-query.ts';
import { useDebounced } from '../../hooks/use-debounced.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import { contractChanges } from '../../stores/account/contract-orders.ts';
import { FigureText } from '../../components/common/figure-text.tsx';
import { coinFigure, coinText, priceFigure, priceText } from '../../stores/market/figures.ts';
import { moneyText } from '../../stores/market/number-format.ts';
import { instruments } from '../../stores/market/instruments.ts';
import { orderChanges } from '../../stores/account/spot-orders.ts';
import { isLoggedIn } from '../../stores/account/session.ts';
import { Fact } from '../../ui/fact.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import {
  type OrderFigure,
  type OrderKind,
  type OrderSummary,
  contractSummary,
  pairOf,
  secondsSummary,
  spotSummary,
} from './order-summary.ts';
import { contractFields, contractFees, secondsFields, spotFields } from './order-fields.ts';
import { OrderSnippet } from './order-snippet.tsx';
import { contractMarks, spotMarks } from './price-snippet.ts';
import { ExampleOrder } from './example-order.tsx';
import styles from './orders.module.css';

/** Loaded with the tick chain code, for forcibly settled contracts alone. */
const LazySettlementProof = lazyBlock(
  () => import('./settlement-proof.tsx'),
  ({ SettlementProof: part }) => part,
  <SkeletonRows rows={2} />,
);

export function OrderInfoPage() {
  const { t } = useTranslation();
  const loggedIn = useSignalValue(isLoggedIn);
  // The order shows pairs and coins from the list of markets; the key renders it again once it is
  // loaded.
  const coins = useSignalValue(instruments);
  const { type = 'spot', id } = useSearch({ from: '/pages/order/orderInfo' });
  return (
    <>
      <PageHeader title={t('title.orderInfo')} />
      <main className={`column ${styles.page}`}>
        {!loggedIn && <ExampleOrder back={`/pages/order/orderInfo?type=${type}&id=${id ?? ''}`} />}
        {loggedIn &&
          (id === undefined ? (
            <MissingOrder />
          ) : (
            <OrderDetails key={coins.size === 0 ? 'bare' : 'named'} type={type} id={id} />
          ))}
      </main>
    </>
  );
}

function OrderDetails({ type, id }: { type: OrderKind; id: number | string }) {
  if (type === 'contract') return <ContractDetails id={id} />;
  return type === 'seconds' ? <SecondsDetails id={id} /> : <SpotDetails id={id} />;
}

function MissingOrder() {
  const { t } = useTranslation();
  return (
    <NoticeCard
      title={t('order.missing')}
      text={t('order.missingText')}
      action={
        <Link className={styles.link} to="/pages/order/myOrder">
          {t('title.myOrder')}
        </Link>
      }
    />
  );
}

/** Renders a query; "not found" has its own card. */
function OrderQuery<T>({ asked, children }: { asked: QueryResult<T>; children: (order: T) => ReactNode }) {
  return (
    <QueryBlock query={asked} rows={8} missing={<MissingOrder />}>
      {children}
    </QueryBlock>
  );
}

const orderKey = (id: number | string): { id: number } | { orderNo: string } =>
  typeof id === 'number' ? { id } : { orderNo: id };

function SpotDetails({ id }: { id: number | string }) {
  const { t } = useTranslation();
  const query = useQuery(
    '/coin/order/query',
    orderKey(id) as { id: number },
    useDebounced(useSignalValue(orderChanges)),
  );
  return (
    <OrderQuery asked={query}>
      {(order) => (
        <>
          <OrderHeader line={spotSummary(order, t)} coinInfoId={order.coinInfoId} number={order.orderNo} />
          <OrderSnippet
            coinInfoId={order.coinInfoId}
            pair={pairOf(order.coinInfoId, order.symbol)}
            beganMs={order.createTime}
            endedMs={order.updateTime}
            marks={spotMarks(order)}
          />
          <FieldList facts={spotFields(order, t)} />
          <SpotFills order={order} />
        </>
      )}
    </OrderQuery>
  );
}

function ContractDetails({ id }: { id: number | string }) {
  const { t } = useTranslation();
  const query = useQuery(
    '/coin/contract/order/query',
    orderKey(id) as { id: number },
    useDebounced(useSignalValue(contractChanges)),
  );
  return (
    <OrderQuery asked={query}>
      {(order) => (
        <>
          <OrderHeader line={contractSummary(order, t)} coinInfoId={order.coinInfoId} number={order.orderNo} />
          <OrderSnippet
            coinInfoId={order.coinInfoId}
            pair={pairOf(order.coinInfoId, order.symbol)}
            beganMs={order.createTime}
            endedMs={order.closeTime || order.updateTime}
            marks={contractMarks(order)}
          />
          {order.closing !== undefined && <LazySettlementProof closing={order.closing} coinInfoId={order.coinInfoId} />}
          <FieldList facts={contractFields(order, t)} />
          <FieldList title={t('contracts.fees')} facts={contractFees(order, t)} />
          <ContractEvents order={order} />
        </>
      )}
    </OrderQuery>
  );
}

function SecondsDetails({ id }: { id: number | string }) {
  const { t } = useTranslation();
  const query = useQuery('/qt/contract/order/list', { orderNum: String(id) });
  return (
    <OrderQuery asked={query}>
      {({ list: [order] }) =>
        order === undefined ? (
          <MissingOrder />
        ) : (
          <>
            <OrderHeader line={secondsSummary(order, t)} coinInfoId={order.coinInfoId} number={order.orderNum} />
            <FieldList facts={secondsFields(order, t)} />
            <p className={styles.row}>
              {order.result !== '' && (
                <Link className={styles.link} to="/pages/proof/order" search={{ orderNum: order.orderNum }}>
                  {t('order.replay')}
                </Link>
              )}
              <Link className={styles.link} to="/pages/secondsContract/record">
                {t('title.secondsRecord')}
              </Link>
            </p>
          </>
        )
      }
    </OrderQuery>
  );
}

function OrderHeader({ line, coinInfoId, number }: { line: OrderSummary; coinInfoId: number; number: string }) {
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
      <div className={styles.actions}>
        <Link className={styles.link} to="/pages/kline/kline" search={{ coinInfoId }}>
          {t('trade.chart')}
        </Link>
        <CopyButton text={number} label={t('order.copyNumber')} />
      </div>
    </>
  );
}

function FieldList({ title, facts }: { title?: string; facts: readonly OrderFigure[] }) {
  return (
    <section className={styles.section}>
      {title !== undefined && <h2 className={styles.title}>{title}</h2>}
      <dl className="facts">
        {facts.map(({ label, tone, ...figure }) => (
          <Fact key={label} label={label} data-tone={tone}>
            <FigureText figure={figure} />
          </Fact>
        ))}
      </dl>
    </section>
  );
}

function SpotFills({ order }: { order: SpotOrder }) {
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
                <b>
                  <FigureText figure={priceFigure(price, order.coinInfoId)} />
                </b>
                <FigureText figure={coinFigure(amount, order.coinInfoId, order.symbol)} />
              </span>
              <span className={`${styles.between} ${styles.hint}`}>
                <time className="num" dateTime={new Date(ts).toISOString()}>
                  {dateTimeText(ts)}
                </time>
                <span>
                  {t(maker === 1 ? 'order.maker' : 'order.taker')} ·{' '}
                  {t('order.feeOf', { fee: coinText(fee, order.feeCoinId) })}
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function ContractEvents({ order }: { order: ContractOrder }) {
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
                {Number(price) > 0 ? priceText(price, order.coinInfoId) : ''}
                {Number(amount) > 0 ? ` × ${coinText(amount, order.coinInfoId)}` : ''}
              </span>
            </span>
            <span className={`${styles.between} ${styles.hint}`}>
              <time className="num" dateTime={new Date(ts).toISOString()}>
                {dateTimeText(ts)}
              </time>
              <span className="num">
                {Number(units) !== 0 && units !== '' ? `${moneyText(units)} USDT` : ''}
                {Number(fee) > 0 ? ` · ${t('order.feeOf', { fee: moneyText(fee) })}` : ''}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
