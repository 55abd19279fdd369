// Parsing and stepping of numbers while they are typed into a ticket, and what its edits change.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import type { OrderType } from '../../../core/orders/spot-order.ts';
import { type Lots, type PriceTicks, nearestSteps, parseSteps, printSteps } from '../../../core/units/units.ts';

/** Completes a number that is still being typed: "61837." is 61837. */
export function completeNumber(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

/** Ticks of the price that a size is computed with, `marketTicks` for a market order; 0 while it is unknown. */
export function sizingTicks(
  { price }: Instrument,
  draft: { orderType: OrderType; price: string },
  marketTicks: PriceTicks,
): PriceTicks {
  const ticks = draft.orderType === 'limit' ? parseSteps(completeNumber(draft.price), price) : marketTicks;
  return typeof ticks === 'number' && ticks > 0 ? ticks : 0;
}

/** A change of the draft by the user. A typed or picked amount is in coins, and no share any more. */
export function editOf<D extends { amount: string; price: string }>(change: Partial<D>) {
  return {
    ...(change.amount !== undefined && { unit: 'base' as const, percent: null }),
    ...(change.price !== undefined && { ownPrice: true }),
    ...change,
  };
}

/**
 * The price `steps` ticks away; a price between two ticks first moves to its neighbour in that direction. Never below
 * one tick.
 */
export function stepPrice(instrument: Instrument, text: string, steps: 1 | -1, referenceTicks: PriceTicks): string {
  const grid = instrument.price;
  const exact = parseSteps(completeNumber(text), grid);
  if (exact === 'not-a-decimal' || exact === 'too-large') return printSteps(Math.max(1, referenceTicks), grid);
  if (exact !== 'off-grid') return printSteps(Math.max(1, exact + steps), grid);
  const [below, above] = nearestSteps(completeNumber(text), grid) ?? ['', ''];
  return steps > 0 || Number(below) === 0 ? above : below;
}

/** A picked level of the book; `lotsTo`: lots from the best price up to it, null where only the price is used. */
export interface PickedLevel {
  priceTicks: PriceTicks;
  lotsTo: Lots | null;
}

/** Ticket fields filled from a picked level. */
export function pickedFields(
  { price, amount }: Instrument,
  { priceTicks, lotsTo }: PickedLevel,
): { orderType: 'limit'; price: string; amount?: string } {
  return {
    orderType: 'limit',
    price: printSteps(priceTicks, price),
    ...(lotsTo !== null && { amount: printSteps(lotsTo, amount) }),
  };
}
