// Screen reader support of the chart: key help, the candle under the crosshair, the running candle.
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import type { CandleReading } from '../../../../chart/api.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import { intervalMs } from '../../../../core/units/bar-interval.ts';
import { type ChartInterval, INTERVAL_MS, isBarInterval } from '../../../../core/units/time.ts';
import { languageCode } from '../../../stores/device/language.ts';
import { separate } from '../../../stores/market/number-format.ts';
import type { ChartController } from '../../../components/chart/chart-controller.ts';
import { userChartStyle } from '../../../components/chart/chart-style.ts';

/** The crosshair is announced after it has rested this long. */
const CROSSHAIR_REST_MS = 250;
/** The running candle is announced at most once in this time. */
const RUNNING_INTERVAL_MS = 10_000;

export interface ChartAccessibilityProps {
  controller: ChartController;
  instrument: Instrument;
  interval: ChartInterval;
  /** Element of the chart; announcements are made only while it contains the focus. */
  host: RefObject<HTMLElement | null>;
  helpId: string;
}

export function ChartAccessibility({ controller, instrument, interval, host, helpId }: ChartAccessibilityProps) {
  const { t } = useTranslation();
  const region = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const { pricePrecision, amountPrecision } = instrument.info;
    const price = (value: number): string => separate(value.toFixed(pricePrecision));
    const prices = ({ open, high, low, close }: CandleReading) => ({
      open: price(open),
      high: price(high),
      low: price(low),
      close: price(close),
    });
    const isFocused = (): boolean => host.current?.contains(document.activeElement) ?? false;
    const announce = (text: string): void => {
      if (region.current && isFocused()) region.current.textContent = text;
    };
    let crosshairShown = false;
    let announcedAtMs = -RUNNING_INTERVAL_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onCrosshair = (candle: CandleReading | null): void => {
      crosshairShown = candle !== null;
      clearTimeout(timer);
      if (!candle || Number.isNaN(candle.close)) return;
      timer = setTimeout(
        () =>
          announce(
            t('chart.candleSaid', {
              time: candleTimeText(candle.time, interval),
              ...prices(candle),
              volume: separate(candle.volume.toFixed(amountPrecision)),
            }),
          ),
        CROSSHAIR_REST_MS,
      );
    };
    const onRunningCandle = (candle: CandleReading): void => {
      const nowMs = performance.now();
      if (crosshairShown || !isFocused() || nowMs - announcedAtMs < RUNNING_INTERVAL_MS) return;
      announcedAtMs = nowMs;
      announce(t('chart.runningSaid', prices(candle)));
    };
    const stop = controller.onEvent((event) => {
      if (event.kind === 'crosshair') onCrosshair(event.candle);
      else if (event.kind === 'candle') onRunningCandle(event.candle);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [controller, instrument, interval, host, t]);
  return (
    <>
      <p className="visually-hidden" id={helpId}>
        {t('chart.help')}
      </p>
      <p className="visually-hidden" role="status" ref={region} data-testid="chart-voice" />
    </>
  );
}

/**
 * A candle's time as the time axis shows it: candles of a day or longer are named by their UTC day,
 * shorter ones by date and time in the chosen time zone.
 */
export function candleTimeText(epochMs: number, interval: ChartInterval): string {
  const long = interval === '1M' || intervalMs(interval) >= INTERVAL_MS['1d'];
  const { timeZone } = userChartStyle.peek();
  const format: Intl.DateTimeFormatOptions = long
    ? { dateStyle: 'medium', timeZone: 'UTC' }
    : { dateStyle: 'medium', timeStyle: isBarInterval(interval) ? 'medium' : 'short', ...(timeZone && { timeZone }) };
  return new Intl.DateTimeFormat(languageCode(), format).format(epochMs);
}
