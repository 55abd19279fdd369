// Opening cost, closing, funding, marks and triggers: golden values, and no unit lost or created.
import { describe, expect, it } from 'vitest';
import {
  type Position,
  addFill,
  crossed,
  emptyPosition,
  initialMargin,
  isLiquidated,
  liqTicks,
  riskRateE8,
  unrealised,
} from '../../core/risk/margin.ts';
import { BACK_RISK_E8, changeMargin, closePart, mostMarginBack } from '../../core/risk/margin-close.ts';
import { fundingRateE8, fundingUnits, premiumE8, withFunding } from '../../core/risk/margin-funding.ts';
import { MAX_BASIS_E8, markTicks, nextBasisE8 } from '../../core/risk/margin-mark.ts';
import { maxOpen, orderCost } from '../../core/risk/margin-order.ts';
import {
  checkMultiple,
  downShare,
  mostMultiple,
  mostNotional,
  multiplesOf,
  nearestShare,
  upShare,
  valueUnits,
} from '../../core/risk/margin-tiers.ts';
import {
  checkStopLoss,
  checkTakeProfit,
  stopsLoss,
  takesProfit,
  ticksForAmount,
  ticksForRate,
} from '../../core/risk/margin-triggers.ts';
import { printMoney } from '../../core/units/units.ts';
import { type Draw, chance } from '../support/data/random-source.ts';
import { TAKER_E8, money, opened, terms, ticks } from './margin-cases.ts';

const of = terms();

function randomPosition(draw: Draw): Position {
  let position = emptyPosition(draw.pick(['long', 'short'] as const), draw.pick([1, 2, 3, 5, 10, 20, 50, 100]));
  const price = 1000 + draw.below(900_000);
  for (let i = 0; i < 1 + draw.below(3); i += 1)
    position = addFill(of, position, price + draw.below(50), 1 + draw.below(20_000), of.takerE8).position;
  if (draw.next() < 0.3) position = changeMargin(position, BigInt(draw.below(1_000_000_000)));
  return draw.next() < 0.3 ? withFunding(position, -(position.marginUnits / BigInt(2 + draw.below(9)))) : position;
}

describe('rounding', () => {
  it('rounds up, down and to the nearest on both sides of zero', () => {
    expect([upShare(7n, 2n), upShare(-7n, 2n), upShare(6n, 2n)]).toEqual([4n, -3n, 3n]);
    expect([downShare(7n, 2n), downShare(-7n, 2n), downShare(-6n, 2n)]).toEqual([3n, -4n, -3n]);
    expect([
      nearestShare(7n, 2n),
      nearestShare(-7n, 2n),
      nearestShare(5n, 3n),
      nearestShare(-4n, 3n),
      nearestShare(4n, -3n),
    ]).toEqual([4n, -4n, 2n, -1n, -1n]);
  });
});

describe('order cost', () => {
  it('is margin, open fee, and the fee to close at bankruptcy', () => {
    const long = orderCost(of, { direction: 'long', multiple: 50, priceTicks: ticks(of, '20000'), lots: 1000 });
    expect([long.marginUnits, long.openFeeUnits, long.closeFeeUnits, long.totalUnits].map(printMoney)).toEqual([
      '400',
      '12',
      '11.76',
      '423.76',
    ]);
    const short = orderCost(of, { direction: 'short', multiple: 50, priceTicks: ticks(of, '20000'), lots: 1000 });
    expect([short.closeFeeUnits, short.totalUnits].map(printMoney)).toEqual(['12.24', '424.24']);
  });

  it('rounds every part up', () => {
    const fine = { ...of, takerE8: 1n };
    expect(orderCost(fine, { direction: 'short', multiple: 3, priceTicks: 1, lots: 1 })).toEqual({
      marginUnits: 3334n,
      openFeeUnits: 1n,
      closeFeeUnits: 1n,
      totalUnits: 3336n,
    });
    expect(initialMargin(10n, 3)).toBe(4n);
  });

  it('max open is the largest covered order: one lot more is not covered', () => {
    for (let seed = 1; seed <= 2000; seed += 1) {
      const draw = chance(seed);
      const direction = draw.pick(['long', 'short'] as const);
      const multiple = draw.pick([1, 3, 10, 20, 100]);
      const price = 1 + draw.below(900_000);
      const have = BigInt(Math.floor(10 ** (14 * draw.next())));
      const most = draw.pick([5, 1000, 10_000_000]);
      const lots = maxOpen(of, { direction, multiple, priceTicks: price }, { availableUnits: have, mostLots: most });
      const fits = (count: number): boolean => {
        const cap = mostNotional(of.tiers, multiple);
        return (
          count <= most &&
          orderCost(of, { direction, multiple, priceTicks: price, lots: count }).totalUnits <= have &&
          (cap === null || valueUnits(of, price, count) <= cap)
        );
      };
      expect(lots === 0 || fits(lots), `seed ${seed}`).toBe(true);
      expect(fits(lots + 1), `seed ${seed}`).toBe(false);
    }
    expect(maxOpen(of, { direction: 'long', multiple: 5, priceTicks: 0 }, { availableUnits: 100n, mostLots: 10 })).toBe(
      0,
    );
    expect(maxOpen(of, { direction: 'long', multiple: 5, priceTicks: 10 }, { availableUnits: 0n, mostLots: 10 })).toBe(
      0,
    );
  });
});

