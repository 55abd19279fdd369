// Head of a page with an order form: the market and its change, the way to its chart, why it is closed.
import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { useClosedMarket } from '../../hooks/use-closed-market.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { Icon } from '../../ui/icon.tsx';
import { LiveText } from '../../ui/live-text.tsx';
import type { NavBarProps } from '../../ui/nav-bar.tsx';
import styles from '../ticket/trading-layout.module.css';
import { closedText } from './closed-market.ts';
import { DelistingNotice } from './delisting-notice.tsx';
import { FeedStatus } from './feed-status.tsx';
import { MarketPicker } from './market-picker.tsx';
import type { TradeKind } from './trade-kind.ts';

export interface TicketHeadProps {
  bar: ComponentType<Pick<NavBarProps, 'title' | 'trailing'>>;
  instrument: Instrument;
  kind: TradeKind;
  /** Markets that can be chosen instead. */
  accepts: (instrument: Instrument) => boolean;
  onMarket: (coinInfoId: number) => void;
}

export function TicketHead({ bar: Bar, instrument, kind, accepts, onMarket }: TicketHeadProps) {
  const { t } = useTranslation();
  const { id } = instrument.info;
  const ticker = tickerOf(id);
  const closed = useClosedMarket(instrument, kind);
  return (
    <>
      <Bar
        title={
          <span className={styles.title}>
            <MarketPicker instrument={instrument} onPick={onMarket} accepts={accepts} />
            <LiveText text={ticker.change} className={styles.change} tone={ticker.direction} />
          </span>
        }
        trailing={
          <>
            <FeedStatus />
            <Link
              className={styles.chartLink}
              to="/pages/kline/kline"
              search={{ coinInfoId: id }}
              aria-label={t('trade.chart')}
            >
              <Icon name="chart" />
            </Link>
          </>
        }
      />
      <DelistingNotice info={instrument.info} />
      {closed && closed.why !== 'over' && (
        <p className={styles.notice} role="note">
          {closedText(closed, t)}
        </p>
      )}
    </>
  );
}
