// Rule v2: orders are decided by two medians; effects of single instants, gaps and stopped clocks.
import { describe, expect, it } from 'vitest';
import { type IndexTick, type SecondsTerms } from '../../core/risk/binary-option.ts';
import {
  firstTickOf,
  medianOf,
  settleByWindows,
  windowTicks,
  windowsFrom,
} from '../../core/risk/binary-option-window.ts';
import { chance } from '../support/data/random-source.ts';

const OPEN = 100_000;
const order = (periodS: number, direction: 'up' | 'down' = 'up'): SecondsTerms => ({
  direction,
  openTime: OPEN,
  expirationTime: OPEN + periodS * 1000,
  amountUnits: 10_000n,
  profitRateE8: 70_000_000n,
  feeUnits: 20n,
});
/** One tick per second from the opening on, at these prices. */
const ticksOf = (prices: readonly number[], fromSeq = 7): IndexTick[] =>
  prices.map((price, at) => ({ seq: fromSeq + at, ts: OPEN + 400 + at * 1000, priceE8: BigInt(price) }));
const flat = (count: number, price = 100): number[] => Array.from({ length: count }, () => price);

/** A literal implementation of the rule. */
function naive(ticks: readonly IndexTick[], { openTime, direction }: SecondsTerms, periodS: number): string | null {
  const own = ticks.filter(({ ts }) => ts >= openTime).slice(0, periodS);
  if (own.length < periodS) return null;
  const w = periodS === 30 ? 5 : 9;
  const middle = (some: readonly IndexTick[]): number =>
    some.map(({ priceE8 }) => Number(priceE8)).sort((a, b) => a - b)[(w - 1) / 2]!;
  const moved = middle(own.slice(-w)) - middle(own.slice(0, w));
  return moved === 0 ? 'draw' : moved > 0 === (direction === 'up') ? 'win' : 'lose';
}

describe('windows', () => {
  it('are odd, never overlap, and end with the last tick of the period', () => {
    for (const periodS of [30, 60, 120, 180, 300]) {
      const count = windowTicks(periodS);
      const { strike, exit, ticks } = windowsFrom(7, periodS);
      expect(count % 2).toBe(1);
      expect([strike, ticks, exit + count - 1]).toEqual([7, count, 7 + periodS - 1]);
      expect(strike + count).toBeLessThan(exit);
    }
    expect(medianOf([5n, 1n, 9n, 9n, 0n])).toBe(5n);
  });

  it('S7: agree with the literal rule for any ticks (seeds 0 to 299)', () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const draw = chance(seed);
      const periodS = draw.pick([30, 60, 120]);
      let ts = OPEN - 10_000;
      const ticks = Array.from({ length: 5 + draw.below(180) }, (_, at): IndexTick => ({
        seq: at + 1,
        ts: (ts += draw.below(10) === 0 ? draw.below(40_000) : 400 + draw.below(1200)),
        priceE8: BigInt(100 + draw.below(5)),
      }));
      const terms = order(periodS, draw.pick(['up', 'down'] as const));
      expect(settleByWindows(ticks, terms, periodS)?.result ?? null, `seed ${seed}`).toBe(naive(ticks, terms, periodS));
    }
  });
});

describe('what cannot change the result', () => {
  it('S7: two manipulated instants at the end of a window, or at its beginning, change nothing', () => {
    const prices = flat(30);
    prices[28] = prices[29] = 500;
    prices[0] = prices[1] = 1;
    expect(settleByWindows(ticksOf(prices), order(30), 30)).toMatchObject({
      result: 'draw',
      strike: { seq: 7, priceE8: 100n },
      exit: { seq: 32, priceE8: 100n },
    });
  });

  it('S9: after a stopped clock over the expiry the next ticks decide, neither a refund nor the frozen price', () => {
    const ahead = ticksOf([...flat(20), ...flat(10, 101)]).map((tick, at) =>
      at < 24 ? tick : { ...tick, ts: tick.ts + 16_000 },
    );
    expect(settleByWindows(ahead, order(30), 30)).toMatchObject({ result: 'win' });
    // A clock that stops: the remaining ticks must still come, and they decide.
    for (const stoodMs of [5_000, 16_000, 86_400_000, 30 * 86_400_000]) {
      const frozen = ticksOf([...flat(10), ...flat(8, 105), ...flat(12, 99)]).map((tick, at) =>
        at < 18 ? tick : { ...tick, ts: tick.ts + stoodMs },
      );
      expect(settleByWindows(frozen.slice(0, 18), order(30), 30)).toBeNull();
      expect(settleByWindows(frozen.slice(0, 29), order(30), 30)).toBeNull();
      expect(settleByWindows(frozen, order(30), 30)).toMatchObject({ result: 'lose' });
    }
  });

  it('S2: a tick before the opening never counts', () => {
    expect(firstTickOf([{ seq: 3, ts: OPEN - 1, priceE8: 1n }], OPEN)).toBeNull();
    expect(settleByWindows([], order(30), 30)).toBeNull();
    expect(
      firstTickOf(
        [
          { seq: 3, ts: OPEN - 1, priceE8: 1n },
          { seq: 4, ts: OPEN, priceE8: 1n },
        ],
        OPEN,
      ),
    ).toBe(4);
  });
});
