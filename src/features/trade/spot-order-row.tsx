// One spot order, with a button that cancels an open one.
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import { separate } from '../../stores/market/number-format.ts';
import { instrumentById } from '../../stores/market/instruments.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import { Button } from '../../ui/button.tsx';
import styles from '../../components/ticket/trading-layout.module.css';

export interface SpotOrderRowProps {
  order: SpotOrder;
  /** Cancels the order; absent for closed orders. */
  onCancel?: ((order: SpotOrder) => void) | undefined;
}

export const SpotOrderRow = memo(function SpotOrderRow({ order, onCancel }: SpotOrderRowProps) {
  const { t } = useTranslation();
  const pair = instrumentById(order.coinInfoId)?.info.pair ?? order.symbol;
  const price = order.orderType === 'market' ? t('trade.market') : separate(order.price);
  const size = Number(order.amount) > 0 ? separate(order.amount) : separate(order.total);
  return (
    <li className={styles.order} data-testid="order-row" data-status={order.status}>
      <div className={styles.orderHead}>
        <span className={styles.sideMark} data-side={order.side}>
          {t(`trade.${order.side}`)}
        </span>
        <Link className="num" to="/pages/order/orderInfo" search={{ type: 'spot', id: order.id }}>
          <b>{pair}</b>
        </Link>
        {onCancel && (
          <Button small onClick={() => onCancel(order)}>
            {t('orders.cancel')}
          </Button>
        )}
      </div>
      <dl className={styles.orderFigures}>
        <div>
          <dt>{t('trade.price')}</dt>
          <dd className="num">{price}</dd>
        </div>
        <div>
          <dt>{t(Number(order.amount) > 0 ? 'trade.amount' : 'trade.total')}</dt>
          <dd className="num">{size}</dd>
        </div>
        <div>
          <dt>{t('orders.dealt')}</dt>
          <dd className="num">{separate(order.dealAmount)}</dd>
        </div>
        {!onCancel && (
          <div>
            <dt>{t('orders.average')}</dt>
            <dd className="num">{Number(order.avgPrice) > 0 ? separate(order.avgPrice) : '--'}</dd>
          </div>
        )}
        {!onCancel && (
          <div>
            <dt>{t('orders.feePaid')}</dt>
            <dd className="num">{order.fee}</dd>
          </div>
        )}
      </dl>
      <p className={styles.orderFoot}>
        <time className="num" dateTime={new Date(order.createTime).toISOString()}>
          {dateTimeText(order.createTime)}
        </time>
        <span>{t(`orders.status${order.status}`)}</span>
      </p>
    </li>
  );
});
