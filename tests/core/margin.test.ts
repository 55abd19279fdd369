// The risk engine against golden values, its definition, and formulas in 60-digit decimals.
import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import {
  type Position,
  MAX_RISK_E8,
  NEVER_ABOVE,
  addFill,
  breakEvenE8,
  bustPriceE8,
  crossed,
  emptyPosition,
  entryPriceE8,
  equity,
  isLiquidated,
  liqPriceE8,
  liqTicks,
  maintenance,
  profitRateE8,
  riskRateE8,
  tickE8,
  unrealised,
} from '../../core/risk/margin.ts';
import { changeMargin } from '../../core/risk/margin-close.ts';
import { DEFAULT_TIERS, type RiskTerms, tiersOf } from '../../core/risk/margin-tiers.ts';
import { gridOf, printMoney } from '../../core/units/units.ts';
import { GOLDEN, money, opened, terms, ticks } from './margin-cases.ts';
import { chance } from '../support/data/random-source.ts';

const percent = (rateE8: bigint): string => new Decimal(rateE8.toString()).div(1e6).toString();

describe('golden values', () => {
  describe.each(GOLDEN)('$name: $direction $amount at $price, $multiple x, $added added', (golden) => {
    const of = terms();
    const position = opened(of, golden.direction, golden.amount, golden.price, golden.multiple, golden.added);
    const mark = ticks(of, golden.mark);
    it('margin and fee', () => {
      expect(printMoney(position.entryMarginUnits)).toBe(golden.im);
      expect(printMoney(position.openFeeUnits)).toBe(golden.fee);
      expect(entryPriceE8(of, position)).toBe(money(golden.price));
    });
    it('liquidation price, with and without the fee', () => {
      const liq = liqPriceE8(of, position);
      const free = liqPriceE8({ ...of, takerE8: 0n }, position);
      expect(liq === null ? null : printMoney(liq)).toBe(golden.liq);
      expect(free === null ? null : printMoney(free)).toBe(golden.liqFree);
    });
    it('bankruptcy price and break-even', () => {
      expect(printMoney(bustPriceE8(of, position))).toBe(golden.bust);
      expect(printMoney(breakEvenE8(of, position))).toBe(golden.breakEven);
    });
    it('profit, profit rate, margin ratio', () => {
      const profit = unrealised(of, position, mark);
      expect(printMoney(profit)).toBe(golden.profit);
      expect(percent(profitRateE8(position, profit))).toBe(golden.roe);
      expect(new Decimal(percent(riskRateE8(of, position, mark))).toFixed(2)).toBe(golden.risk);
      expect(isLiquidated(of, position, mark)).toBe(golden.gone);
      expect(crossed(golden.direction, mark, liqTicks(of, position))).toBe(golden.gone);
    });
  });

  it('the short form gives 54 300, 4 USDT too late', () => {
    const of = terms();
    const position = opened(of, 'long', '0.1', '60000', 10);
    expect(crossed('long', ticks(of, '54304'), liqTicks(of, position))).toBe(true);
    expect(crossed('long', ticks(of, '54304.2'), liqTicks(of, position))).toBe(false);
  });
});

describe('tiers', () => {
  it('have the deductions of the table', () => {
    expect(tiersOf(DEFAULT_TIERS).map(({ deductUnits }) => printMoney(deductUnits))).toEqual([
      '0',
      '250',
      '4000',
      '29000',
      '279000',
    ]);
  });

  it('are continuous', () => {
    const of = terms();
    for (const { capUnits } of of.tiers) {
      if (capUnits === null) continue;
      const step = maintenance(of, capUnits + 1n) - maintenance(of, capUnits);
      expect(step >= 0n && step <= 1n).toBe(true);
    }
  });

  it.each([
    [
      'caps that fall',
      [
        ['50', '0.01', 10],
        ['40', '0.02', 5],
        ['', '0.03', 1],
      ],
    ],
    [
      'rates that fall',
      [
        ['50', '0.02', 10],
        ['', '0.01', 5],
      ],
    ],
    [
      'multiples that grow',
      [
        ['50', '0.01', 10],
        ['', '0.02', 20],
      ],
    ],
    [
      'a cap on the last',
      [
        ['50', '0.01', 10],
        ['60', '0.02', 5],
      ],
    ],
    [
      'a tier behind the last',
      [
        ['', '0.01', 10],
        ['60', '0.02', 5],
      ],
    ],
    [
      'a broken cap',
      [
        ['50.5', '0.01', 10],
        ['', '0.02', 5],
      ],
    ],
    ['a full rate', [['', '1', 10]]],
    ['none', []],
  ] as [string, [string, string, number][]][])('refuse %s', (_, rows) => {
    expect(() => tiersOf(rows.map(([cap, mmr, maxMultiple]) => ({ cap, mmr, maxMultiple })))).toThrow();
  });
});

