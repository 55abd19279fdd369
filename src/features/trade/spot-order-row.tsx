// One spot order, with a button that cancels an open one.
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useFocusBeside } from '../../hooks/use-focus-beside.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import { coinFigure, coinText, priceText } from '../../stores/market/figures.ts';
import { instrumentById } from '../../stores/market/instruments.ts';
import { orderPriceText, orderSize, orderStatusText } from '../../components/order-review/spot-order-text.ts';
import { FigureText } from '../../components/common/figure-text.tsx';
import { dateTimeText } from '../../lib/date-format.ts';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import styles from '../../components/ticket/trading-layout.module.css';

export interface SpotOrderRowProps {
  order: SpotOrder;
  /** Cancels the order; absent for closed orders. */
  onCancel?: ((order: SpotOrder) => void) | undefined;
}

export const SpotOrderRow = memo(function SpotOrderRow({ order, onCancel }: SpotOrderRowProps) {
  const { t } = useTranslation();
  const info = instrumentById(order.coinInfoId)?.info;
  const pair = info?.pair ?? order.symbol;
  const row = useFocusBeside<HTMLLIElement>();
  // Of each row: a list of all buttons would else have many of one name.
  const orderName = `${t(`trade.${order.side}`)} ${pair} ${orderPriceText(order, t)}`;
  return (
    <li ref={row} className={styles.order} data-testid="order-row" data-status={order.status}>
      <div className={styles.orderHead}>
        <span className={styles.sideMark} data-side={order.side}>
          {t(`trade.${order.side}`)}
        </span>
        <Link
          className="num"
          to="/pages/order/orderInfo"
          search={{ type: 'spot', id: order.id }}
          aria-label={orderName}
          viewTransition
        >
          <b>{pair}</b>
        </Link>
        {onCancel && (
          <Button small aria-label={`${t('orders.cancel')}: ${orderName}`} onClick={() => onCancel(order)}>
            {t('orders.cancel')}
          </Button>
        )}
      </div>
      <dl className={styles.orderFigures}>
        <Fact label={t('trade.price')} className="num">
          {orderPriceText(order, t)}
        </Fact>
        {order.stopPrice && (
          <Fact label={t('trade.stopPrice')} className="num">
            {priceText(order.stopPrice, order.coinInfoId)}
          </Fact>
        )}
        <Fact label={t(Number(order.amount) > 0 ? 'trade.amount' : 'trade.total')} className="num">
          {orderSize(order).amount}
        </Fact>
        <Fact label={t('orders.dealt')} className="num">
          {coinText(order.dealAmount, order.coinInfoId)}
        </Fact>
        {!onCancel && (
          <>
            <Fact label={t('orders.average')} className="num">
              {priceText(order.avgPrice, order.coinInfoId)}
            </Fact>
            <Fact label={t('orders.feePaid')}>
              <FigureText figure={coinFigure(order.fee, order.feeCoinId)} />
            </Fact>
          </>
        )}
      </dl>
      <p className={styles.orderFoot}>
        <time className="num" dateTime={new Date(order.createTime).toISOString()}>
          {dateTimeText(order.createTime)}
        </time>
        <span>{orderStatusText(order, t)}</span>
      </p>
    </li>
  );
});
