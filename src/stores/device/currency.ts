// Display currency: the choice, its rate against USD, and formatting of amounts.
import { type ReadonlySignal, computed, signal } from '@preact/signals-react';
import { ONE_E8, MONEY_DECIMALS, type Units, parseScaled, printScaled } from '../../../core/units/units.ts';
import { read } from '../../api/read.ts';
import { separate } from '../market/number-format.ts';
import { type Currency, stored } from './storage.ts';

/** Quotation currencies (docs/specification.md 9). */
export const CURRENCIES: readonly Currency[] = Object.entries({
  USD: '$',
  CNH: 'CN¥',
  EUR: '€',
  TWD: 'NT$',
  HKD: 'HK$',
  GBP: '£',
  JPY: 'JP¥',
}).map(([value, symbol]) => ({ name: value, value, symbol }));

export const currency = stored('currencyData');
const storedRate = stored('forexRate');
const known = signal<{ rates: Record<string, string>; ts: number } | null>(null);
/** Units of each currency per 1 USD as decimals, and their server time in ms; null before the first response. */
export const exchangeRates: ReadonlySignal<{ rates: Record<string, string>; ts: number } | null> = known;

/** Rate of the chosen currency in 1e-8; the last visit's until a new one is known. */
const rateUnits: ReadonlySignal<bigint> = computed(() => {
  if (currency.value.value === 'USD') return ONE_E8;
  const fresh = known.value?.rates[currency.value.value];
  return (fresh === undefined ? null : rateOf(fresh)) ?? rateOf(String(storedRate.value)) ?? ONE_E8;
});

/** Null for a rate that is no positive decimal. Digits past the eighth are cut off. */
function rateOf(text: string): bigint | null {
  const units = parseScaled(text.replace(/(\.\d{8})\d+$/, '$1'), MONEY_DECIMALS);
  return units !== null && units > 0n ? units : null;
}

/** Fetches the rates. Throws CallError. */
export async function refreshRates(): Promise<void> {
  const { rates, ts } = await read('/forex/rate', {});
  known.value = { rates, ts };
  storeRate();
}

/** Sets the currency; amounts change at once when its rate is known. */
export function setCurrency(chosen: Currency): void {
  currency.value = chosen;
  storeRate();
}

function storeRate(): void {
  const rate = Number(known.peek()?.rates[currency.peek().value] ?? NaN);
  if (rate > 0) storedRate.value = rate;
}

/**
 * US dollars (USDT 1:1) in the chosen currency, truncated after `decimals`: "$18,204.57". Reads signals: use inside
 * computed.
 */
export function quoteText(usd: Units, decimals = 2): string {
  const value = (usd * rateUnits.value) / ONE_E8;
  const cut = value / 10n ** BigInt(MONEY_DECIMALS - decimals);
  const negative = cut < 0n;
  return `${negative ? '-' : ''}${currency.value.symbol}${separate(printScaled(negative ? -cut : cut, decimals))}`;
}
