// Money of a practice: cash, cost, profit and fees always add up; trades begin and end where the position is zero.
import { describe, expect, it } from 'vitest';
import { practiceResult, type PracticeTrade } from '../../../core/practice/practice-result.ts';
import { notionalUnits } from '../../../core/units/units.ts';
import { PracticePosition } from '../../../workers/practice/practice-position.ts';
import { seedOf, seeded } from '../../support/data/seeded-random.ts';
import { MARKET } from '../past/past-fixture.ts';

const RATE = 100_000n;
const value = (ticks: number, lots: number): bigint => notionalUnits(ticks, MARKET.price, lots, MARKET.amount);

describe('the position of a practice', () => {
  it('has the cash of its fills: profit less fees, exactly, at any price and after any fill', () => {
    const seed = seedOf('practice position');
    const random = seeded(seed);
    const position = new PracticePosition(MARKET);
    let cash = 0n;
    let held = 0;
    for (let ts = 0; ts < 2_000; ts++) {
      const side = random() < (held > 0 ? 0.3 : 0.7) ? 'buy' : 'sell';
      const priceTicks = 6_700_000 + Math.floor(random() * 1_000);
      const lots = 1 + Math.floor(random() * 900);
      const rateE8 = random() < 0.5 ? RATE : 7n;
      position.apply({ side, priceTicks, lots, rateE8, ts });
      const units = value(priceTicks, lots);
      const product = units * rateE8;
      const fee = product / 100_000_000n + (product % 100_000_000n > 0n ? 1n : 0n);
      cash += (side === 'buy' ? -units : units) - fee;
      held += side === 'buy' ? lots : -lots;
      const last = 6_700_000 + Math.floor(random() * 1_000);
      const worth = value(last, Math.abs(held)) * (held < 0 ? -1n : 1n);
      expect(position.lots).toBe(held);
      expect(position.realisedUnits + position.openUnits(last) - position.feeUnits).toBe(cash + worth);
    }
    expect(position.trades.length).toBeGreaterThan(20);
    for (const { netUnits, worstUnits, bestUnits, lots } of position.trades) {
      expect(worstUnits <= netUnits && netUnits <= bestUnits).toBe(true);
      expect(lots).toBeGreaterThan(0);
    }
  });

  it('ends a trade and begins the next one within a fill that turns it round', () => {
    const position = new PracticePosition(MARKET);
    position.apply({ side: 'buy', priceTicks: 100, lots: 10, rateE8: 0n, ts: 1 });
    position.onPrice(90);
    position.onPrice(130);
    position.apply({ side: 'sell', priceTicks: 110, lots: 25, rateE8: 0n, ts: 2 });
    expect(position.lots).toBe(-15);
    expect(position.trades).toEqual([
      {
        side: 'buy',
        openedMs: 1,
        closedMs: 2,
        lots: 10,
        entryTicks: 100,
        exitTicks: 110,
        netUnits: value(10, 10),
        feeUnits: 0n,
        worstUnits: -value(10, 10),
        bestUnits: value(30, 10),
        isValued: false,
      },
    ]);
  });
});

describe('the result of a practice', () => {
  const trade = (netUnits: bigint, worstUnits: bigint, bestUnits: bigint): PracticeTrade => ({
    side: 'buy',
    openedMs: 0,
    closedMs: 1,
    lots: 1,
    entryTicks: 1,
    exitTicks: 1,
    netUnits,
    feeUnits: 1n,
    worstUnits,
    bestUnits,
    isValued: false,
  });

  it('has expectancy, drawdown and excursions', () => {
    const trades = [trade(10n, -2n, 12n), trade(-5n, -9n, 3n), trade(-4n, -4n, 0n), trade(0n, -1n, 20n)];
    expect(practiceResult(trades)).toEqual({
      trades: 4,
      wins: 1,
      netUnits: 1n,
      feeUnits: 4n,
      expectancyUnits: 0n,
      // From the peak of 10 to the worst moment of the last trade, 1 - 1.
      drawdownUnits: 10n,
      adverseUnits: -9n,
      favourableUnits: 20n,
    });
  });

  it('is zero without a trade, and rounds a mean loss down', () => {
    expect(practiceResult([])).toMatchObject({ trades: 0, expectancyUnits: 0n, drawdownUnits: 0n, adverseUnits: 0n });
    expect(practiceResult([trade(-1n, -1n, 0n), trade(0n, 0n, 0n)]).expectancyUnits).toBe(-1n);
  });
});
