// A chart in a window of its own; the window's title has the market and its price.
import { effect } from '@preact/signals-react';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { ChartInterval } from '../../../core/units/time.ts';
import { NoMarket } from '../../components/common/no-market.tsx';
import { ChartTrading } from '../../components/order-lines/chart-trading.tsx';
import { ChartLayout } from '../../features/kline/chart/chart-layout.tsx';
import { chartWindowName } from '../../features/kline/chart/chart-window.ts';
import { useTickers } from '../../hooks/use-tickers.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { instruments, instrumentsListed } from '../../stores/market/instruments.ts';
import { tickerOf } from '../../stores/market/tickers.ts';
import { tickersFreshness } from '../../stores/market/view-freshness.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useSignalValue } from '../../ui/use-signal-value.ts';

export function ChartWindowPage() {
  const { coinInfoId = 0, interval }: { coinInfoId?: number; interval?: ChartInterval } = useSearch({ strict: false });
  const instrument = useSignalValue(instruments).get(coinInfoId);
  const loaded = useSignalValue(instrumentsListed);
  useTickers();
  useWindowTitle(instrument);
  useEffect(() => {
    if (interval) window.name = chartWindowName(coinInfoId, interval);
  }, [coinInfoId, interval]);
  if (instrument) return <ChartLayout instrument={instrument} alone Trading={ChartTrading} />;
  return loaded ? <NoMarket /> : <SkeletonRows rows={8} />;
}

/** Without the price while that is not live. */
function useWindowTitle(instrument: Instrument | undefined): void {
  const { t } = useTranslation();
  useEffect(() => {
    const pair = instrument?.info.pair;
    if (!instrument || !pair) {
      document.title = t('app.name');
      return undefined;
    }
    const { last } = tickerOf(instrument.info.id);
    return effect(() => {
      const live = tickersFreshness.fresh.value === 'live';
      document.title = live ? `${pair} ${last.value}` : `${pair} · ${t('app.name')}`;
    });
  }, [instrument, t]);
}