describe('edges', () => {
  it('an empty position is worth nothing, needs no margin and is never liquidated', () => {
    const of = terms();
    const none = emptyPosition('short', 5);
    expect(riskRateE8(of, none, 100)).toBe(0n);
    expect(isLiquidated(of, none, 100)).toBe(false);
    expect(liqPriceE8(of, none)).toBeNull();
    expect(liqTicks(of, none)).toBe(NEVER_ABOVE);
    expect([entryPriceE8(of, none), bustPriceE8(of, none), breakEvenE8(of, none), profitRateE8(none, 5n)]).toEqual([
      0n,
      0n,
      0n,
      0n,
    ]);
  });

  it('a long whose margin pays for everything is never liquidated', () => {
    const of = terms();
    const safe = opened(of, 'long', '1', '100', 2, '60');
    expect(liqPriceE8(of, safe)).toBeNull();
    expect(liqTicks(of, safe)).toBe(0);
    expect(isLiquidated(of, safe, 1)).toBe(false);
    expect(bustPriceE8(of, safe)).toBe(0n);
  });

  it('a position worth nothing has the maximum margin ratio', () => {
    const of = terms();
    const long = opened(of, 'long', '1', '20000', 50);
    expect(riskRateE8(of, long, ticks(of, '19600'))).toBe(MAX_RISK_E8);
    expect(riskRateE8(of, long, ticks(of, '10000'))).toBe(MAX_RISK_E8);
    expect(riskRateE8(of, long, ticks(of, '19600.1'))).toBe(MAX_RISK_E8);
  });

  it('many small fills need as much margin as one large fill, at the volume-weighted price', () => {
    const of = terms();
    let parts = emptyPosition('long', 3);
    for (let i = 0; i < 100; i += 1) parts = addFill(of, parts, 600_001 + i, 1, of.takerE8).position;
    expect(parts.entryMarginUnits).toBe((parts.openUnits + 2n) / 3n);
    expect(printMoney(entryPriceE8(of, parts))).toBe('60005.05');
  });
});

/** The same values in decimals of 60 digits, with the tier found by iteration as in the formulas. */
const D = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });
const coins = (units: bigint): Decimal => new D(units.toString()).div(1e8);

function naiveLiq(of: RiskTerms, position: Position): Decimal | null {
  const s = position.direction === 'long' ? 1 : -1;
  const q = new D(position.lots).mul(of.amount.step).div(new D(10).pow(of.amount.decimals));
  const m = coins(position.marginUnits);
  const cost = coins(position.openUnits);
  const tierOf = (notional: Decimal): number =>
    of.tiers.findIndex(({ capUnits }) => capUnits === null || notional.lte(coins(capUnits)));
  const solve = (tier: number): Decimal => {
    const { mmrE8, deductUnits } = of.tiers[tier] ?? { mmrE8: 0n, deductUnits: 0n };
    const rate = coins(mmrE8).plus(coins(of.takerE8));
    return cost
      .mul(s)
      .minus(m)
      .minus(coins(deductUnits))
      .div(q.mul(new D(s).minus(rate)));
  };
  let tier = tierOf(cost);
  for (let round = 0; round < 6; round += 1) {
    const price = solve(tier);
    const next = price.lte(0) ? 0 : tierOf(price.mul(q));
    if (next === tier) return price.lte(0) ? null : price;
    tier = next;
  }
  throw new Error('the tier did not settle in 6 rounds');
}

function randomCase(seed: number): { of: RiskTerms; position: Position } {
  const draw = chance(seed);
  const [tick, step] = draw.pick([
    ['0.1', '0.001'],
    ['0.01', '0.00001'],
    ['0.00001', '1'],
    ['0.5', '0.01'],
    ['0.0001', '0.1'],
  ] as const);
  const of = { ...terms(tick, step), takerE8: draw.pick([0n, 60_000n, 100_000n, 123_457n]), price: gridOf(tick) };
  let position = emptyPosition(draw.pick(['long', 'short'] as const), draw.pick([1, 2, 3, 5, 10, 20, 50, 100]));
  const price = 1 + Math.floor(10 ** (1 + 6 * draw.next()));
  for (let i = 0; i < 1 + draw.below(3); i += 1) {
    const lots = 1 + Math.floor(10 ** (6 * draw.next()));
    position = addFill(of, position, Math.max(1, price + draw.below(20) - 10), lots, of.takerE8).position;
  }
  if (draw.next() < 0.4)
    position = changeMargin(position, (position.entryMarginUnits * BigInt(draw.below(150))) / 100n);
  return { of, position };
}

