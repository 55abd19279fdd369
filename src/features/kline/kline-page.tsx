// The chart page: header, chart with toolbars, market data, and buttons to buy and sell.
import { useCallback } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { type Instrument, marketTypeOf } from '../../../core/instruments/instrument.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import { closedText } from '../../components/market/closed-market.ts';
import { tradeKindOf } from '../../components/market/trade-kind.ts';
import { DelistingNotice } from '../../components/market/delisting-notice.tsx';
import { FeedStatus } from '../../components/market/feed-status.tsx';
import { MarketPicker } from '../../components/market/market-picker.tsx';
import { NoMarket } from '../../components/common/no-market.tsx';
import { FavouriteToggle } from '../../components/account/favourite-toggle.tsx';
import { PageHeader } from '../../components/common/page-header.tsx';
import { OrderResultCard } from '../../components/order-review/order-result-card.tsx';
import { TicketOpener } from '../../components/ticket/ticket-slot.ts';
import { useTickers } from '../../hooks/use-tickers.ts';
import { useClosedMarket } from '../../hooks/use-closed-market.ts';
import { useMarket } from '../../hooks/use-market.ts';
import { connectionLost } from '../../stores/market/connection.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';
import { ChartTrading } from '../../components/order-lines/chart-trading.tsx';
import { ChartLayout } from './chart/chart-layout.tsx';
import styles from './kline.module.css';
import { MarketHead } from './market-head.tsx';
import { MarketViews } from './market-views.tsx';
import { useHalfTicket } from './use-half-ticket.ts';

const anyMarket = (): boolean => true;

export function KlinePage() {
  const { t } = useTranslation();
  const { instrument, loaded: known, select: choose } = useMarket('coinData', '/pages/kline/kline', anyMarket);
  useTickers();
  if (instrument) return <MarketPage instrument={instrument} onMarket={choose} />;
  if (!known) return <SkeletonRows rows={8} />;
  return (
    <>
      <PageHeader title={t('title.kline')} />
      <NoMarket />
    </>
  );
}

function MarketPage({ instrument, onMarket }: { instrument: Instrument; onMarket: (coinInfoId: number) => void }) {
  const { t } = useTranslation();
  const { info } = instrument;
  const offer = tradeKindOf(instrument);
  const [start, setStart] = useHalfTicket();
  const openTicket = useCallback(
    (side: Side, priceTicks?: PriceTicks) => setStart({ side, ...(priceTicks !== undefined && { priceTicks }) }),
    [setStart],
  );
  const closed = useClosedMarket(instrument, offer);
  const offline = useSignalValue(connectionLost);
  const why = offline ? t('trade.offline') : closed && closed.why !== 'over' ? closedText(closed, t) : '';
  return (
    <div className={styles.page}>
      <PageHeader
        title={
          <span className={styles.title}>
            <MarketPicker instrument={instrument} onPick={onMarket} />
            <span className={styles.marketType}>{t(`area.${marketTypeOf(info)}`)}</span>
          </span>
        }
        trailing={
          <>
            <FeedStatus />
            <FavouriteToggle instrument={instrument} />
          </>
        }
      />
      <div>
        <DelistingNotice info={info} />
      </div>
      <MarketHead instrument={instrument} />
      <TicketOpener value={openTicket}>
        <ChartLayout
          instrument={instrument}
          half={start && { start, close: () => setStart(null) }}
          Trading={ChartTrading}
        />
      </TicketOpener>
      <MarketViews instrument={instrument} />
      <OrderResultCard />
      <div className={styles.actions}>
        {why !== '' && (
          <p className={styles.closed} role="note">
            {why}
          </p>
        )}
        <Button kind="up" wide disabled={closed !== null || offline} onClick={() => openTicket('buy')}>
          {t(offer === 'contract' ? 'contracts.long' : 'trade.buy')}
        </Button>
        <Button kind="down" wide disabled={closed !== null || offline} onClick={() => openTicket('sell')}>
          {t(offer === 'contract' ? 'contracts.short' : 'trade.sell')}
        </Button>
      </div>
    </div>
  );
}
