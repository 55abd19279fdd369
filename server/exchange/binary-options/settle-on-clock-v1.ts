// Rule v1 of binary options, for the orders that were sold with it.
// The first tick is the strike, the first tick after expiry decides, and a silent index voids.
import type { IndexReading, Moment, ClockStep } from '../mark/clock-step.ts';
import { type IndexTick, type Settlement, settle } from '../../../core/risk/binary-option.ts';
import { type BinaryOptionState, termsOf } from './open-binary-options.ts';

/** Sets the strike: the first tick since the order was accepted, if it comes before the expiry. */
export function strikeV1(order: BinaryOptionState, { before, now }: ClockStep): BinaryOptionState {
  const fresh = now.seq > before.seq && now.ts >= order.openTime && now.ts <= order.expirationTime;
  return order.strikeSeq > 0 || !fresh
    ? order
    : { ...order, strikeSeq: now.seq, strikeTicks: now.priceTicks, strikeTs: now.ts };
}

export function settleV1(order: BinaryOptionState, beat: ClockStep, { ts }: Moment): Settlement | null {
  return settle(knownTicks(order, beat), termsOf(order), ts);
}

/**
 * The ticks that the rule needs: the strike, the last one before this beat, and this beat's. Those between change
 * nothing.
 */
function knownTicks(
  { strikeSeq, strikeTicks, strikeTs, openTime }: BinaryOptionState,
  { index, before, now }: ClockStep,
): IndexTick[] {
  const ticks: IndexTick[] = [];
  const add = ({ seq, ts, priceTicks }: IndexReading): void => {
    if (ts >= openTime && seq > (ticks.at(-1)?.seq ?? 0))
      ticks.push({ seq, ts, priceE8: BigInt(priceTicks) * index.tickE8 });
  };
  if (strikeSeq > 0) add({ seq: strikeSeq, ts: strikeTs, priceTicks: strikeTicks });
  add(before);
  add(now);
  return ticks;
}
