// When an order is asked for once more before it is sent: always where something is unusual, else as the user wants it.
import type { PriceTicks } from '../../contract/units.ts';
import { link } from '../state/link.ts';
import { stored } from '../state/storage.ts';

/** A limit price further from the market than this share is asked about in any case. */
const FAR = 0.02;

/** `limitTicks` is 0 for a market order; `marketTicks` is the mark or the last price, 0 where neither is known. */
export function mustConfirm(limitTicks: PriceTicks, marketTicks: PriceTicks): boolean {
  const far = limitTicks > 0 && Math.abs(limitTicks - marketTicks) > marketTicks * FAR;
  return stored('fxproConfirm').peek() === '1' || far || marketTicks === 0 || link.fresh.peek() !== 'live';
}
