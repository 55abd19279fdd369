// The spot trading page: order form, live book and the user's orders.
import { Navigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { type Instrument, marketTypeOf } from '../../../core/instruments/instrument.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import { TicketChart } from '../../components/chart/ticket-chart.tsx';
import { LiveBook } from '../../components/market/live-book.tsx';
import { NoMarket } from '../../components/common/no-market.tsx';
import { tradeKindOf } from '../../components/market/trade-kind.ts';
import { TicketHead } from '../../components/market/ticket-head.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { type PickedLevel, pickedFields } from '../../components/ticket/ticket-text.ts';
import { OrderResultCard } from '../../components/order-review/order-result-card.tsx';
import { useTickers } from '../../hooks/use-tickers.ts';
import { useMarket } from '../../hooks/use-market.ts';
import { stored } from '../../stores/device/storage.ts';
import { lazyBlock } from '../../components/common/lazy-component.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { SpotTicketForm } from './spot-ticket-form.tsx';
import styles from '../../components/ticket/trading-layout.module.css';
import { useSpotTicket } from './use-spot-ticket.ts';

/** Below the ticket, which is usable before. */
const LazyOrders = lazyBlock(
  () => import('./spot-orders-panel.tsx'),
  ({ SpotOrdersPanel }) => SpotOrdersPanel,
  <section className={styles.orders}>
    <SkeletonRows rows={3} />
  </section>,
);

export { QuickSpotTicket } from './quick-spot-ticket.tsx';

/** Markets with a spot book, including those that are shown but not tradable. */
function isSpot(instrument: Instrument): boolean {
  return marketTypeOf(instrument.info) === 'spot' && instrument.info.pair !== '';
}

export function TradePage() {
  const { t } = useTranslation();
  const search: { side?: unknown; priceTicks?: unknown; total?: unknown } = useSearch({ strict: false });
  const { instrument, loaded: known, select: choose } = useMarket('tradeCoinData', '/pages/tabbar/trade', isSpot);
  useTickers();
  // An address of another page's market: its orders are contracts.
  if (instrument && tradeKindOf(instrument) === 'contract')
    return <Navigate to="/pages/tabbar/contracts" search={{ coinInfoId: instrument.info.id }} replace />;
  if (instrument) {
    const side = search.side === 'buy' || search.side === 'sell' ? search.side : null;
    const priceTicks = typeof search.priceTicks === 'number' && search.priceTicks > 0 ? search.priceTicks : null;
    const total = typeof search.total === 'number' && search.total > 0 ? search.total : null;
    return (
      <SpotTrading
        key={`${instrument.info.id} ${side} ${priceTicks} ${total}`}
        instrument={instrument}
        side={side ?? stored('sideType').peek()}
        priceTicks={priceTicks}
        total={total}
        onMarket={choose}
      />
    );
  }
  return (
    <>
      <PageHeader title={t('title.trade')} />
      {known ? <NoMarket /> : <SkeletonRows rows={8} />}
    </>
  );
}

interface SpotTradingProps {
  instrument: Instrument;
  side: Side;
  /** Initial limit price; null: the last price. */
  priceTicks: number | null;
  /** Initial size of a market buy in the quote coin; null: a limit order. */
  total: number | null;
  onMarket: (coinInfoId: number) => void;
}

function SpotTrading({ instrument, side, priceTicks, total, onMarket }: SpotTradingProps) {
  const ticket = useSpotTicket(instrument, side, priceTicks, total);
  const { edit } = ticket;
  const pick = useCallback((picked: PickedLevel) => edit(pickedFields(instrument, picked)), [edit, instrument]);
  const tradeAt = (chosen: Side, ticks: PriceTicks): void =>
    edit({ side: chosen, ...pickedFields(instrument, { priceTicks: ticks, lotsTo: null }) });
  return (
    <div className={styles.page}>
      <TicketHead bar={PageHeader} instrument={instrument} kind="spot" accepts={isSpot} onMarket={onMarket} />
      <TicketChart instrument={instrument} onTrade={tradeAt} />
      <SpotTicketForm
        instrument={instrument}
        ticket={ticket}
        beside={<LiveBook instrument={instrument} onPick={pick} />}
      />
      <LazyOrders />
      <OrderResultCard />
    </div>
  );
}
