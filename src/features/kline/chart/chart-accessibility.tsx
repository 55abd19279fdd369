// The chart for those who do not see it: how its keys work, the candle under the crosshair, and now and then the
// running one.
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import type { CandleReading } from '../../../../chart/api.ts';
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import { type ChartInterval, INTERVAL_MS } from '../../../../core/units/time.ts';
import { languageCode } from '../../../stores/device/language.ts';
import { separate } from '../../../stores/market/number-format.ts';
import type { ChartController } from './chart-controller.ts';
import { look } from './chart-style.ts';

/** A crosshair that is still moving says nothing. */
const SETTLE_MS = 250;
/** The running candle is said at most this often. */
const RUNNING_MS = 10_000;

export interface ChartVoiceProps {
  controller: ChartController;
  instrument: Instrument;
  interval: ChartInterval;
  /** The chart: nothing is said unless the focus is in it. */
  host: RefObject<HTMLElement | null>;
  helpId: string;
}

export function ChartVoice({ controller, instrument, interval, host, helpId }: ChartVoiceProps) {
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
    const heard = (): boolean => host.current?.contains(document.activeElement) ?? false;
    const say = (text: string): void => {
      if (region.current && heard()) region.current.textContent = text;
    };
    let crossed = false;
    let saidAtMs = -RUNNING_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const crosshair = (candle: CandleReading | null): void => {
      crossed = candle !== null;
      clearTimeout(timer);
      if (!candle || Number.isNaN(candle.close)) return;
      timer = setTimeout(
        () =>
          say(
            t('chart.candleSaid', {
              time: timeText(candle.time, interval),
              ...prices(candle),
              volume: separate(candle.volume.toFixed(amountPrecision)),
            }),
          ),
        SETTLE_MS,
      );
    };
    const running = (candle: CandleReading): void => {
      const nowMs = performance.now();
      if (crossed || !heard() || nowMs - saidAtMs < RUNNING_MS) return;
      saidAtMs = nowMs;
      say(t('chart.runningSaid', prices(candle)));
    };
    const stop = controller.listen((event) => {
      if (event.kind === 'crosshair') crosshair(event.candle);
      else if (event.kind === 'candle') running(event.candle);
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

/** As the time axis counts it: a candle of a day or longer begins and ends by UTC, and is named by its day alone. */
export function timeText(epochMs: number, interval: ChartInterval): string {
  const long = INTERVAL_MS[interval] === 0 || INTERVAL_MS[interval] >= INTERVAL_MS['1d'];
  const { timeZone } = look.peek();
  const how: Intl.DateTimeFormatOptions = long
    ? { dateStyle: 'medium', timeZone: 'UTC' }
    : { dateStyle: 'medium', timeStyle: 'short', ...(timeZone && { timeZone }) };
  return new Intl.DateTimeFormat(languageCode(), how).format(epochMs);
}