describe('leverages', () => {
  it('depend on the size', () => {
    expect(multiplesOf(of.tiers, 100)).toEqual([1, 2, 3, 5, 10, 20, 50, 100]);
    expect(multiplesOf(of.tiers, 25)).toEqual([1, 2, 3, 5, 10, 20]);
    expect(
      ['50000', '50000.00000001', '250000', '1000000', '5000001'].map((size) =>
        mostMultiple(of.tiers, money(size), 100),
      ),
    ).toEqual([100, 50, 50, 20, 5]);
    expect([100, 50, 10, 5, 200].map((multiple) => mostNotional(of.tiers, multiple))).toEqual([
      money('50000'),
      money('250000'),
      money('5000000'),
      null,
      0n,
    ]);
  });

  it('are refused with the highest allowed (2011)', () => {
    expect(checkMultiple(of.tiers, 100, money('50000'), 100)).toBeNull();
    expect(checkMultiple(of.tiers, 100, money('50000.1'), 100)).toEqual({ code: 2011, params: { n: 50 } });
    expect(checkMultiple(of.tiers, 50, money('1'), 25)).toEqual({ code: 2011, params: { n: 20 } });
    for (const odd of [0, -1, 7, 1.5])
      expect(checkMultiple(of.tiers, odd, money('1'), 100)).toEqual({ code: 2011, params: { n: 100 } });
  });
});

