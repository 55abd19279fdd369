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
import { Fact } from '../../ui/fact.tsx';
import { LiveText } from '../../ui/live-text.tsx';
import { useSignalEffect } from '../../ui/use-signal-effect.ts';
import { ContractTitle, contractName } from './contract-title.tsx';
import styles from './contracts.module.css';
import { type PositionFigures, positionFigures } from './position-figures.ts';
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
        <PositionFacts order={order} figures={figures} />
        <p className={styles.warn}>{t('contracts.riskHigh')}</p>
      </div>
      <PositionActions id={order.id} name={contractName(order, pair, t)} />
    </li>
  );
});

/** Size, prices and margin; signals write those that follow the mark price. */
function PositionFacts({ order, figures }: PositionCardProps & { figures: PositionFigures }) {
  const { t } = useTranslation();
  return (
    <dl className={layout.orderFigures}>
      <Fact label={t('trade.amount')} className="num">
        {coinText(order.holdAmount ?? order.amount, order.coinInfoId)} {amountCoin(order)}
      </Fact>
      <Fact label={t('contracts.entry')}>
        <FigureText figure={priceFigure(order.openPrice, order.coinInfoId)} />
      </Fact>
      <Fact label={t('contracts.mark')}>
        <LiveText text={figures.mark} />
      </Fact>
      <Fact label={t('contracts.margin')} className="num">
        {moneyText(order.securityDeposit)}
      </Fact>
      <Fact label={t('contracts.risk')} className={styles.risk}>
        <LiveText text={figures.risk} />
      </Fact>
      <Fact label={t('contracts.liq')}>
        <LiveText text={figures.liq} />
      </Fact>
      {order.profitPrice !== '' && (
        <Fact label={t('contracts.profitPrice')} className="num">
          {priceText(order.profitPrice, order.coinInfoId)}
        </Fact>
      )}
      {order.lossPrice !== '' && (
        <Fact label={t('contracts.lossPrice')} className="num">
          {priceText(order.lossPrice, order.coinInfoId)}
        </Fact>
      )}
    </dl>
  );
}

/** `name` of the position, in the names of its buttons. */
function PositionActions({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation();
  return (
    <div className={styles.actions}>
      {POSITION_ACTIONS.map((action) => (
        <Button
          key={action}
          small
          aria-label={`${t(`contracts.wish.${action}`)}: ${name}`}
          onClick={() => openPositionSheet(action, id)}
          data-testid={`position-${action}`}
        >
          {t(`contracts.wish.${action}`)}
        </Button>
      ))}
    </div>
  );
}
