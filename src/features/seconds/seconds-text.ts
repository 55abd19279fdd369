// Texts of periods and tones of seconds contracts.
import type { Units } from '../../../core/units/units.ts';
import type { Translate } from '../../locales/use-translation.ts';
import { priceText } from '../../stores/market/figures.ts';
import { instrumentById } from '../../stores/market/instruments.ts';

/** Tone of a gain, a loss, or neither. */
export function toneOf(units: Units): 'up' | 'down' | 'flat' {
  return units > 0n ? 'up' : units < 0n ? 'down' : 'flat';
}

/** "30 s", from three minutes on "5 min". */
export function periodText(seconds: number, t: Translate): string {
  return seconds >= 180 && seconds % 60 === 0
    ? t('seconds.minutes', { n: seconds / 60 })
    : t('seconds.seconds', { n: seconds });
}

/** A price of the chart's axis, rounded to the market's decimals. */
export function axisPriceText(price: number, coinInfoId: number): string {
  return priceText(price.toFixed(instrumentById(coinInfoId)?.price.decimals ?? 0), coinInfoId);
}
