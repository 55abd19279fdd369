// Numbers while they are typed into a ticket.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { type Lots, type PriceTicks, nearestSteps, parseSteps, printSteps } from '../../../core/units/units.ts';

/** A number still being typed: "61837." is 61837. */
export function finished(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

/**
 * The price some ticks away; a price between two ticks first goes to the neighbour in that direction. Never below one
 * tick.
 */
export function stepPrice(instrument: Instrument, text: string, steps: 1 | -1, referenceTicks: PriceTicks): string {
  const grid = instrument.price;
  const exact = parseSteps(finished(text), grid);
  if (exact === 'not-a-decimal' || exact === 'too-large') return printSteps(Math.max(1, referenceTicks), grid);
  if (exact !== 'off-grid') return printSteps(Math.max(1, exact + steps), grid);
  const [below, above] = nearestSteps(finished(text), grid) ?? ['', ''];
  return steps > 0 || Number(below) === 0 ? above : below;
}

/** A level of the book as it was picked; `lotsTo` from the best price to it, null where only its price is wanted. */
export interface Picked {
  priceTicks: PriceTicks;
  lotsTo: Lots | null;
}

/** What a picked level fills a ticket with. */
export function pickedFields(
  { price, amount }: Instrument,
  { priceTicks, lotsTo }: Picked,
): { orderType: 'limit'; price: string; amount?: string } {
  return {
    orderType: 'limit',
    price: printSteps(priceTicks, price),
    ...(lotsTo !== null && { amount: printSteps(lotsTo, amount) }),
  };
}
