// Bars made of trades: equal to a naive twin on the recorded tapes, and the form of their tiles.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BarBuilder, type BarRule, barRuleOf } from '../../../core/market-data/trade-bars.ts';
import { decodeTradeTile, encodeTradeTile } from '../../../core/market-data/trade-tile.ts';
import { BARS_SPAN_MS, intervalName } from '../../../core/units/bar-interval.ts';
import { isBarInterval } from '../../../core/units/time.ts';
import { type Grid, gridOf, parseSteps } from '../../../core/units/units.ts';
import { type BarTrade, figuresOf, naiveBars } from '../../support/data/naive-bars.ts';
import { TAPES, type TapedTrade, decimalsOf, tapedTrades } from '../../support/data/taped-trades.ts';

const RULES: readonly BarRule[] = [
  { kind: 'trades', size: 7 },
  { kind: 'volume', size: 50_000 },
  { kind: 'delta', size: 20_000 },
  { kind: 'range', size: 1 },
  { kind: 'range', size: 40 },
];

function builtBars(trades: readonly BarTrade[], rule: BarRule): number[][] {
  const bar = new BarBuilder(rule);
  const bars: number[][] = [];
  let last = NaN;
  let lastTime = -Infinity;
  for (const { id, ts, priceTicks, lots, isBuy } of trades) {
    if (id !== last + 1) bar.cut();
    last = id;
    if (bar.add(ts, priceTicks, lots, isBuy)) {
      if (!(bar.time > lastTime)) throw new Error(`bar ${bars.length} begins with the one before`);
      lastTime = bar.time;
      bars.push([]);
    }
    const { time, open, high, low, close, lots: volume, delta, trades: count } = bar;
    bars[bars.length - 1] = [Math.floor(time), open, high, low, close, volume, delta, count];
  }
  return bars;
}

const gridFor = (texts: readonly string[]): Grid => {
  const decimals = decimalsOf(texts);
  return gridOf(decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`);
};

function takenOf(trades: readonly TapedTrade[]): BarTrade[] {
  const price = gridFor(trades.map((one) => one.price));
  const amount = gridFor(trades.map((one) => one.amount));
  return trades.map((one) => ({
    ...one,
    priceTicks: parseSteps(one.price, price) as number,
    lots: parseSteps(one.amount, amount) as number,
  }));
}

describe.each(TAPES)('%s', (tape) => {
  const markets = tapedTrades(tape);

  it.skipIf(markets === null)('the bars of each kind are those of the naive twin', () => {
    for (const trades of markets!.values()) {
      const taken = takenOf(trades);
      for (const rule of RULES)
        expect(builtBars(taken, rule), JSON.stringify(rule)).toEqual(naiveBars(taken, rule).map(figuresOf));
    }
  });
});

describe('a bar', () => {
  const add = (bar: BarBuilder, price: number, lots: number, isBuy = true, ts = 1) => bar.add(ts, price, lots, isBuy);

  it('has all of the trade that closes it, however large that is', () => {
    const bar = new BarBuilder({ kind: 'volume', size: 10 });
    expect([add(bar, 5, 4), add(bar, 6, 100)]).toEqual([true, false]);
    expect([bar.lots, bar.open, bar.close]).toEqual([104, 5, 6]);
    expect(add(bar, 7, 1)).toBe(true);
    expect([bar.lots, bar.open]).toEqual([1, 7]);
  });

  it('of delta is closed by either side', () => {
    const bar = new BarBuilder({ kind: 'delta', size: 5 });
    expect([add(bar, 1, 4), add(bar, 1, 4, false), add(bar, 1, 5, false), add(bar, 1, 1)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('of range may be larger where the price jumps: no bar is made up between', () => {
    const bar = new BarBuilder({ kind: 'range', size: 3 });
    expect([add(bar, 10, 1), add(bar, 30, 1), add(bar, 31, 1)]).toEqual([true, false, true]);
    expect([bar.open, bar.low]).toEqual([31, 31]);
  });

  it('ends with its four hours, and a late trade counts as of the newest', () => {
    const bar = new BarBuilder({ kind: 'trades', size: 100 });
    expect(bar.add(BARS_SPAN_MS - 1, 1, 1, true)).toBe(true);
    expect(bar.add(BARS_SPAN_MS, 1, 1, true)).toBe(true);
    expect(bar.add(BARS_SPAN_MS - 1, 1, 1, true)).toBe(false);
  });
});

describe('an interval of bars', () => {
  it.each(['volume-2.5', 'volume-1', 'trades-500', 'delta-0.001', 'range-20'])('%s is one', (text) => {
    expect(isBarInterval(text)).toBe(true);
  });

  it.each([
    'volume-0',
    'volume-2.50',
    'volume-02',
    'trades-1.5',
    'trades-0',
    'range--1',
    'volume-1e3',
    'volume-',
    'x-1',
  ])('%s is none', (text) => expect(isBarInterval(text)).toBe(false));

  it('counts lots of the market, rounded up to at least one', () => {
    const amount = gridOf('0.005');
    expect(barRuleOf('volume-2.5', amount)).toEqual({ kind: 'volume', size: 500 });
    expect(barRuleOf('delta-0.001', amount)).toEqual({ kind: 'delta', size: 1 });
    expect(barRuleOf('volume-0.006', amount)).toEqual({ kind: 'volume', size: 2 });
    expect(barRuleOf('trades-7', amount)).toEqual({ kind: 'trades', size: 7 });
    expect(['volume-2.5', 'trades-7', 'delta-1', 'range-3', '15m'].map((name) => intervalName(name as '1m'))).toEqual([
      '2.5V',
      '7T',
      '1Δ',
      '3R',
      '15m',
    ]);
  });
});

describe('a trade tile', () => {
  const trade = fc.record({
    gap: fc.oneof(fc.constant(1), fc.nat(1_000)),
    late: fc.integer({ min: -9_000, max: 60_000 }),
    price: fc.nat(2 ** 40),
    lots: fc.nat(2 ** 50),
    buy: fc.nat(1),
  });

  it('is decoded as it was encoded, and cut bytes are refused', () => {
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 40 }), fc.nat(3_600_000), (trades, passed) => {
        const fromMs = Date.UTC(2026, 10, 25);
        let id = 0;
        const tile = {
          coinInfoId: 7,
          fromMs,
          untilMs: fromMs + passed,
          priorMs: fromMs - 1,
          ids: Float64Array.from(trades, ({ gap }) => (id += gap)),
          times: Float64Array.from(trades, ({ late }) => fromMs + 10_000 + late),
          prices: Float64Array.from(trades, ({ price }) => price),
          lots: Float64Array.from(trades, ({ lots }) => lots),
          buys: Uint8Array.from(trades, ({ buy }) => buy),
        };
        const bytes = encodeTradeTile(tile);
        expect(decodeTradeTile(bytes)).toEqual(tile);
        expect(() => decodeTradeTile(bytes.subarray(0, -1))).toThrow();
      }),
      { seed: 20_265, numRuns: 200 },
    );
  });
});
