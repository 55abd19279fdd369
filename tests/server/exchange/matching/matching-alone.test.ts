// The matching alone against a naive book, on the mix that the benchmarks use (M1, M2).
import { describe, expect, it } from 'vitest';
import { MatchingAlone } from '../../../support/exchange/matching-alone.ts';
import { LEVELS, RESTING, matchingMix } from '../../../support/exchange/matching-mix.ts';

const OPS = 10_000;
const NEAR_TICKS = [10, 60];

describe('the matching alone', () => {
  it.each(NEAR_TICKS)(
    `trades as the naive book and leaves the same orders (limits within %i ticks, ${OPS} operations)`,
    (nearTicks) => {
      const seed = 7 + nearTicks;
      const { setUp, ops, trades, book } = matchingMix(seed, OPS, nearTicks);
      const matching = new MatchingAlone();
      for (const op of setUp) matching.do(op);
      expect(new Set(setUp.map((op) => ('priceTicks' in op ? op.priceTicks : 0))).size).toBeGreaterThan(LEVELS * 0.95);
      expect(Math.abs(setUp.length - RESTING)).toBeLessThan(RESTING / 50);
      for (const op of ops) matching.do(op);
      expect(matching.trades, `seed ${seed}`).toEqual(trades);
      expect(matching.book().sort(), `seed ${seed}`).toEqual(book.sort());
    },
  );
});