describe('closing', () => {
  it('a whole position: margin, profit, fee, realised', () => {
    const closed = closePart(of, opened(of, 'long', '1', '20000', 50), ticks(of, '20300'), 1000, TAKER_E8);
    expect(closed.rest).toBeNull();
    expect(
      [
        closed.marginUnits,
        closed.profitUnits,
        closed.feeUnits,
        closed.payoutUnits,
        closed.shortfallUnits,
        closed.realisedUnits,
      ].map(printMoney),
    ).toEqual(['400', '300', '12.18', '687.82', '0', '275.82']);
  });

  it('a part keeps entry price, leverage and its share of everything', () => {
    const position = withFunding(opened(of, 'short', '0.9', '30000', 10), money('-3'));
    const { rest, realisedUnits } = closePart(of, position, ticks(of, '29000'), 300, TAKER_E8);
    expect(rest).toEqual({
      ...position,
      lots: 600,
      openUnits: money('18000'),
      entryMarginUnits: money('1800'),
      marginUnits: money('1798'),
      openFeeUnits: money('10.8'),
      fundingUnits: money('-2'),
    });
    expect(printMoney(realisedUnits)).toBe(printMoney(money('300') - money('5.22') - money('5.4') - money('1')));
  });

  it("a gap beyond the margin: the user gets nothing and owes nothing, the rest is the insurance account's", () => {
    const closed = closePart(of, opened(of, 'long', '1', '20000', 50), ticks(of, '19000'), 1000, TAKER_E8);
    expect([closed.payoutUnits, closed.feeUnits, closed.shortfallUnits].map(printMoney)).toEqual(['0', '0', '600']);
    expect(printMoney(closed.realisedUnits)).toBe('-412');
  });

  it('charges at most the fee that is left', () => {
    const closed = closePart(of, opened(of, 'long', '1', '20000', 50), ticks(of, '19605'), 1000, TAKER_E8);
    expect([closed.payoutUnits, closed.feeUnits, closed.shortfallUnits].map(printMoney)).toEqual(['0', '5', '0']);
  });

  it('a part that loses more than its margin takes margin of the rest first', () => {
    const closed = closePart(of, opened(of, 'long', '1', '20000', 50), ticks(of, '19500'), 500, TAKER_E8);
    expect(
      [closed.payoutUnits, closed.feeUnits, closed.shortfallUnits, closed.rest?.marginUnits ?? 0n].map(printMoney),
    ).toEqual(['0', '5.85', '0', '144.15']);
  });

  it('refuses to close more than is held, or zero lots', () => {
    for (const lots of [0, -1, 1001])
      expect(() => closePart(of, opened(of, 'long', '1', '20000', 50), 1, lots, 0n)).toThrow();
  });

  it('loses no unit at any price and amount, and no balance is negative', () => {
    let short = 0;
    for (let seed = 1; seed <= 4000; seed += 1) {
      const draw = chance(seed);
      const position = randomPosition(draw);
      const price = 1 + draw.below(1_000_000);
      const closed = closePart(of, position, price, 1 + draw.below(position.lots), draw.pick([0n, 20_000n, TAKER_E8]));
      const left = closed.rest?.marginUnits ?? 0n;
      expect(closed.payoutUnits + closed.feeUnits - closed.shortfallUnits, `seed ${seed}`).toBe(
        closed.marginUnits + closed.profitUnits,
      );
      expect(left + closed.marginUnits, `seed ${seed}`).toBe(position.marginUnits);
      for (const units of [closed.payoutUnits, closed.feeUnits, closed.shortfallUnits, left])
        expect(units >= 0n, `seed ${seed}`).toBe(true);
      if (closed.shortfallUnits > 0n) {
        short += 1;
        expect([left, closed.payoutUnits, closed.feeUnits], `seed ${seed}`).toEqual([0n, 0n, 0n]);
      }
    }
    expect(short).toBeGreaterThan(300);
  });

  it("in parts equals closing at once, except for rounded fees in the exchange's favour", () => {
    for (let seed = 1; seed <= 1500; seed += 1) {
      const draw = chance(seed + 50_000);
      const position = randomPosition(draw);
      // A price at which no part loses its margin: bankruptcy has another rule.
      const entry = Number(position.openUnits / valueUnits(of, 1, position.lots));
      const price = Math.max(1, position.direction === 'long' ? entry + draw.below(500) : entry - draw.below(500));
      const whole = closePart(of, position, price, position.lots, TAKER_E8);
      let [profit, payout, fee, parts] = [0n, 0n, 0n, 0n];
      for (let rest: Position | null = position; rest;) {
        const closed = closePart(of, rest, price, 1 + draw.below(rest.lots), TAKER_E8);
        profit += closed.profitUnits;
        payout += closed.payoutUnits;
        fee += closed.feeUnits;
        parts += 1n;
        rest = closed.rest;
      }
      expect(profit, `seed ${seed}`).toBe(whole.profitUnits);
      expect(fee >= whole.feeUnits && fee - whole.feeUnits < parts, `seed ${seed}`).toBe(true);
      expect(payout, `seed ${seed}`).toBe(whole.payoutUnits - (fee - whole.feeUnits));
    }
  });
});

describe('removing margin', () => {
  it('keeps the initial margin and a margin ratio of at most 80 %', () => {
    let some = 0;
    for (let seed = 1; seed <= 3000; seed += 1) {
      const draw = chance(seed + 90_000);
      const position = changeMargin(randomPosition(draw), BigInt(draw.below(2_000_000_000)));
      const entry = Number(position.openUnits / valueUnits(of, 1, position.lots));
      const mark = Math.max(1, Math.round(entry * (0.9 + draw.next() * 0.2)));
      const back = mostMarginBack(of, position, mark);
      expect(back >= 0n, `seed ${seed}`).toBe(true);
      if (back === 0n) continue;
      some += 1;
      const left = changeMargin(position, -back);
      expect(
        left.marginUnits >= left.entryMarginUnits && riskRateE8(of, left, mark) <= BACK_RISK_E8,
        `seed ${seed}`,
      ).toBe(true);
      const more = changeMargin(left, -10n);
      expect(
        more.marginUnits < more.entryMarginUnits || riskRateE8(of, more, mark) >= BACK_RISK_E8,
        `seed ${seed}`,
      ).toBe(true);
    }
    expect(some).toBeGreaterThan(300);
  });
});

