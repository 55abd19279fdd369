// One contract that waits or is over: what it wanted, what became of it, and its way out.
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { type ContractOrder, CONTRACT_STATUS } from '../../../core/orders/contract-order.ts';
import desk from '../../components/ticket/trading-layout.module.css';
import { amountCoin } from '../../components/ticket/amount-coin.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import { separate, signedMoney } from '../../stores/market/number-format.ts';
import { instrumentById } from '../../stores/market/instruments.ts';
import { Button } from '../../ui/button.tsx';

export interface ContractRowProps {
  order: ContractOrder;
  /** Offers to revoke what waits; absent for contracts that are over. */
  onRevoke?: ((order: ContractOrder) => void) | undefined;
}

const price = (text: string): string => (Number(text) > 0 ? separate(text) : '--');

export const ContractRow = memo(function ContractRow({ order, onRevoke }: ContractRowProps) {
  const { t } = useTranslation();
  const pair = instrumentById(order.coinInfoId)?.info.pair ?? order.symbol;
  const over = order.status === CONTRACT_STATUS.closed;
  return (
    <li className={desk.order} data-testid="contract-row" data-status={order.status}>
      <div className={desk.orderHead}>
        <span className={desk.sideMark} data-side={order.direction === 'long' ? 'buy' : 'sell'}>
          {t(`contracts.${order.direction}`)} <span className="num">{order.multiple}x</span>
        </span>
        <Link className="num" to="/pages/order/orderInfo" search={{ type: 'contract', id: order.id }}>
          <b>{pair}</b>
        </Link>
        <span className={desk.status}>
          {over ? t(`contracts.closeType${order.closeType}`) : t(`contracts.status${order.status}`)}
        </span>
        {onRevoke && (
          <Button small onClick={() => onRevoke(order)} data-testid="revoke">
            {t('contracts.revoke')}
          </Button>
        )}
      </div>
      <dl className={desk.orderFigures}>
        <div>
          <dt>{t('trade.amount')}</dt>
          <dd className="num">
            {separate(order.amount)} {amountCoin(order)}
          </dd>
        </div>
        {!over && (
          <div>
            <dt>{t('trade.price')}</dt>
            <dd className="num">{order.orderType === 'market' ? t('trade.market') : price(order.limitPrice)}</dd>
          </div>
        )}
        {!over && (
          <div>
            <dt>{t('contracts.waits')}</dt>
            <dd className="num">{separate(order.pendingAmount ?? order.amount)}</dd>
          </div>
        )}
        {over && (
          <div>
            <dt>{t('contracts.entry')}</dt>
            <dd className="num">{price(order.openPrice)}</dd>
          </div>
        )}
        {over && (
          <div>
            <dt>{t('contracts.exit')}</dt>
            <dd className="num">{price(order.closePrice)}</dd>
          </div>
        )}
        {over && (
          <div>
            <dt>{t('contracts.profit')}</dt>
            <dd className="num" data-tone={Number(order.profit) < 0 ? 'down' : 'up'}>
              {signedMoney(order.profit)}
            </dd>
          </div>
        )}
        {over && (
          <div>
            <dt>{t('contracts.fees')}</dt>
            <dd className="num">{order.fee}</dd>
          </div>
        )}
      </dl>
      <time className={`num ${desk.orderTime}`} dateTime={new Date(order.createTime).toISOString()}>
        {dateTimeText(over ? order.closeTime : order.createTime)}
      </time>
    </li>
  );
});
