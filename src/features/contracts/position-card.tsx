// One position: what it holds, how it stands at the mark, and what can be done with it.
import { Link } from '@tanstack/react-router';
import { memo, useCallback, useMemo } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import type { ContractOrder } from '../../../core/orders/contract-order.ts';
import desk from '../../components/ticket/trading-layout.module.css';
import { amountCoin } from '../../components/ticket/amount-coin.ts';
import { separate, signedMoney } from '../../stores/market/number-format.ts';
import { instrumentById } from '../../stores/market/instruments.ts';
import { Button } from '../../ui/button.tsx';
import { LiveText } from '../../ui/live-text.tsx';
import { useSignalEffect } from '../../ui/use-signal-effect.ts';
import styles from './contracts.module.css';
import { positionFigures } from './position-figures.ts';

const WISHES = ['triggers', 'margin', 'close', 'share'] as const;
/** What a card asks for. */
export type PositionWish = (typeof WISHES)[number];

export interface PositionCardProps {
  order: ContractOrder;
  onWish: (wish: PositionWish, order: ContractOrder) => void;
}

export const PositionCard = memo(function PositionCard({ order, onWish }: PositionCardProps) {
  const { t } = useTranslation();
  const instrument = instrumentById(order.coinInfoId);
  const pair = instrument?.info.pair ?? order.symbol;
  const decimals = instrument?.price.decimals ?? 8;
  const figures = useMemo(() => positionFigures(order.id, decimals, t('contracts.noLiq')), [order.id, decimals, t]);
  const level = useSignalEffect<HTMLDivElement>(
    useCallback((element: Element) => element.setAttribute('data-risk', figures.level.value), [figures]),
  );
  return (
    <li className={desk.order} data-testid="position">
      <div className={desk.orderHead}>
        <span className={desk.sideMark} data-side={order.direction === 'long' ? 'buy' : 'sell'}>
          {t(`contracts.${order.direction}`)} <span className="num">{order.multiple}x</span>
        </span>
        <Link className="num" to="/pages/order/orderInfo" search={{ type: 'contract', id: order.id }}>
          <b>{pair}</b>
        </Link>
        <span className={desk.status}>
          <LiveText text={figures.profit} tone={figures.tone} />
        </span>
      </div>
      <div ref={level} className={styles.card}>
        <dl className={desk.orderFigures}>
          <div>
            <dt>{t('trade.amount')}</dt>
            <dd className="num">
              {separate(order.holdAmount ?? order.amount)} {amountCoin(order)}
            </dd>
          </div>
          <div>
            <dt>{t('contracts.entry')}</dt>
            <dd className="num">{separate(order.openPrice)}</dd>
          </div>
          <div>
            <dt>{t('contracts.mark')}</dt>
            <dd>
              <LiveText text={figures.mark} />
            </dd>
          </div>
          <div>
            <dt>{t('contracts.margin')}</dt>
            <dd className="num">{signedMoney(order.securityDeposit).replace('+', '')}</dd>
          </div>
          <div>
            <dt>{t('contracts.risk')}</dt>
            <dd className={styles.risk}>
              <LiveText text={figures.risk} />
            </dd>
          </div>
          <div>
            <dt>{t('contracts.liq')}</dt>
            <dd>
              <LiveText text={figures.liq} />
            </dd>
          </div>
          {order.profitPrice !== '' && (
            <div>
              <dt>{t('contracts.profitPrice')}</dt>
              <dd className="num">{separate(order.profitPrice)}</dd>
            </div>
          )}
          {order.lossPrice !== '' && (
            <div>
              <dt>{t('contracts.lossPrice')}</dt>
              <dd className="num">{separate(order.lossPrice)}</dd>
            </div>
          )}
        </dl>
        <p className={styles.warn}>{t('contracts.riskHigh')}</p>
      </div>
      <div className={styles.wishes}>
        {WISHES.map((wish) => (
          <Button key={wish} small onClick={() => onWish(wish, order)} data-testid={`position-${wish}`}>
            {t(`contracts.wish.${wish}`)}
          </Button>
        ))}
      </div>
    </li>
  );
});
