// A beat of the clock for seconds contracts: the first tick of each is its strike, the tick after the expiry decides it, silence voids it (S7 to S9).
import { type IndexTick, type SecondsTerms, type Settlement, settle } from '../../../contract/seconds.ts';
import { SECONDS_STATUS } from '../../../contract/seconds-order.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { PriceTicks } from '../../../contract/units.ts';
import type { Core } from '../core.ts';
import type { IndexDesk } from '../mark/index-price.ts';
import type { Turn } from '../turn.ts';
import { payOut } from './place.ts';
import type { SecondsState } from './seconds.ts';

/** A market's tick as the machine has it; `seq` is 0 for none. */
export interface DeskTick {
  seq: number;
  ts: EpochMs;
  priceTicks: PriceTicks;
}

/** A market at a beat: its last tick before it, and its last tick now (the same one where this beat brought none). */
export interface SecondsBeat {
  desk: IndexDesk;
  before: DeskTick;
  now: DeskTick;
}

/** Orders of a market in the order of their ids; each is settled once, in the first beat that can decide it. */
export function beatSeconds(core: Core, turn: Turn, beat: SecondsBeat): void {
  for (const order of core.seconds.in(beat.desk.coinInfoId)) {
    const struck = strike(order, beat);
    const settlement = settle(knownTicks(struck, beat), termsOf(struck), turn.ts);
    if (settlement) end(core, turn, struck, settlement, beat);
    else if (struck !== order) {
      core.seconds.replace(struck);
      turn.events.push({ kind: 'seconds', order: struck });
    }
  }
}

/** The first tick since the order was accepted, when it comes before the expiry. */
function strike(order: SecondsState, { before, now }: SecondsBeat): SecondsState {
  const fresh = now.seq > before.seq && now.ts >= order.openTime && now.ts <= order.expirationTime;
  return order.strikeSeq > 0 || !fresh ? order : { ...order, strikeSeq: now.seq, strikeTicks: now.priceTicks, strikeTs: now.ts };
}

/** The ticks that rule v1 looks at: the strike, the last one before this beat, and this beat's. Those between change nothing. */
function knownTicks({ strikeSeq, strikeTicks, strikeTs, openTime }: SecondsState, { desk, before, now }: SecondsBeat): IndexTick[] {
  const ticks: IndexTick[] = [];
  const add = ({ seq, ts, priceTicks }: DeskTick): void => {
    if (ts >= openTime && seq > (ticks.at(-1)?.seq ?? 0)) ticks.push({ seq, ts, priceE8: BigInt(priceTicks) * desk.tickE8 });
  };
  if (strikeSeq > 0) add({ seq: strikeSeq, ts: strikeTs, priceTicks: strikeTicks });
  add(before);
  add(now);
  return ticks;
}

/** An order's terms as the rule wants them. */
export function termsOf({ direction, openTime, expirationTime, amountUnits, profitRateE8, feeUnits }: SecondsState): SecondsTerms {
  return { direction, openTime, expirationTime, amountUnits, profitRateE8: BigInt(profitRateE8), feeUnits };
}

function end(core: Core, turn: Turn, order: SecondsState, { result, reason, exit, payoutUnits }: Settlement, { desk }: SecondsBeat): void {
  const settled: SecondsState = {
    ...order, result, reason, payoutUnits, settleTime: turn.ts, status: result === 'void' ? SECONDS_STATUS.refunded : SECONDS_STATUS.completed,
    exitSeq: exit?.seq ?? 0, exitTicks: exit ? Number(exit.priceE8 / desk.tickE8) : 0, exitTs: exit?.ts ?? 0,
  };
  core.seconds.delete(order);
  payOut(core, turn, settled, result === 'win' ? 'seconds_settle' : 'seconds_refund');
  turn.events.push({ kind: 'seconds', order: settled });
}
