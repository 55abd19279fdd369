// One pending or closed contract order, with a button that cancels a pending one.
import { memo } from 'react';
import { useFocusBeside } from '../../hooks/use-focus-beside.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { type ContractOrder, CONTRACT_STATUS } from '../../../core/orders/contract-order.ts';
import layout from '../../components/ticket/trading-layout.module.css';
import { amountCoin } from '../../components/ticket/amount-coin.ts';
import { dateTimeText } from '../../lib/date-format.ts';
import { coinText, priceText } from '../../stores/market/figures.ts';
import { moneyText, signedMoney } from '../../stores/market/number-format.ts';
import { instrumentById } from '../../stores/market/instruments.ts';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { ContractTitle, contractName } from './contract-title.tsx';

export interface ContractRowProps {
  order: ContractOrder;
  /** Cancels the pending part; absent for closed contracts. */
  onCancel?: ((order: ContractOrder) => void) | undefined;
  /** A cancel is under way, and the next one has to wait. */
  busy?: boolean | undefined;
}

export const ContractRow = memo(function ContractRow({ order, onCancel, busy }: ContractRowProps) {
  const { t } = useTranslation();
  const pair = instrumentById(order.coinInfoId)?.info.pair ?? order.symbol;
  const isClosed = order.status === CONTRACT_STATUS.closed;
  const row = useFocusBeside<HTMLLIElement>();
  return (
    <li ref={row} className={layout.order} data-testid="contract-row" data-status={order.status}>
      <div className={layout.orderHead}>
        <ContractTitle order={order} pair={pair} />
        {onCancel && (
          <Button
            small
            busy={busy}
            aria-label={`${t('orders.cancel')}: ${contractName(order, pair, t)}`}
            onClick={() => onCancel(order)}
            data-testid="revoke"
          >
            {t('orders.cancel')}
          </Button>
        )}
      </div>
      <dl className={layout.orderFigures}>
        <Fact label={t('trade.amount')} className="num">
          {coinText(order.amount, order.coinInfoId)} {amountCoin(order)}
        </Fact>
        {isClosed ? (
          <>
            <Fact label={t('contracts.entry')} className="num">
              {priceText(order.openPrice, order.coinInfoId)}
            </Fact>
            <Fact label={t('contracts.exit')} className="num">
              {priceText(order.closePrice, order.coinInfoId)}
            </Fact>
            <Fact label={t('contracts.profit')} className="num" data-tone={Number(order.profit) < 0 ? 'down' : 'up'}>
              {signedMoney(order.profit)}
            </Fact>
            <Fact label={t('contracts.fees')} className="num">
              {moneyText(order.fee)}
            </Fact>
          </>
        ) : (
          <>
            <Fact label={t('trade.price')} className="num">
              {order.orderType === 'market' ? t('trade.market') : priceText(order.limitPrice, order.coinInfoId)}
            </Fact>
            <Fact label={t('contracts.waits')} className="num">
              {coinText(order.pendingAmount ?? order.amount, order.coinInfoId)}
            </Fact>
          </>
        )}
      </dl>
      <p className={layout.orderFoot}>
        <time className="num" dateTime={new Date(order.createTime).toISOString()}>
          {dateTimeText(isClosed ? order.closeTime : order.createTime)}
        </time>
        <span>{isClosed ? t(`contracts.closeType${order.closeType}`) : t(`contracts.status${order.status}`)}</span>
      </p>
    </li>
  );
});
