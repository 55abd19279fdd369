// Settles binary options at a beat of the clock (S7 to S9).
// The strike is set when the first window of ticks is complete, the result when the last one is.
import { type Settlement, outcomeOf, voidOf } from '../../../core/risk/binary-option.ts';
import { SECONDS_STATUS } from '../../../core/orders/binary-option-order.ts';
import { type SecondsRule, medianOf, windowsFrom } from '../../../core/risk/binary-option-window.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import type { RecentTick } from '../closing/settlement-window.ts';
import type { ClockStep, Moment } from '../mark/clock-step.ts';
import type { CommandContext } from '../command-context.ts';
import { settleV1, strikeV1 } from './settle-on-clock-v1.ts';
import { payOut } from './place-binary-option.ts';
import { type BinaryOptionState, termsOf } from './open-binary-options.ts';

interface Rule {
  /** The order after this beat's tick, with its strike once that is known. */
  strike(order: BinaryOptionState, beat: ClockStep): BinaryOptionState;
  /** The settlement; null while the order stays open. */
  settle(order: BinaryOptionState, beat: ClockStep, at: Moment): Settlement | null;
}

const RULES: Readonly<Record<SecondsRule, Rule>> = {
  v1: { strike: strikeV1, settle: settleV1 },
  v2: { strike, settle },
};

/** Beats after the expiry without the needed ticks until an order is void: one day of a running clock (S9). */
const MAX_EMPTY_BEATS = 86_400;

/** Settles the orders of a market by id, each once, at the first beat that can decide it. */
export function settleBinaryOptions(context: CommandContext, beat: ClockStep): void {
  const { exchange } = context;
  for (const order of exchange.binaryOptions.in(beat.index.coinInfoId)) {
    const rule = RULES[order.rule];
    const struck = rule.strike(order, beat);
    const settlement = rule.settle(struck, beat, { ts: context.ts, beats: exchange.clock.beats });
    if (settlement) endBinaryOption(context, struck, settlement, beat);
    else if (struck !== order) {
      exchange.binaryOptions.replace(struck);
      context.events.push({ kind: 'seconds', order: struck });
    }
  }
}

/** Sets the strike: the median of the first ticks since the order was accepted, with the time of the last of them. */
function strike(order: BinaryOptionState, { index: { recent }, before, now }: ClockStep): BinaryOptionState {
  if (order.strikeSeq > 0 || now.seq === before.seq || now.ts < order.openTime) return order;
  const first = firstSince(recent, order.openTime);
  const { ticks } = windowsFrom(first, order.periodS);
  return now.seq < first + ticks - 1
    ? order
    : { ...order, strikeSeq: first, strikeTicks: medianTicks(recent, first, ticks), strikeTs: now.ts };
}

/** Settled by the tick that completes the last window; void when a day of beats brought too few ticks. */
function settle(
  order: BinaryOptionState,
  { index: { recent, tickE8 }, now }: ClockStep,
  { beats }: Moment,
): Settlement | null {
  const { exit, ticks } = windowsFrom(order.strikeSeq, order.periodS);
  const isDecided = order.strikeSeq > 0 && now.seq >= exit + ticks - 1;
  // Most orders of a beat return here; nothing is computed for one that waits.
  if (!isDecided && beats - order.beat < order.periodS + MAX_EMPTY_BEATS) return null;
  const terms = termsOf(order);
  const priced = (seq: number, at: EpochMs, priceTicks: PriceTicks) => ({
    seq,
    ts: at,
    priceE8: BigInt(priceTicks) * tickE8,
  });
  const struck = order.strikeSeq > 0 ? priced(order.strikeSeq, order.strikeTs, order.strikeTicks) : null;
  return struck && isDecided
    ? outcomeOf(terms, struck, priced(exit, now.ts, medianTicks(recent, exit, ticks)))
    : voidOf(terms, 'silence', struck, null);
}

/** Number of the first tick at or after a time. The caller knows that there is one. */
function firstSince(recent: readonly RecentTick[], ts: EpochMs): number {
  let at = recent.length;
  while (at > 0 && recent[at - 1]!.ts >= ts) at -= 1;
  return recent[at]!.seq;
}

/** Median price of `count` ticks from number `first`. Throws Error when they are no longer in memory. */
function medianTicks(recent: readonly RecentTick[], first: number, count: number): PriceTicks {
  const at = first - recent[0]!.seq;
  if (at < 0 || recent[at + count - 1]?.seq !== first + count - 1)
    throw new Error(`index ticks ${first} to ${first + count - 1} are not in memory`);
  return Number(medianOf(recent.slice(at, at + count).map(({ priceTicks }) => BigInt(priceTicks))));
}

function endBinaryOption(
  context: CommandContext,
  order: BinaryOptionState,
  { result, reason, exit, payoutUnits }: Settlement,
  { index }: ClockStep,
): void {
  const settled: BinaryOptionState = {
    ...order,
    result,
    reason,
    payoutUnits,
    settleTime: context.ts,
    status: result === 'void' ? SECONDS_STATUS.refunded : SECONDS_STATUS.completed,
    exitSeq: exit?.seq ?? 0,
    exitTicks: exit ? Number(exit.priceE8 / index.tickE8) : 0,
    exitTs: exit?.ts ?? 0,
  };
  context.exchange.binaryOptions.delete(order);
  payOut(context, settled, result === 'win' ? 'seconds_settle' : 'seconds_refund');
  context.events.push({ kind: 'seconds', order: settled });
}
