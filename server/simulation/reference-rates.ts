// Reference exchange rates of the dollar for display in other currencies; never used to settle.
import { type CoinInfo, instrumentOf } from '../../core/instruments/instrument.ts';
import { stepsToNumber } from '../../core/units/units.ts';

/** Last price of a market in ticks, 0 when unknown. */
export interface LastPrices {
  lastTicks(coinInfoId: number): number;
}

/**
 * Units of each currency for one dollar, where no market quotes it or none has traded yet. TWD and HKD are always these
 * fixed values: no listed pair carries them.
 */
const REFERENCE = { CNH: 7.245, EUR: 0.9217, TWD: 32.3, HKD: 7.81, GBP: 0.7862, JPY: 151.4 } as const;
export type RateCurrency = keyof typeof REFERENCE;

/** Markets that quote a currency against the dollar; `inverse` where the dollar is the quote coin. */
const QUOTED: { currency: RateCurrency; pair: string; inverse: boolean }[] = [
  { currency: 'CNH', pair: 'USD/CNH', inverse: false },
  { currency: 'JPY', pair: 'USD/JPY', inverse: false },
  { currency: 'EUR', pair: 'EUR/USD', inverse: true },
  { currency: 'GBP', pair: 'GBP/USD', inverse: true },
];
const DECIMALS = 6;

/**
 * Returns a function that gives the units of every currency for one dollar, as decimals with 6 places ("USD" is "1").
 */
export function createRates(prices: LastPrices, instruments: CoinInfo[]): () => Record<RateCurrency | 'USD', string> {
  return () => {
    const rates: Record<RateCurrency, number> = { ...REFERENCE };
    for (const { currency, pair, inverse } of QUOTED) {
      const info = instruments.find((candidate) => candidate.type === 'forex' && candidate.pair === pair);
      const lastTicks = info ? prices.lastTicks(info.id) : 0;
      if (!info || lastTicks <= 0) continue;
      const price = stepsToNumber(lastTicks, instrumentOf(info).price);
      rates[currency] = inverse ? 1 / price : price;
    }
    const text = Object.fromEntries(
      Object.entries(rates).map(([currency, rate]) => [currency, rate.toFixed(DECIMALS)]),
    );
    return { USD: '1', ...text } as Record<RateCurrency | 'USD', string>;
  };
}