describe('funding', () => {
  it.each([
    ['0.0003', '0.0001', '-0.6'],
    ['-0.001', '-0.0005', '3'],
    ['0.001', '0.0005', '-3'],
  ])('golden: premium %s gives %s, a long of 6 000 gets %s', (premium, rate, got) => {
    expect(printMoney(fundingRateE8(money(premium)))).toBe(rate);
    const long = opened(of, 'long', '0.1', '50000', 10);
    expect(printMoney(fundingUnits(of, long, ticks(of, '60000'), money(rate)))).toBe(got);
    const short = opened(of, 'short', '0.1', '50000', 10);
    expect(fundingUnits(of, short, ticks(of, '60000'), money(rate))).toBe(-money(got));
  });

  it('payments round up, receipts down, so the exchange never pays the difference', () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const draw = chance(seed);
      const [lots, mark, rate] = [1 + draw.below(1000), 1 + draw.below(9), BigInt(draw.below(200_001) - 100_000)];
      const [long = 0n, short = 0n] = (['long', 'short'] as const).map((direction) =>
        fundingUnits(of, { ...emptyPosition(direction, 1), lots }, mark, rate),
      );
      expect(long + short <= 0n && long + short >= -1n, `seed ${seed}`).toBe(true);
    }
    const fine = { ...emptyPosition('long', 1), lots: 1 };
    expect(fundingUnits(of, fine, 1, 1n) + fundingUnits(of, { ...fine, direction: 'short' }, 1, 1n)).toBe(-1n);
  });

  it('the premium is the distance of the impact prices from the index', () => {
    expect(premiumE8(10_010, 10_020, 10_000)).toBe(100_000n);
    expect(premiumE8(9_980, 9_990, 10_000)).toBe(-100_000n);
    expect(premiumE8(9_990, 10_010, 10_000)).toBe(0n);
    expect([premiumE8(0, 0, 10_000), premiumE8(5, 6, 0)]).toEqual([0n, 0n]);
  });

  it('paid from the margin brings the liquidation nearer', () => {
    const long = opened(of, 'long', '1', '20000', 50);
    const after = withFunding(long, money('-10'));
    expect(liqTicks(of, after)).toBeGreaterThan(liqTicks(of, long));
    expect(after.fundingUnits).toBe(money('-10'));
  });
});

describe('mark', () => {
  it('is the index moved by the average basis, to the nearest tick; there is none without an index', () => {
    expect([
      markTicks(10_000, 0n),
      markTicks(10_000, 100_000n),
      markTicks(10_000, -100_000n),
      markTicks(1, -100_000n),
    ]).toEqual([10_000, 10_010, 9_990, 1]);
    expect(markTicks(0, 100_000n)).toBe(0);
  });
  it('the basis follows the middle of the book by 1/1800, and stays without one', () => {
    expect(nextBasisE8(0n, 100_100, 100_100, 100_000)).toBe(56n);
    expect(nextBasisE8(700n, 0, 101, 100)).toBe(700n);
    expect(nextBasisE8(700n, 100, 101, 0)).toBe(700n);
    let basis = 0n;
    for (let i = 0; i < 1800; i += 1) basis = nextBasisE8(basis, 1_000_500, 1_000_500, 1_000_000);
    // After its length an exponential average has moved by 1 - 1/e of the way to 0.05 %.
    expect(Number(basis) / 50_000).toBeCloseTo(1 - Math.exp(-1), 1);
  });
  it('no book moves it by more than 0.1 %, nor by more than 0.00006 % a beat', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const draw = chance(seed);
      let basis = 0n;
      for (let beat = 0; beat < 50; beat += 1) {
        const index = 1 + draw.below(1_000_000);
        const bid = 1 + draw.below(2_000_000);
        const next = nextBasisE8(basis, bid, bid + draw.below(100_000), index);
        const step = next - basis;
        expect(step <= 112n && step >= -112n && next <= MAX_BASIS_E8 && next >= -MAX_BASIS_E8, `seed ${seed}`).toBe(
          true,
        );
        basis = next;
      }
    }
  });
});

