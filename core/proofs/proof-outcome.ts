// Derives an order's outcome from a proof's ticks by rule, and rejects any other choice of ticks.
import {
  type ProvenOrder,
  type ProofTick,
  type TickProof,
  type ProofResult,
  type WindowProof,
  indexTick,
} from './proof-form.ts';
import { type SecondsTerms, type Settlement, settle } from '../risk/binary-option.ts';
import { firstTickOf, settleByWindows, windowAt, windowsFrom } from '../risk/binary-option-window.ts';
import { parseMoney } from '../units/units.ts';

/** Rule v1: strike and exit are proven ticks, and their neighbours show that they are the right ones. */
export function outcome(proof: TickProof, order: ProvenOrder): ProofResult {
  const expirationTime = order.openTime + order.periodS * 1000;
  const strikeAt = placeOf(proof, proof.strike);
  const exitAt = placeOf(proof, proof.exit);
  if (strikeAt < 0 || proof.strike.ts < order.openTime || !startsAfter(proof.around, strikeAt, order.openTime))
    return { ok: false, why: 'strike' };
  const next = proof.around[exitAt + 1];
  if (exitAt < 0 || proof.exit.ts > expirationTime || next?.seq !== proof.exit.seq + 1 || next.ts <= expirationTime)
    return { ok: false, why: 'exit' };
  const ticks = proof.around.map(indexTick).filter((tick) => tick !== null);
  return compared(settle(ticks, termsOf(order), next.ts), order);
}

/**
 * Rule v2: the strike's window begins with the order's first tick, the exit's ends with its last, and no tick of either
 * is missing.
 */
export function windowOutcome(proof: WindowProof, order: ProvenOrder): ProofResult {
  const ticks = proof.around.map(indexTick).filter((tick) => tick !== null);
  const first = firstTickOf(ticks, order.openTime);
  const windows = windowsFrom(first ?? 0, order.periodS);
  const [strike, exit] = [windowAt(ticks, windows.strike, windows.ticks), windowAt(ticks, windows.exit, windows.ticks)];
  if (
    !strike ||
    !isNamed(proof.strike, strike) ||
    !startsAfter(
      proof.around,
      proof.around.findIndex(({ seq }) => seq === first),
      order.openTime,
    )
  )
    return { ok: false, why: 'strike' };
  if (!exit || !isNamed(proof.exit, exit)) return { ok: false, why: 'exit' };
  return compared(settleByWindows(ticks, termsOf(order), order.periodS), order);
}

function isNamed(
  named: WindowProof['strike'],
  { seq, ts, priceE8 }: { seq: number; ts: number; priceE8: bigint },
): boolean {
  return named.seq === seq && named.ts === ts && parseMoney(named.price) === priceE8;
}

function compared(settlement: Settlement | null, order: ProvenOrder): ProofResult {
  const same =
    settlement !== null &&
    settlement.result === order.result &&
    settlement.payoutUnits === order.payoutUnits &&
    (order.result === 'void' ||
      (settlement.strike?.priceE8 === order.strikeE8 && settlement.exit?.priceE8 === order.exitE8));
  return same ? { ok: true, settlement } : { ok: false, why: 'result' };
}

/** Whether the tick before an order's first is included and too early, or the first tick is the first ever. */
function startsAfter(around: readonly ProofTick[], at: number, openTime: number): boolean {
  const [before, first] = [around[at - 1], around[at]];
  return first?.seq === 1 || (before !== undefined && before.seq + 1 === first?.seq && before.ts < openTime);
}

function placeOf(proof: TickProof, named: ProofTick): number {
  return proof.around.findIndex(
    (tick) =>
      tick.seq === named.seq &&
      tick.ts === named.ts &&
      tick.price === named.price &&
      tick.prev === named.prev &&
      tick.hash === named.hash,
  );
}

function termsOf({ direction, openTime, periodS, amountUnits, profitRateE8, feeUnits }: ProvenOrder): SecondsTerms {
  return { direction, openTime, expirationTime: openTime + periodS * 1000, amountUnits, profitRateE8, feeUnits };
}
