// Distance of a market's best prices, also as a share of the price.
import { computed } from '@preact/signals-react';
import { useMemo } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { useBook } from '../../hooks/use-book.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { UNKNOWN, separate, stepsText } from '../../stores/market/number-format.ts';
import { LiveText } from '../../ui/live-text.tsx';

/** Basis points: hundredths of a percent. */
const BASIS_POINTS = 10_000;

/** Of the best prices themselves, however the book beside it is grouped. */
export function BookSpread({ instrument }: { instrument: Instrument }) {
  const { t } = useTranslation();
  const { bestBidTicks, bestAskTicks } = useBook(instrument, 1, 1);
  const text = useMemo(
    () => computed(() => spreadText(instrument, bestBidTicks.value, bestAskTicks.value)),
    [instrument, bestBidTicks, bestAskTicks],
  );
  return (
    <>
      {t('depth.spread')} <LiveText text={text} />
    </>
  );
}

/** "2.10 · 0.31 bp". NaN: a side without orders, which has no spread. */
function spreadText(instrument: Instrument, bidTicks: number, askTicks: number): string {
  const ticks = askTicks - bidTicks;
  if (Number.isNaN(ticks)) return UNKNOWN;
  const share = (ticks / ((askTicks + bidTicks) / 2)) * BASIS_POINTS;
  return `${stepsText(ticks, instrument.price)} · ${separate(share.toFixed(2))} bp`;
}
