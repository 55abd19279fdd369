// One position: size, profit and risk at the mark price, and its actions.
import { memo, useCallback, useMemo } from 'react';
import { useFocusBeside } from '../../hooks/use-focus-beside.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import type { ContractOrder } from '../../../core/orders/contract-order.ts';
import layout from '../../components/ticket/trading-layout.module.css';
import { FigureText } from '../../components/common/figure-text.tsx';
import { amountCoin } from '../../components/ticket/amount-coin.ts';
import { coinText, priceFigure, priceText } from '../../stores/market/figures.ts';
import { moneyText } from '../../stores/market/number-format.ts';
import { instrumentById } from '../../stores/market/instruments.ts';
import { Button } from '../../ui/button.tsx';
import { LiveText } from '../../ui/live-text.tsx';
import { useSignalEffect } from '../../ui/use-signal-effect.ts';
import { ContractTitle, contractName } from './contract-title.tsx';
import styles from './contracts.module.css';
import { positionFigures } from './position-figures.ts';
import { POSITION_ACTIONS, openPositionSheet } from './position-request.ts';

export interface PositionCardProps {
  order: ContractOrder;
}

export const PositionCard = memo(function PositionCard({ order }: PositionCardProps) {
  const { t } = useTranslation();
  const instrument = instrumentById(order.coinInfoId);
  const pair = instrument?.info.pair ?? order.symbol;
  const figures = useMemo(
    () => positionFigures(order.id, order.coinInfoId, t('contracts.noLiq')),
    [order.id, order.coinInfoId, t],
  );
  const row = useFocusBeside<HTMLLIElement>();
  const level = useSignalEffect<HTMLDivElement>(
    useCallback((element: Element) => element.setAttribute('data-risk', figures.level.value), [figures]),
  );
  return (
    <li ref={row} className={layout.order} data-testid="position">
      <div className={layout.orderHead}>
        <ContractTitle order={order} pair={pair} />
        <span className={layout.status}>
          <LiveText text={figures.profit} tone={figures.tone} />
        </span>
      </div>
      <div ref={level} className={styles.card}>
        <dl className={layout.orderFigures}>
          <div>
            <dt>{t('trade.amount')}</dt>
            <dd className="num">
              {coinText(order.holdAmount ?? order.amount, order.coinInfoId)} {amountCoin(order)}
            </dd>
          </div>
          <div>
            <dt>{t('contracts.entry')}</dt>
            <dd>
              <FigureText figure={priceFigure(order.openPrice, order.coinInfoId)} />
            </dd>
          </div>
          <div>
            <dt>{t('contracts.mark')}</dt>
            <dd>
              <LiveText text={figures.mark} />
            </dd>
          </div>
          <div>
            <dt>{t('contracts.margin')}</dt>
            <dd className="num">{moneyText(order.securityDeposit)}</dd>
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
              <dd className="num">{priceText(order.profitPrice, order.coinInfoId)}</dd>
            </div>
          )}
          {order.lossPrice !== '' && (
            <div>
              <dt>{t('contracts.lossPrice')}</dt>
              <dd className="num">{priceText(order.lossPrice, order.coinInfoId)}</dd>
            </div>
          )}
        </dl>
        <p className={styles.warn}>{t('contracts.riskHigh')}</p>
      </div>
      <div className={styles.actions}>
        {POSITION_ACTIONS.map((action) => (
          <Button
            key={action}
            small
            aria-label={`${t(`contracts.wish.${action}`)}: ${contractName(order, pair, t)}`}
            onClick={() => openPositionSheet(action, order.id)}
            data-testid={`position-${action}`}
          >
            {t(`contracts.wish.${action}`)}
          </Button>
        ))}
      </div>
    </li>
  );
});
