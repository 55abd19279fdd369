// A further chart beside the main one: market and interval in its header, the user's lines on it.
import { useContext, useEffect, useState } from 'react';
import type { ChartInterval } from '../../../../core/units/time.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import type { ChartController } from '../../../components/chart/chart-controller.ts';
import type { ChartLink } from '../../../components/chart/chart-link.ts';
import { MarketPicker } from '../../../components/market/market-picker.tsx';
import { TicketOpener } from '../../../components/ticket/ticket-slot.ts';
import { ChartTrading } from '../../../components/order-lines/chart-trading.tsx';
import { useTranslation } from '../../../locales/use-translation.ts';
import { tickerOf } from '../../../stores/market/tickers.ts';
import { LiveText } from '../../../ui/live-text.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import styles from '../kline.module.css';
import { useIndicatorSpecs } from '../use-indicators.ts';
import { IntervalOptions } from '../../../components/chart/interval-options.tsx';
import { useChartStyle } from '../../../components/chart/chart-style.ts';
import { ChartHost } from './chart-host.tsx';
import { PopOutButton } from './pop-out-button.tsx';

export interface SideChartProps {
  instrument: Instrument;
  interval: ChartInterval;
  link: ChartLink;
  /** Null where the market follows another chart's. */
  onMarket: ((coinInfoId: number) => void) | null;
  onInterval: ((interval: ChartInterval) => void) | null;
}

export function SideChart({ instrument, interval, link, onMarket, onInterval }: SideChartProps) {
  const { t } = useTranslation();
  const indicators = useIndicatorSpecs();
  const openTicket = useContext(TicketOpener);
  const [controller, setController] = useState<ChartController | null>(null);
  const ticker = tickerOf(instrument.info.id);
  useChartStyle(controller, `${instrument.info.id} ${interval}`);
  useEffect(() => (controller ? link.add(controller) : undefined), [controller, link]);
  return (
    <section className={styles.layout} data-fill="">
      <header className={styles.sideHead}>
        {onMarket ? (
          <MarketPicker instrument={instrument} onPick={onMarket} />
        ) : (
          <b className="num">{instrument.info.pair}</b>
        )}
        <LiveText text={ticker.last} tone={ticker.direction} flash={ticker.move} />
        <LiveText text={ticker.change} className={styles.change} tone={ticker.direction} />
        <Select
          className={styles.sideInterval}
          value={interval}
          aria-label={t('kline.intervals')}
          disabled={onInterval === null}
          onChoose={(chosen) => onInterval?.(chosen)}
        >
          <IntervalOptions value={interval} />
        </Select>
        <PopOutButton instrument={instrument} interval={interval} />
      </header>
      <ChartHost instrument={instrument} interval={interval} indicators={indicators} onController={setController} />
      {controller && <ChartTrading port={controller} instrument={instrument} onTrade={openTicket} />}
    </section>
  );
}