describe('triggers', () => {
  it('a take-profit must be on the side of profit (2009)', () => {
    expect(checkTakeProfit(of, 'long', 1001, 1000)).toBeNull();
    expect(checkTakeProfit(of, 'long', 1000, 1000)).toEqual({ code: 2009, params: { sign: '>', ref: '100.0' } });
    expect(checkTakeProfit(of, 'short', 999, 1000)).toBeNull();
    expect(checkTakeProfit(of, 'short', 1000, 1000)).toEqual({ code: 2009, params: { sign: '<', ref: '100.0' } });
    expect(checkTakeProfit(of, 'short', 0, 1000)?.code).toBe(2009);
  });
  it('a stop-loss must be on the side of loss, before the liquidation (2010)', () => {
    expect(checkStopLoss(of, 'long', 999, 1000, 900)).toBeNull();
    expect(checkStopLoss(of, 'long', 1000, 1000, 900)).toEqual({
      code: 2010,
      params: { sign: '<', ref: '100.0' },
    });
    expect(checkStopLoss(of, 'long', 900, 1000, 900)).toEqual({
      code: 2010,
      params: { sign: '>', ref: '90.0' },
    });
    expect(checkStopLoss(of, 'short', 1001, 1000, 1100)).toBeNull();
    expect(checkStopLoss(of, 'short', 1000, 1000, 1100)).toEqual({
      code: 2010,
      params: { sign: '>', ref: '100.0' },
    });
    expect(checkStopLoss(of, 'short', 1100, 1000, 1100)).toEqual({
      code: 2010,
      params: { sign: '<', ref: '110.0' },
    });
    expect(checkStopLoss(of, 'long', 900, 1000, null)).toBeNull();
    expect(checkStopLoss(of, 'long', 0, 1000, null)?.code).toBe(2010);
  });
  it('fire at their price and beyond, and never when unset', () => {
    expect([
      takesProfit('long', 10, 10),
      takesProfit('long', 9, 10),
      takesProfit('short', 10, 10),
      takesProfit('short', 11, 10),
      takesProfit('short', 1, 0),
    ]).toEqual([true, false, true, false, false]);
    expect([
      stopsLoss('long', 10, 10),
      stopsLoss('long', 11, 10),
      stopsLoss('short', 10, 10),
      stopsLoss('short', 9, 10),
      stopsLoss('short', 1, 0),
    ]).toEqual([true, false, true, false, false]);
  });
  it('prices for a rate or an amount give at least that', () => {
    const long = opened(of, 'long', '1', '20000', 50);
    expect(ticksForRate(of, long, money('0.5'))).toBe(ticks(of, '20200'));
    expect(ticksForRate(of, long, money('-0.5'))).toBe(ticks(of, '19800'));
    expect(ticksForAmount(of, long, money('100'))).toBe(ticks(of, '20100'));
    expect(ticksForRate(of, opened(of, 'short', '1', '20000', 50), money('0.5'))).toBe(ticks(of, '19800'));
    expect(ticksForRate(of, opened(of, 'short', '1', '100', 1), money('1.5'))).toBe(0);
    for (let seed = 1; seed <= 1500; seed += 1) {
      const draw = chance(seed);
      const position = randomPosition(draw);
      const wanted = BigInt(draw.below(2_000_000_000) - 1_000_000_000);
      const price = ticksForAmount(of, position, wanted);
      if (price === 0) continue;
      expect(unrealised(of, position, price) >= wanted, `seed ${seed}`).toBe(true);
      const short = position.direction === 'long' ? price - 1 : price + 1;
      if (short > 0) expect(unrealised(of, position, short) < wanted, `seed ${seed}`).toBe(true);
    }
  });
  it('an accepted stop-loss fires before the liquidation', () => {
    for (let seed = 1; seed <= 1000; seed += 1) {
      const draw = chance(seed);
      const position = randomPosition(draw);
      const at = liqTicks(of, position);
      const mark = Number(position.openUnits / valueUnits(of, 1, position.lots));
      const stop = Math.max(1, mark + draw.below(2001) - 1000);
      if (checkStopLoss(of, position.direction, stop, mark, at)) continue;
      expect(isLiquidated(of, position, stop), `seed ${seed}`).toBe(false);
      expect(crossed(position.direction, stop, at), `seed ${seed}`).toBe(false);
    }
  });
});
