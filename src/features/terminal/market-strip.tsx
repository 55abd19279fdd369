// The line above the chart: market, last price, 24-hour figures, mark, index and funding.
import { computed } from '@preact/signals-react';
import { type ReactNode, useMemo } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { FavouriteToggle } from '../../components/account/favourite-toggle.tsx';
import { FeedStatus, FreshZone } from '../../components/market/feed-status.tsx';
import { MarketPicker } from '../../components/market/market-picker.tsx';
import { baseSymbol } from '../../components/market/pair-symbols.ts';
import { useMark } from '../../hooks/use-mark.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { instrumentById } from '../../stores/market/instruments.ts';
import { markOf } from '../../stores/market/marks.ts';
import { priceText } from '../../stores/market/figures.ts';
import { UNKNOWN, percentText } from '../../stores/market/number-format.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { LiveText } from '../../ui/live-text.tsx';
import styles from './terminal.module.css';

export interface MarketStripProps {
  instrument: Instrument;
  onPick: (instrument: Instrument) => void;
  /** Buttons at the end of the line. */
  trailing: ReactNode;
}

export function MarketStrip({ instrument, onPick, trailing }: MarketStripProps) {
  const { t } = useTranslation();
  const { info } = instrument;
  const ticker = tickerOf(info.id);
  const pick = (coinInfoId: number): void => {
    const picked = instrumentById(coinInfoId);
    if (picked) onPick(picked);
  };
  return (
    <header className={styles.strip}>
      <h1 className={styles.pair}>
        <MarketPicker instrument={instrument} onPick={pick} />
      </h1>
      <FreshZone className={styles.figures}>
        <LiveText
          text={ticker.last}
          className={styles.last}
          tone={ticker.direction}
          flash={ticker.move}
          id="last-price"
        />
        <Figure name={t('markets.change')}>
          <LiveText text={ticker.change} tone={ticker.direction} />
        </Figure>
        <Figure name={t('kline.high')}>
          <LiveText text={ticker.high} />
        </Figure>
        <Figure name={t('kline.low')}>
          <LiveText text={ticker.low} />
        </Figure>
        {info.contractEnable === 1 && <MarkFigures coinInfoId={info.id} />}
        <Figure name={t('kline.volume', { coin: baseSymbol(info) })}>
          <LiveText text={ticker.vol} />
        </Figure>
        <Figure name={t('kline.turnover')}>
          <LiveText text={ticker.amount} />
        </Figure>
      </FreshZone>
      <FavouriteToggle instrument={instrument} />
      <FeedStatus />
      {trailing}
    </header>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className={styles.figure}>
      <span className={styles.name}>{name}</span>
      {children}
    </span>
  );
}

/** Prices that profit and risk are measured by, and the next funding. */
function MarkFigures({ coinInfoId }: { coinInfoId: number }) {
  const { t } = useTranslation();
  useMark(coinInfoId);
  const texts = useMemo(() => {
    const { mark, index, fundingRate } = markOf(coinInfoId);
    const price = (text: string): string => priceText(text, coinInfoId);
    return {
      mark: computed(() => price(mark.value)),
      index: computed(() => price(index.value)),
      funding: computed(() => (fundingRate.value === '' ? UNKNOWN : percentText(fundingRate.value, 4))),
    };
  }, [coinInfoId]);
  return (
    <>
      <Figure name={t('contracts.mark')}>
        <LiveText text={texts.mark} />
      </Figure>
      <Figure name={t('terminal.index')}>
        <LiveText text={texts.index} />
      </Figure>
      <Figure name={t('terminal.funding')}>
        <LiveText text={texts.funding} />
      </Figure>
    </>
  );
}
