// Texts of periods and prices of seconds contracts.
import type { Translate } from '../../locales/use-translation.ts';
import { priceText } from '../../stores/market/figures.ts';
import { instrumentById } from '../../stores/market/instruments.ts';

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
