// One market in a list: name, sparkline, price, change.
// Prices are written by signals, without renders.
import { computed } from '@preact/signals-react';
import { Link } from '@tanstack/react-router';
import { memo, useCallback, useMemo } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { CLOSE_ONLY, HALTED, type Instrument } from '../../../core/instruments/instrument.ts';
import { sessionAt } from '../../../core/instruments/trading-hours.ts';
import { lotUnits } from '../../../core/units/units.ts';
import { currency, quoteText } from '../../stores/device/currency.ts';
import { serverNow } from '../../stores/market/connection.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { LiveText } from '../../ui/live-text.tsx';
import { useSignalEffect } from '../../ui/use-signal-effect.ts';
import { CoinIcon } from './coin-icon.tsx';
import { quoteSymbol } from './pair-symbols.ts';
import { Sparkline } from './sparkline.tsx';
import styles from './market-row.module.css';

/** Quote coins priced in US dollars. */
const DOLLARS = ['USDT', 'USD'];

/**
 * Last price in the user's currency at the market's precision; '' where the market is not priced in dollars, and where
 * the currency is the dollar itself, which would say the price again.
 */
function useQuoted(instrument: Instrument) {
  return useMemo(() => {
    const { lastTicks } = tickerOf(instrument.info.id);
    const inDollars = DOLLARS.includes(quoteSymbol(instrument.info));
    return computed(() => {
      if (!inDollars || currency.value.value === 'USD') return '';
      const ticks = lastTicks.value;
      // The line has its height before the price is known.
      if (!Number.isSafeInteger(ticks)) return '\u00a0';
      return quoteText(lotUnits(ticks, instrument.price), instrument.info.pricePrecision);
    });
  }, [instrument]);
}

export const MarketRow = memo(function MarketRow({ instrument }: { instrument: Instrument }) {
  const { t } = useTranslation();
  const { info } = instrument;
  const ticker = tickerOf(info.id);
  const quoted = useQuoted(instrument);
  const [base = info.symbol, quote] = info.pair.split('/');
  return (
    <Link
      to="/pages/kline/kline"
      search={{ coinInfoId: info.id }}
      className={styles.row}
      data-testid={`market-${info.symbol}`}
    >
      <CoinIcon symbol={info.symbol} size={32} />
      <span className={styles.name}>
        <span className={styles.pair}>
          <span className="num">
            {base}
            {quote && <span className={styles.quote}>/{quote}</span>}
          </span>
        </span>
        <span className={styles.fact}>{stateText(instrument, t) ?? <MarketVolume coinInfoId={info.id} />}</span>
      </span>
      <Sparkline coinInfoId={info.id} />
      <span className={styles.prices}>
        <LiveText text={ticker.last} flash={ticker.move} className={styles.last} />
        <LiveText text={quoted} className={styles.quoted} />
      </span>
      <ChangeBadge coinInfoId={info.id} />
    </Link>
  );
});

function stateText({ info }: Instrument, t: ReturnType<typeof useTranslation>['t']): string | null {
  if (info.status === HALTED) return t('markets.halted');
  if (info.status === CLOSE_ONLY) return t('markets.closeOnly');
  return sessionAt(info, serverNow()).open ? null : t('markets.closed');
}

/** Traded in 24 hours, in the quote coin. */
export function MarketVolume({ coinInfoId }: { coinInfoId: number }) {
  const { t } = useTranslation();
  return (
    <>
      {t('home.volume', { amount: '' })}
      <LiveText text={tickerOf(coinInfoId).amount} />
    </>
  );
}

/** Change in 24 hours on a coloured background; sign and colour both show the direction. */
function ChangeBadge({ coinInfoId }: { coinInfoId: number }) {
  const { change, direction } = tickerOf(coinInfoId);
  const paint = useCallback(
    (element: HTMLElement) => {
      element.dataset['way'] = String(direction.value);
    },
    [direction],
  );
  return (
    <span ref={useSignalEffect<HTMLSpanElement>(paint)} className={styles.change}>
      <LiveText text={change} />
    </span>
  );
}
