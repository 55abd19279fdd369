// Texts of prices, amounts and money in a ticket and its confirmation.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { type Units, parseSteps, printScaled, printSteps } from '../../../core/units/units.ts';
import { UNKNOWN, separate } from '../../stores/market/number-format.ts';
import { completeNumber } from './ticket-text.ts';

/** Money with two decimals, cut: it is an estimate. */
export function centsText(units: Units): string {
  return separate(printScaled(units / 1_000_000n, 2));
}

/** A typed price with all decimals of its market; as it is while it is off the grid. */
export function typedPriceText({ price }: Instrument, text: string): string {
  const ticks = parseSteps(completeNumber(text), price);
  return separate(typeof ticks === 'number' ? printSteps(ticks, price) : text);
}

/** A price as sent, cut to the decimals of its market; '--' for none. */
export function priceText({ price }: Instrument, decimal: string): string {
  if (!(Number(decimal) > 0)) return UNKNOWN;
  const [whole = '', fraction = ''] = decimal.split('.');
  return separate(
    price.decimals === 0 ? whole : `${whole}.${fraction.slice(0, price.decimals).padEnd(price.decimals, '0')}`,
  );
}
