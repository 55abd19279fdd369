// Order flow of the worker: equal to a naive twin on the recorded tapes, honest about trades that were missed.
import { describe, expect, it } from 'vitest';
import type { CoinInfo, Instrument } from '../../../core/instruments/instrument.ts';
import { type TimeInterval, candleStart } from '../../../core/units/time.ts';
import { gridOf, parseSteps } from '../../../core/units/units.ts';
import { TRADE_FIELD } from '../../../core/worker-protocol/worker-protocol.ts';
import { Rows } from '../../../workers/decode/rows.ts';
import { FlowBars } from '../../../chart/order-flow/flow-bars.ts';
import { FlowFeed, flowLevelTicks } from '../../../workers/order-flow/flow-feed.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { TAPES, type TapedTrade, decimalsOf, tapedTrades } from '../../support/data/taped-trades.ts';
import { type NaiveTrade, naiveFlow } from './naive-flow.ts';
import { cellsOf, rowsOf } from './trade-rows.ts';

const EMPTY = new Rows(TRADE_FIELD.size, 1);

function marketOf(trades: readonly TapedTrade[]): Instrument {
  const step = (decimals: number): string => (decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`);
  return {
    info: { id: 7 } as CoinInfo,
    price: gridOf(step(decimalsOf(trades.map(({ price }) => price)))),
    amount: gridOf(step(decimalsOf(trades.map(({ amount }) => amount)))),
  };
}

/** A feed without tiles. */
function feedOf(fetchTrades: () => Promise<Rows>, market: Instrument, interval: TimeInterval = '1m'): FlowFeed {
  return new FlowFeed({ market, interval, fetchTrades, markDirty: () => {}, tiles: null });
}

const answered = (): Promise<void> => new Promise((done) => setImmediate(done));

describe.each(TAPES)('%s', (tape) => {
  const markets = tapedTrades(tape);

  it.skipIf(markets === null).each(['1s', '1m', '5m'] satisfies TimeInterval[])(
    'the bars of %s are those of the naive twin',
    async (interval) => {
      const random = seeded(21);
      for (const trades of markets!.values()) {
        const market = marketOf(trades);
        const taken = trades.map(({ id, ts, price, amount, isBuy }) => ({
          id,
          ts,
          isBuy,
          priceTicks: parseSteps(price, market.price) as number,
          lots: parseSteps(amount, market.amount) as number,
        }));
        const feed = feedOf(async () => EMPTY, market, interval);
        await answered();
        for (let from = 0; from < taken.length;) {
          const to = from + 1 + Math.floor(random() * 40);
          const batch = taken.slice(from, to);
          feed.apply(rowsOf(random() < 0.3 ? batch.toReversed() : batch), false);
          // A gap in the tape's ids makes the feed ask for the last trades.
          await answered();
          from = to;
        }
        const levelTicks = flowLevelTicks(taken[0]!.priceTicks, interval);
        const expected = naiveFlow(taken, levelTicks, (ts) => candleStart(ts, interval));
        expect(cellsOf(feed.bars!)).toEqual(expected);
      }
    },
  );
});

describe('trades that were missed', () => {
  const MARKET: Instrument = {
    info: { id: 7 } as CoinInfo,
    price: gridOf('0.01'),
    amount: gridOf('0.001'),
  };
  const MINUTE = 60_000;
  const trade = (id: number, minute: number): NaiveTrade & { id: number } => ({
    id,
    ts: minute * MINUTE + 30_000,
    priceTicks: 1_000_000 + id,
    lots: 1,
    isBuy: id % 2 === 0,
  });
  const partOf = ({ bars }: FlowFeed): number[] => Array.from(bars!.part.subarray(0, bars!.length));

  it('the first bar, and both bars at a gap, are recorded in part', async () => {
    const feed = feedOf(async () => EMPTY, MARKET);
    await answered();
    feed.apply(rowsOf([trade(5, 0), trade(6, 1), trade(7, 2)]), true);
    await answered();
    expect(partOf(feed)).toEqual([1, 0, 0]);
    feed.apply(rowsOf([trade(10, 4), trade(11, 5)]), false);
    await answered();
    expect(partOf(feed)).toEqual([1, 0, 1, 1, 0]);
  });

  it('a gap that the last trades fill is none, and no trade counts twice', async () => {
    let last = EMPTY;
    const feed = feedOf(async () => last, MARKET);
    await answered();
    feed.apply(rowsOf([trade(1, 0), trade(2, 1)]), false);
    last = rowsOf([trade(5, 3), trade(4, 2), trade(3, 2), trade(2, 1)]);
    feed.apply(rowsOf([trade(5, 3)]), false);
    feed.apply(rowsOf([trade(6, 3)]), false);
    await answered();
    expect(partOf(feed)).toEqual([0, 0, 0, 0]);
    const { bars } = feed;
    expect(Array.from(cellsOf(bars!).values(), ([sold, bought]) => Number(sold + bought)).reduce((a, b) => a + b)).toBe(
      6,
    );
  });

  it('of a watched venue they may be of earlier bars: those of the last ten seconds are recorded in part', async () => {
    const feed = feedOf(async () => EMPTY, { ...MARKET, info: { id: 7, watchOnly: 1 } as CoinInfo });
    await answered();
    const at = (id: number, seconds: number) => ({ ...trade(id, 0), ts: seconds * 1000 });
    // The second trade came late, as those before the first one may have.
    feed.apply(rowsOf([at(5, 61), at(6, 59), at(7, 130), at(8, 185)]), true);
    await answered();
    expect(partOf(feed)).toEqual([1, 1, 0, 0]);
    feed.apply(rowsOf([at(12, 189), at(13, 260)]), false);
    await answered();
    expect(partOf(feed)).toEqual([1, 1, 1, 1, 0]);
  });

  it('an exchange that restarts its numbering starts the bars again', async () => {
    let last = EMPTY;
    const feed = feedOf(async () => last, MARKET);
    await answered();
    feed.apply(rowsOf([trade(100, 0), trade(101, 1)]), true);
    await answered();
    last = rowsOf([trade(1, 2), trade(2, 2)]);
    feed.apply(last, true);
    await answered();
    expect(partOf(feed)).toEqual([0]);
    expect([...cellsOf(feed.bars!).keys()]).toHaveLength(1);
  });
});

describe('FlowBars', () => {
  it('any order of bars and levels gives the cells of a map, through moves, compactions and replacements', () => {
    const random = seeded(4);
    for (let round = 0; round < 20; round++) {
      const bars = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
      const expected = new Map<string, [bigint, bigint]>();
      for (let step = 0; step < 4000; step++) {
        const time = Math.floor(random() * 40);
        const level = 5000 + Math.floor((random() - 0.5) * 10 ** (1 + Math.floor(random() * 3)));
        if (random() < 0.01) {
          const count = 1 + Math.floor(random() * 50);
          const [sold, bought] = [0, 1].map(() =>
            Float64Array.from({ length: count + 3 }, () => Math.ceil(random() * 9)),
          );
          bars.replace(time, { firstLevel: level, count, sold: sold!, bought: bought!, from: 3 }, false);
          for (const key of expected.keys()) if (key.startsWith(`${time} `)) expected.delete(key);
          for (let at = 0; at < count; at++)
            expected.set(`${time} ${level + at}`, [BigInt(sold![at + 3]!), BigInt(bought![at + 3]!)]);
          continue;
        }
        const lots = 1 + Math.floor(random() * 100);
        const isBuy = random() < 0.5;
        bars.add(time, level, lots, isBuy);
        const [sold, bought] = expected.get(`${time} ${level}`) ?? [0n, 0n];
        expected.set(`${time} ${level}`, isBuy ? [sold, bought + BigInt(lots)] : [sold + BigInt(lots), bought]);
      }
      expect(Array.from(bars.time.subarray(0, bars.length))).toEqual(
        [...new Set(Array.from(expected.keys(), (key) => Number(key.split(' ')[0])))].sort((a, b) => a - b),
      );
      expect(cellsOf(bars)).toEqual(expected);
    }
  });

  it('a trade at a price far beyond those of its bar is left out, and the bar is marked', () => {
    const bars = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
    const levels = [6_000, 6_001, 6_000_000_000, 22_000, 1e14, 6_002, 22_400];
    for (const level of levels) bars.add(0, level, 1, true);
    bars.add(60_000, 1e14, 1, false);
    expect([...cellsOf(bars)].map(([key]) => key)).toEqual([
      ...[6_000, 6_001, 6_002, 22_000].map((level) => `0 ${level}`),
      '60000 100000000000000',
    ]);
    expect(Array.from(bars.part.subarray(0, 2))).toEqual([1, 0]);
    for (const level of [1e14, 5]) bars.add(120_000, level, 1, true);
    expect(cellsOf(bars).get('120000 5')).toBeUndefined();
  });

  it('at its limit it drops the older half of its bars, and keeps the rest exact', () => {
    const bars = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
    for (let time = 0; time < 60_000; time++) bars.add(time, 100 + (time % 7), 1 + (time % 5), time % 2 === 0);
    expect(bars.length).toBeLessThanOrEqual(50_000);
    expect(bars.time[bars.length - 1]).toBe(59_999);
    for (const [key, [sold, bought]] of cellsOf(bars)) {
      const [time, level] = key.split(' ').map(Number);
      expect(level).toBe(100 + (time! % 7));
      expect(Number(sold + bought)).toBe(1 + (time! % 5));
    }
  });

  it('trades of a bar that keeps its levels allocate nothing', () => {
    const bars = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
    const { sold, bought, time } = bars;
    for (let step = 0; step < 100_000; step++) bars.add(1, 100 + (step % 30), 1, step % 2 === 0);
    expect([bars.sold, bars.bought, bars.time]).toEqual([sold, bought, time]);
    expect(bars.sold).toBe(sold);
  });
});
