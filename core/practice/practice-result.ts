// Closed trades of a practice, and the figures of a list of them (docs/formulas.md 45, 46).
import type { Side } from '../orders/spot-order.ts';
import type { EpochMs } from '../units/time.ts';
import { larger, smaller } from '../units/smaller.ts';
import type { Lots, PriceTicks, Units } from '../units/units.ts';

/** One trade: from the fill that opens a position to the one that closes it. Money is in the quote coin. */
export interface PracticeTrade {
  /** buy: it was long. */
  side: Side;
  openedMs: EpochMs;
  closedMs: EpochMs;
  /** Largest position on the way. */
  lots: Lots;
  /** Price of the first fill, and of the last one. */
  entryTicks: PriceTicks;
  exitTicks: PriceTicks;
  /** After fees. */
  netUnits: Units;
  feeUnits: Units;
  /** Lowest and highest net profit at any price on the way: adverse and favourable excursion. */
  worstUnits: Units;
  bestUnits: Units;
  /** Its end was valued at the last price and not traded: the book was not known, or too thin. */
  isValued: boolean;
}

export interface PracticeResult {
  trades: number;
  wins: number;
  netUnits: Units;
  feeUnits: Units;
  /** Mean net profit of a trade, rounded down. */
  expectancyUnits: Units;
  /** Largest fall from a peak of the net profit to the worst moment of a later trade; at least 0. */
  drawdownUnits: Units;
  /** Of the worst and of the best trade; 0 without one. */
  adverseUnits: Units;
  favourableUnits: Units;
}

/** Figures of trades in the order of their ends. */
export function practiceResult(trades: readonly PracticeTrade[]): PracticeResult {
  const result = {
    trades: trades.length,
    wins: 0,
    netUnits: 0n,
    feeUnits: 0n,
    expectancyUnits: 0n,
    drawdownUnits: 0n,
    adverseUnits: 0n,
    favourableUnits: 0n,
  };
  let peak = 0n;
  for (const { netUnits, feeUnits, worstUnits, bestUnits } of trades) {
    result.drawdownUnits = larger(result.drawdownUnits, peak - (result.netUnits + worstUnits));
    result.netUnits += netUnits;
    result.feeUnits += feeUnits;
    if (netUnits > 0n) result.wins += 1;
    result.adverseUnits = smaller(result.adverseUnits, worstUnits);
    result.favourableUnits = larger(result.favourableUnits, bestUnits);
    peak = larger(peak, result.netUnits);
  }
  if (trades.length > 0) result.expectancyUnits = floorShare(result.netUnits, BigInt(trades.length));
  return result;
}

function floorShare(units: Units, parts: bigint): Units {
  const share = units / parts;
  return units % parts < 0n ? share - 1n : share;
}
