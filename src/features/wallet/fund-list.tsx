// Deposit applications or withdrawals with their status; those under review can be cancelled.
import { useTranslation } from '../../locales/use-translation.ts';
import { FUND_STATUS, type RechargeOrder, type WithdrawOrder } from '../../../core/orders/fund-order.ts';
import { FigureText } from '../../components/common/figure-text.tsx';
import { PagedList } from '../../components/common/async-states.tsx';
import { useInfiniteQuery } from '../../hooks/use-infinite-query.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import { coinFigure } from '../../stores/market/figures.ts';
import { instrumentById } from '../../stores/market/instruments.ts';
import { newestNotice, unreadNotices } from '../../stores/account/notices.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeCard } from '../../ui/notice-card.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import styles from './wallet.module.css';

export interface FundListProps {
  path: '/coin/recharge/order' | '/coin/withdraw/order';
  /** The list is fetched again whenever it changes. */
  revision: number;
  /** Cancels an entry under review. */
  onCancel?: ((id: number) => void) | undefined;
}

export function FundList({ path, revision, onCancel }: FundListProps) {
  const { t } = useTranslation();
  // The result of a review arrives as a notice, which refetches the list.
  const noticeId = useSignalValue(newestNotice)?.id ?? 0;
  const unread = useSignalValue(unreadNotices);
  const pages = useInfiniteQuery(path, {}, 'id', `${revision} ${noticeId} ${unread}`);
  return (
    <section>
      <h2 className={styles.head}>{t('wallet.applications')}</h2>
      <PagedList pages={pages} empty={<NoticeCard title={t('app.noData')} />}>
        {(list) => (
          <ul>
            {list.map((order) => (
              <FundRow key={order.id} order={order} onCancel={onCancel} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

function FundRow({ order, onCancel }: { order: RechargeOrder | WithdrawOrder; onCancel: FundListProps['onCancel'] }) {
  const { t } = useTranslation();
  const symbol = instrumentById(order.coinInfoId)?.info.symbol ?? '';
  // Of withdrawals alone.
  const { actualAmount } = order;
  const status = order.status as 0 | 1 | 2 | 3 | 4;
  return (
    <li className={styles.order} data-testid="fund-order" data-status={status}>
      <p className={styles.between}>
        <b>
          <FigureText figure={coinFigure(order.amount, order.coinInfoId, symbol)} />
        </b>
        <span data-status={status} className={`hint ${styles.status}`}>
          {t(`wallet.status${status}`)}
        </span>
      </p>
      <p className="hint">
        {order.chain} · <span className="num">{order.address}</span>
      </p>
      {typeof actualAmount === 'string' && (
        <p className="hint">
          {t('wallet.arrives')} <FigureText figure={coinFigure(actualAmount, order.coinInfoId, symbol)} />
        </p>
      )}
      {order.reason !== '' && <p className="refused">{order.reason}</p>}
      {order.txid !== undefined && order.txid !== '' && (
        <p className="hint">
          {t('wallet.txid')} <span className="num">{order.txid}</span> ·{' '}
          {t('wallet.confirmedTimes', { count: order.confirmations ?? 0 })}
        </p>
      )}
      <p className={styles.between}>
        <time className="num hint" dateTime={new Date(order.createTime).toISOString()}>
          {dateTimeText(order.createTime)}
        </time>
        {onCancel && status === FUND_STATUS.review && (
          <Button small onClick={() => onCancel(order.id)}>
            {t('wallet.takeBack')}
          </Button>
        )}
      </p>
    </li>
  );
}
