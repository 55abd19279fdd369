// The contracts tab: order form, live book, positions and orders.
import { computed } from '@preact/signals-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useMark } from '../../hooks/use-mark.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import { TicketChart } from '../../components/chart/ticket-chart.tsx';
import styles from '../../components/ticket/trading-layout.module.css';
import { FeedStatus } from '../../components/market/feed-status.tsx';
import { lazyBlock } from '../../components/common/lazy-component.tsx';
import { LiveBook } from '../../components/market/live-book.tsx';
import { NoMarket } from '../../components/common/no-market.tsx';
import { TicketHead } from '../../components/market/ticket-head.tsx';
import { type PickedLevel, pickedFields } from '../../components/ticket/ticket-text.ts';
import { OrderResultCard } from '../../components/order-review/order-result-card.tsx';
import { useTickers } from '../../hooks/use-tickers.ts';
import { useMarket } from '../../hooks/use-market.ts';
import { priceText } from '../../stores/market/figures.ts';
import { markOf } from '../../stores/market/marks.ts';
import { Disclosure } from '../../ui/fields/disclosure.tsx';
import { LiveText } from '../../ui/live-text.tsx';
import { NavBar } from '../../ui/nav-bar.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Segmented } from '../../ui/tabs.tsx';
import { DIRECTION_OF } from './contract-ticket.ts';
import own from './contracts.module.css';
import { LeverageButton } from './leverage-button.tsx';
import { ContractTicketForm } from './contract-ticket-form.tsx';
import { type InitialContractOrder, useContractTicket } from './use-contract-ticket.ts';

/** Below the ticket, which is usable before. */
const LazyPositions = lazyBlock(
  () => import('./positions-panel.tsx'),
  ({ PositionsPanel }) => PositionsPanel,
  <section className={styles.orders}>
    <SkeletonRows rows={3} />
  </section>,
);

const LazyStatistics = lazyBlock(
  () => import('./contract-statistics.tsx'),
  ({ ContractStatistics }) => ContractStatistics,
  <SkeletonRows rows={3} />,
  { texts: ['contracts', 'status'] },
);

export { QuickContractTicket } from './quick-contract-ticket.tsx';

function hasContracts({ info }: Instrument): boolean {
  return info.contractEnable === 1;
}

export function ContractsPage() {
  const { t } = useTranslation();
  const {
    instrument,
    loaded: known,
    select: choose,
  } = useMarket('contractsCoinData', '/pages/tabbar/contracts', hasContracts);
  useTickers();
  const search: { side?: unknown; priceTicks?: unknown } = useSearch({ strict: false });
  if (instrument && hasContracts(instrument)) {
    const side = search.side === 'buy' || search.side === 'sell' ? search.side : undefined;
    const priceTicks = typeof search.priceTicks === 'number' && search.priceTicks > 0 ? search.priceTicks : undefined;
    return (
      <ContractTrading
        key={`${instrument.info.id} ${side} ${priceTicks}`}
        instrument={instrument}
        start={{ side, priceTicks }}
        onMarket={choose}
      />
    );
  }
  return (
    <>
      <NavBar title={t('tab.contracts')} trailing={<FeedStatus />} />
      <main>{known ? <NoMarket title={t('contracts.noMarket')} /> : <SkeletonRows rows={8} />}</main>
    </>
  );
}

function ContractTrading({
  instrument,
  start,
  onMarket,
}: {
  instrument: Instrument;
  start: InitialContractOrder;
  onMarket: (coinInfoId: number) => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id } = instrument.info;
  const ticket = useContractTicket(instrument, start);
  useMark(id);
  const { edit } = ticket;
  const pick = useCallback((picked: PickedLevel) => edit(pickedFields(instrument, picked)), [edit, instrument]);
  const tradeAt = (side: Side, priceTicks: PriceTicks): void =>
    edit({ direction: DIRECTION_OF[side], ...pickedFields(instrument, { priceTicks, lotsTo: null }) });
  const mark = useMemo(() => <MarkLine coinInfoId={id} />, [id]);
  return (
    <div className={styles.page}>
      <TicketHead bar={NavBar} instrument={instrument} kind="contract" accepts={hasContracts} onMarket={onMarket} />
      <TicketChart instrument={instrument} onTrade={tradeAt} />
      <div>
        <div className={own.kinds}>
          <Segmented
            label={t('contracts.kinds')}
            value="contracts"
            onChange={(kind) => kind === 'seconds' && void navigate({ to: '/pages/secondsContract/index' })}
            choices={[
              { key: 'contracts', label: t('tab.contracts') },
              { key: 'seconds', label: t('home.seconds') },
            ]}
          />
          <span className={own.isolated}>{t('contracts.isolated')}</span>
          <LeverageButton instrument={instrument} ticket={ticket} />
        </div>
        <ContractTicketForm
          instrument={instrument}
          ticket={ticket}
          beside={<LiveBook instrument={instrument} onPick={pick} below={mark} />}
        />
      </div>
      <LazyPositions />
      <StatisticsBlock coinInfoId={id} symbol={instrument.info.symbol} />
      <OrderResultCard />
    </div>
  );
}

/** Closed at first; loaded when it is opened. */
function StatisticsBlock(market: { coinInfoId: number; symbol: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Disclosure
      summary={t('contracts.statistics')}
      className={own.statisticsBlock}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      data-testid="statistics"
    >
      {open && <LazyStatistics {...market} />}
    </Disclosure>
  );
}

/** The mark price, which profit and risk are measured by. */
function MarkLine({ coinInfoId }: { coinInfoId: number }) {
  const { t } = useTranslation();
  const text = useMemo(() => computed(() => priceText(markOf(coinInfoId).mark.value, coinInfoId)), [coinInfoId]);
  return (
    <>
      {t('contracts.mark')} <LiveText text={text} />
    </>
  );
}
