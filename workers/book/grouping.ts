// Joins levels into steps of several ticks, with running totals: bids round down, asks round up.
import { BID } from '../../core/feed/checksum.ts';
import { LEVEL_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import type { BookSide } from './book-side.ts';

/**
 * Writes at most `rows` joined levels of `side` to `out` from `at` on, best first, as LEVEL_FIELD; returns how many.
 * `out` must have room for `rows * LEVEL_FIELD.size` numbers. The last row holds all levels of its step.
 */
export function writeGrouped(side: BookSide, groupTicks: number, rows: number, out: Float64Array, at: number): number {
  const { keys, lots, start } = side;
  const isBid = side.side === BID;
  let count = 0;
  let price = NaN;
  let joined = 0;
  let total = 0;
  for (let i = side.end - 1; i >= start; i--) {
    const ticks = isBid ? keys[i]! : -keys[i]!;
    const step =
      groupTicks === 1 ? ticks : (isBid ? Math.floor(ticks / groupTicks) : Math.ceil(ticks / groupTicks)) * groupTicks;
    if (step !== price) {
      if (count === rows) break;
      count++;
      price = step;
      joined = 0;
    }
    joined += lots[i]!;
    total += lots[i]!;
    const row = at + (count - 1) * LEVEL_FIELD.size;
    out[row + LEVEL_FIELD.price] = price;
    out[row + LEVEL_FIELD.lots] = joined;
    out[row + LEVEL_FIELD.total] = total;
  }
  return count;
}
