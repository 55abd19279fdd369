// Text of a typed price in a ticket and its confirmation.
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { parseSteps, printSteps } from '../../../core/units/units.ts';
import { separate } from '../../stores/market/number-format.ts';
import { completeNumber } from './ticket-text.ts';

/** A typed price with all decimals of its market; as it is while it is off the grid. */
export function typedPriceText({ price }: Instrument, text: string): string {
  const ticks = parseSteps(completeNumber(text), price);
  return separate(typeof ticks === 'number' ? printSteps(ticks, price) : text);
}
