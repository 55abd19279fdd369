// A beat of the clock for seconds contracts: an order is struck when its first window of ticks is whole, and decided
// when its last one is (S7 to S9).
import { type Settlement, outcomeOf, voidOf } from '../../../core/risk/binary-option.ts';
import { SECONDS_STATUS } from '../../../core/orders/binary-option-order.ts';
import { type SecondsRule, medianOf, windowsFrom } from '../../../core/risk/binary-option-window.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import type { RecentTick } from '../closing/settlement-window.ts';
import type { ExchangeState } from '../state.ts';
import type { IndexState } from '../mark/index-price.ts';
import type { CommandContext } from '../command-context.ts';
import { settleV1, strikeV1 } from './settle-on-clock-v1.ts';
import { payOut } from './place-binary-option.ts';
import { type BinaryOptionState, termsOf } from './open-binary-options.ts';

/** A market's tick as the machine has it; `seq` is 0 for none. */
export interface IndexReading {
  seq: number;
  ts: EpochMs;
  priceTicks: PriceTicks;
}

/** A market at a beat: its last tick before it, and its last tick now (the same one where this beat brought none). */
export interface ClockStep {
  index: IndexState;
  before: IndexReading;
  now: IndexReading;
}

/** Time of a beat, and its number. */
export interface Moment {
  ts: EpochMs;
  beats: number;
}

interface Rule {
  /** The order as it is after this beat's tick: with its strike when that came. */
  strike(order: BinaryOptionState, beat: ClockStep): BinaryOptionState;
  /** What became of it; null while nothing has. */
  settle(order: BinaryOptionState, beat: ClockStep, at: Moment): Settlement | null;
}

const RULES: Readonly<Record<SecondsRule, Rule>> = {
  v1: { strike: strikeV1, settle: settleV1 },
  v2: { strike, settle },
};

/** Beats without the ticks that it waits for, after which an order is void: a day of a clock that runs (S9). */
const MOST_EMPTY_BEATS = 86_400;

/** Orders of a market in the order of their ids; each is settled once, in the first beat that can decide it. */
export function settleBinaryOptions(exchange: ExchangeState, context: CommandContext, beat: ClockStep): void {
  for (const order of exchange.seconds.in(beat.index.coinInfoId)) {
    const rule = RULES[order.rule];
    const struck = rule.strike(order, beat);
    const settlement = rule.settle(struck, beat, { ts: context.ts, beats: exchange.clock.beats });
    if (settlement) end(exchange, context, struck, settlement, beat);
    else if (struck !== order) {
      exchange.seconds.replace(struck);
      context.events.push({ kind: 'seconds', order: struck });
    }
  }
}

/** The middle price of the first ticks since the order was accepted, with the last of them. */
function strike(order: BinaryOptionState, { index: { recent }, before, now }: ClockStep): BinaryOptionState {
  if (order.strikeSeq > 0 || now.seq === before.seq || now.ts < order.openTime) return order;
  const first = firstSince(recent, order.openTime);
  const { ticks } = windowsFrom(first, order.periodS);
  return now.seq < first + ticks - 1
    ? order
    : { ...order, strikeSeq: first, strikeTicks: medianTicks(recent, first, ticks), strikeTs: now.ts };
}

/**
 * Decided by the tick that makes the last window whole, whenever it comes; void when a day of beats brought too few.
 */
function settle(
  order: BinaryOptionState,
  { index: { recent, tickE8 }, now }: ClockStep,
  { beats }: Moment,
): Settlement | null {
  const { exit, ticks } = windowsFrom(order.strikeSeq, order.periodS);
  const isDecided = order.strikeSeq > 0 && now.seq >= exit + ticks - 1;
  // Nearly every order of a beat ends here: nothing is worked out for one that waits.
  if (!isDecided && beats - order.beat < order.periodS + MOST_EMPTY_BEATS) return null;
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

/** Number of the first tick at or after a time; there is one. */
function firstSince(recent: readonly RecentTick[], ts: EpochMs): number {
  let at = recent.length;
  while (at > 0 && recent[at - 1]!.ts >= ts) at -= 1;
  return recent[at]!.seq;
}

/** The middle price of ticks that are at hand. */
function medianTicks(recent: readonly RecentTick[], first: number, count: number): PriceTicks {
  const at = first - recent[0]!.seq;
  if (at < 0 || recent[at + count - 1]?.seq !== first + count - 1)
    throw new Error(`index ticks ${first} to ${first + count - 1} are not at hand`);
  return Number(medianOf(recent.slice(at, at + count).map(({ priceTicks }) => BigInt(priceTicks))));
}

function end(
  exchange: ExchangeState,
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
  exchange.seconds.delete(order);
  payOut(exchange, context, settled, result === 'win' ? 'seconds_settle' : 'seconds_refund');
  context.events.push({ kind: 'seconds', order: settled });
}