describe('twin in decimals of 60 digits', () => {
  it('finds the same liquidation price, and there the margin ratio passes 100 %', () => {
    for (let seed = 1; seed <= 4000; seed += 1) {
      const { of, position } = randomCase(seed);
      const naive = naiveLiq(of, position);
      const ours = liqPriceE8(of, position);
      expect(ours?.toString() ?? null, `seed ${seed}`).toBe(naive?.mul(1e8).toFixed(0) ?? null);
      const at = liqTicks(of, position);
      if (naive === null) continue;
      const exactTicks = naive.mul(1e8).div(tickE8(of.price).toString());
      expect(String(at), `seed ${seed}`).toBe(
        (position.direction === 'long' ? exactTicks.floor() : exactTicks.ceil()).toFixed(0),
      );
    }
  });

  it('agrees on profit, margin ratio, bankruptcy and break-even', () => {
    for (let seed = 1; seed <= 4000; seed += 1) {
      const { of, position } = randomCase(seed);
      const draw = chance(seed + 1_000_000);
      const s = position.direction === 'long' ? 1 : -1;
      const q = new D(position.lots).mul(of.amount.step).div(new D(10).pow(of.amount.decimals));
      const p0 = coins(position.openUnits).div(q);
      const m = coins(position.marginUnits);
      const mark = Math.max(1, Math.round(Number(p0.mul(1e8).div(tickE8(of.price).toString())) * (0.5 + draw.next())));
      const pm = coins(BigInt(mark) * tickE8(of.price));
      const u = pm.mul(q).minus(coins(position.openUnits)).mul(s);
      expect(coins(unrealised(of, position, mark)).toFixed(8), `seed ${seed}`).toBe(u.toFixed(8));
      const bust = p0.minus(m.mul(s).div(q));
      expect(coins(bustPriceE8(of, position)).toFixed(8), `seed ${seed}`).toBe(
        (bust.lt(0) ? new D(0) : bust).toFixed(8),
      );
      const tier = of.tiers.find(({ capUnits }) => capUnits === null || q.mul(pm).lte(coins(capUnits)));
      const need = q
        .mul(pm)
        .mul(coins(tier?.mmrE8 ?? 0n).plus(coins(of.takerE8)))
        .minus(coins(tier?.deductUnits ?? 0n));
      const risk = m.plus(u).lte(0) ? new D(100) : D.min(100, need.div(m.plus(u)));
      expect(coins(riskRateE8(of, position, mark)).toFixed(8), `seed ${seed}`).toBe(risk.toFixed(8, Decimal.ROUND_UP));
      const even = coins(position.openUnits)
        .mul(s)
        .plus(coins(position.openFeeUnits))
        .div(q.mul(new D(s).minus(coins(of.takerE8))));
      expect(coins(breakEvenE8(of, position)).toFixed(8), `seed ${seed}`).toBe(even.toFixed(8));
    }
  });
});

describe('properties', () => {
  it('one comparison of ticks equals the margin ratio, at and around the price and anywhere', () => {
    let near = 0;
    for (let seed = 1; seed <= 4000; seed += 1) {
      const { of, position } = randomCase(seed);
      const at = liqTicks(of, position);
      const draw = chance(seed + 2_000_000);
      const marks = [1, 2, 1 + draw.below(10_000_000), 1 + draw.below(100)];
      if (at > 2 && at < 1e12) {
        marks.push(at - 2, at - 1, at, at + 1, at + 2);
        near += 1;
      }
      for (const mark of marks) {
        const gone = crossed(position.direction, mark, at);
        const found = [isLiquidated(of, position, mark), riskRateE8(of, position, mark) >= 100_000_000n];
        if (found.some((is) => is !== gone))
          throw new Error(`seed ${seed} mark ${mark} at ${at}: ${found}, not ${gone}`);
      }
    }
    expect(near).toBeGreaterThan(2000);
  });

  // With much added margin a long's margin ratio may rise with its notional, far below 100 %: for longs only the
  // decision is monotonic.
  it("worth grows and risk falls as the mark moves in the position's favour; more margin is safer", () => {
    for (let seed = 1; seed <= 1500; seed += 1) {
      const { of, position } = randomCase(seed);
      const draw = chance(seed + 3_000_000);
      const mark = 1 + draw.below(1_000_000);
      const better =
        position.direction === 'long' ? mark + 1 + draw.below(1000) : Math.max(1, mark - 1 - draw.below(1000));
      if (position.direction === 'short')
        expect(riskRateE8(of, position, better) <= riskRateE8(of, position, mark), `seed ${seed}`).toBe(true);
      else expect(isLiquidated(of, position, mark) || !isLiquidated(of, position, better), `seed ${seed}`).toBe(true);
      expect(equity(of, position, better) >= equity(of, position, mark), `seed ${seed}`).toBe(true);
      const more = changeMargin(position, 1n + position.entryMarginUnits / 7n);
      expect(riskRateE8(of, more, mark) <= riskRateE8(of, position, mark), `seed ${seed}`).toBe(true);
      const [was, is] = [liqTicks(of, position), liqTicks(of, more)];
      expect(position.direction === 'long' ? is <= was : is >= was, `seed ${seed}`).toBe(true);
    }
  });

  it('liquidation comes before the bankruptcy price', () => {
    for (let seed = 1; seed <= 1500; seed += 1) {
      const { of, position } = randomCase(seed);
      const liq = liqPriceE8(of, position);
      const bust = bustPriceE8(of, position);
      if (liq !== null) expect(position.direction === 'long' ? liq >= bust : liq <= bust, `seed ${seed}`).toBe(true);
    }
  });
});
