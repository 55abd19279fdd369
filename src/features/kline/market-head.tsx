// Last price, change and 24-hour figures of a market.
import { computed } from '@preact/signals-react';
import { useMemo } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { type Instrument, USDT_ID } from '../../../core/instruments/instrument.ts';
import { MONEY_DECIMALS, lotUnits } from '../../../core/units/units.ts';
import { FeedStatus, FreshZone } from '../../components/market/feed-status.tsx';
import { baseSymbol } from '../../components/market/pair-symbols.ts';
import { quoteText } from '../../stores/device/currency.ts';
import { UNKNOWN } from '../../stores/market/number-format.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { Fact } from '../../ui/fact.tsx';
import { LiveText } from '../../ui/live-text.tsx';
import styles from './kline.module.css';

/** Decimals of the price in the user's currency for coins priced with more than cents. */
const CHEAP_DECIMALS = 6;

export function MarketHead({ instrument }: { instrument: Instrument }) {
  const { t } = useTranslation();
  const { info } = instrument;
  const ticker = tickerOf(info.id);
  const quoted = useMemo(
    () =>
      computed(() => {
        const ticks = ticker.lastTicks.value;
        if (info.quoteCoinId !== USDT_ID || !Number.isSafeInteger(ticks)) return UNKNOWN;
        return `≈ ${quoteText(lotUnits(ticks, instrument.price), Math.min(MONEY_DECIMALS, info.pricePrecision > 2 ? CHEAP_DECIMALS : 2))}`;
      }),
    [ticker, instrument, info],
  );
  return (
    <FreshZone className={styles.head}>
      <div className={styles.prices}>
        <LiveText
          text={ticker.last}
          className={styles.last}
          tone={ticker.direction}
          flash={ticker.move}
          id="last-price"
        />
        <span className={styles.under}>
          {info.quoteCoinId === USDT_ID && <LiveText text={quoted} className={styles.quoted} />}
          <LiveText text={ticker.change} className={styles.change} tone={ticker.direction} />
        </span>
      </div>
      <dl className={styles.figures}>
        <Fact label={t('kline.high')}>
          <LiveText text={ticker.high} />
        </Fact>
        <Fact label={t('kline.volume', { coin: baseSymbol(info) })}>
          <LiveText text={ticker.vol} />
        </Fact>
        <Fact label={t('kline.low')}>
          <LiveText text={ticker.low} />
        </Fact>
        <Fact label={t('kline.turnover')}>
          <LiveText text={ticker.amount} />
        </Fact>
      </dl>
    </FreshZone>
  );
}

/** Pair, price and change in one line, in place of the page header. */
export function MarketTitle({ instrument }: { instrument: Instrument }) {
  const ticker = tickerOf(instrument.info.id);
  return (
    <FreshZone className={styles.marketTitle}>
      <FeedStatus quiet />
      <b className="num">{instrument.info.pair}</b>
      <LiveText text={ticker.last} tone={ticker.direction} flash={ticker.move} />
      <LiveText text={ticker.change} className={styles.change} tone={ticker.direction} />
    </FreshZone>
  );
}
