// Formats of amounts, shares, periods and prices of seconds contracts.
import { type Units, parseMoney, printScaled } from '../../../core/units/units.ts';
import type { Translate } from '../../locales/use-translation.ts';
import { UNKNOWN, separate } from '../../stores/market/number-format.ts';
import { instrumentById } from '../../stores/market/instruments.ts';

/** USDT units with two decimals, cut. */
export function unitsText(units: Units): string {
  return separate(printScaled(units / 1_000_000n, 2));
}

/** A decimal of the API as an amount; '--' where there is none. */
export function amountText(text: string): string {
  const units = parseMoney(text);
  return units === null ? UNKNOWN : unitsText(units);
}

/** An amount with its sign: "+85.00", "-100.20". */
export function signedText(units: Units): string {
  return `${units > 0n ? '+' : ''}${unitsText(units)}`;
}

/** Tone of a gain, a loss, or neither. */
export function toneOf(units: Units): 'up' | 'down' | 'flat' {
  return units > 0n ? 'up' : units < 0n ? 'down' : 'flat';
}

/** A fraction as percent: "0.7" as "70%". */
export function shareText(fraction: string | number, decimals: number): string {
  const share = Number(fraction);
  return Number.isFinite(share) ? `${(share * 100).toFixed(decimals)}%` : UNKNOWN;
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

/** A published price, padded to the market's decimals to keep its width; '--' for ''. */
export function priceText(price: string, coinInfoId: number): string {
  if (price === '') return UNKNOWN;
  const [whole = '', fraction = ''] = price.split('.');
  const padded = fraction.padEnd(instrumentById(coinInfoId)?.price.decimals ?? 0, '0');
  return separate(padded === '' ? whole : `${whole}.${padded}`);
}
