// One-second candles against a naive twin: bursts, pauses, late trades, gaps, restarted ids.
import { describe, expect, it } from 'vitest';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { TRADE_FIELD } from '../../../core/worker-protocol/worker-protocol.ts';
import { SecondCandleFeed } from '../../../workers/candles/second-candle-feed.ts';
import { Rows } from '../../../workers/decode/rows.ts';
import { createMarketWorker } from '../../../workers/create-market-worker.ts';
import { coin } from '../../support/feed/coin.ts';
import { FakeScreen, FakePlatform } from '../../support/feed/fake-platform.ts';
import { CONFIG, startedMarket } from '../../support/feed/started-market.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const FIRST = 1_700_000_000_000;
const market = instrumentOf(coin(2));
interface Trade {
  id: number;
  ticks: number;
  lots: number;
  ts: number;
}

function rowsOf(trades: readonly Trade[], newestFirst = false): Rows {
  const rows = new Rows(TRADE_FIELD.size, Math.max(1, trades.length));
  for (const { id, ticks, lots, ts } of newestFirst ? [...trades].reverse() : trades)
    rows.data.set([id, ticks, lots, 1, ts], rows.add());
  return rows;
}

/** `gapMs` returns the time to the next trade. */
function makeTrades(count: number, gapMs: () => number, random: () => number, firstId = 1): Trade[] {
  let ts = FIRST + 137;
  return Array.from({ length: count }, (_, i) => {
    ts += gapMs();
    return { id: firstId + i, ticks: 10_000 + Math.round(random() * 500), lots: 1 + Math.round(random() * 90), ts };
  });
}

/**
 * The definition of SecondCandleFeed, implemented with maps: every run of consecutive ids gives its complete seconds.
 */
function twin(runs: readonly Trade[][]): number[][] {
  const candles = new Map<number, number[]>();
  runs.forEach((run, at) => {
    const startOf = (trade: Trade): number => trade.ts - (trade.ts % 1000);
    const from = run[0]!.id === 1 ? -Infinity : startOf(run[0]!) + 1000;
    // The last candle of a run before a gap is not complete either.
    const to = at < runs.length - 1 ? startOf(run.at(-1)!) : Infinity;
    let last: number[] | undefined;
    for (const trade of run) {
      const start = startOf(trade);
      if (start < from || start >= to) continue;
      const price = trade.ticks / 100;
      if (last && start === last[0]) {
        last[2] = Math.max(last[2]!, price);
        last[3] = Math.min(last[3]!, price);
        last[4] = price;
        last[5]! += trade.lots;
        continue;
      }
      if (last && start - last[0]! <= 60_000) {
        for (let time = last[0]! + 1000; time < start; time += 1000)
          candles.set(time, [time, last[4]!, last[4]!, last[4]!, last[4]!, 0]);
      }
      last = [start, price, price, price, price, trade.lots];
      candles.set(start, last);
    }
  });
  return [...candles.values()].sort((a, b) => a[0]! - b[0]!).map((row) => [...row.slice(0, 5), row[5]! / 1000]);
}

function shown({ series }: SecondCandleFeed): number[][] {
  return Array.from({ length: series.length }, (_, i) =>
    [series.time, series.open, series.high, series.low, series.close, series.volume].map((column) => column[i]!),
  );
}

/** An exchange that answers with its last trades, and a listener that copies the candles. */
class FakeExchange {
  truth: Trade[] = [];
  tradesPerAnswer = 200;
  failing = false;
  copy: number[][] = [];
  readonly feed: SecondCandleFeed;
  resets = 0;
  failures: string[] = [];

  constructor() {
    this.feed = new SecondCandleFeed(
      market,
      async () => {
        if (this.failing) throw new Error('down');
        return rowsOf(this.truth.slice(-this.tradesPerAnswer), true);
      },
      () => {},
    );
    this.feed.listeners.add({
      onReset: () => {
        this.resets++;
        this.copy = shown(this.feed);
      },
      onTail: (first) => {
        expect(first).toBeGreaterThanOrEqual(this.copy.length - 1);
        this.copy = [...this.copy.slice(0, first), ...shown(this.feed).slice(first)];
      },
      onPrepend: () => {
        throw new Error('there are none of before');
      },
      onFailure: (reason) => this.failures.push(reason),
    });
  }

  /** Adds trades and publishes them in messages of up to `most`. */
  happen(trades: readonly Trade[], most = 7): void {
    for (let at = 0; at < trades.length; at += most) {
      const published = trades.slice(at, at + most);
      this.truth.push(...published);
      this.feed.apply(rowsOf(published, true), false);
    }
  }

  expectShown(runs: readonly Trade[][]): void {
    expect(shown(this.feed)).toEqual(twin(runs));
    expect(this.copy).toEqual(shown(this.feed));
  }
}

const later = async (): Promise<void> => {
  for (let i = 0; i < 12; i++) await Promise.resolve();
};

describe('candles of a second', () => {
  it.each([1, 2, 3, 4, 5])('match the trades at any rate (seed %d)', async (seed) => {
    const random = seeded(seed);
    // Bursts in one millisecond, pauses of seconds and minutes.
    const all = makeTrades(
      1500,
      () =>
        random() < 0.5 ? 0 : random() < 0.97 ? Math.round(random() * 2500) : 40_000 + Math.round(random() * 60_000),
      random,
    );
    const exchange = new FakeExchange();
    exchange.truth = all.slice(0, 700);
    await exchange.feed.load(0);
    exchange.expectShown([all.slice(500, 700)]);
    exchange.happen(all.slice(700), 1 + Math.floor(random() * 20));
    exchange.expectShown([all.slice(500)]);
  });

  it("begin with the market's first trade when it was received", async () => {
    const all = makeTrades(20, () => 300, seeded(6));
    const exchange = new FakeExchange();
    exchange.truth = all;
    await exchange.feed.load(0);
    exchange.expectShown([all]);
    expect(exchange.feed.series.timeAt(0)).toBe(FIRST);
  });

  it('are ready without trades, and begin with the first complete second', async () => {
    const exchange = new FakeExchange();
    await exchange.feed.load(0);
    expect([exchange.feed.phase, exchange.resets, exchange.copy]).toEqual(['ready', 1, []]);
    const all = makeTrades(10, () => 400, seeded(7), 5000);
    exchange.happen(all, 1);
    exchange.expectShown([all]);
    expect(exchange.copy.length).toBeGreaterThan(1);
  });

  it('include trades received during the load, in any order', async () => {
    const all = makeTrades(60, () => 250, seeded(8));
    const exchange = new FakeExchange();
    exchange.truth = all.slice(0, 50);
    const loading = exchange.feed.load(0);
    exchange.feed.apply(rowsOf(all.slice(52), true), false);
    exchange.feed.apply(rowsOf(all.slice(45, 53)), false);
    await loading;
    exchange.expectShown([all]);
  });

  it('add a late trade to the running candle', async () => {
    const all = makeTrades(12, () => 400, seeded(9));
    const exchange = new FakeExchange();
    exchange.truth = all;
    await exchange.feed.load(0);
    const before = exchange.copy.at(-1)!;
    exchange.happen([{ id: 13, ticks: 1, lots: 5, ts: all[0]!.ts }]);
    expect(exchange.copy.at(-1)!.slice(0, 1)).toEqual(before.slice(0, 1));
    expect(exchange.copy.at(-1)![3]).toBe(0.01);
    expect(exchange.copy.at(-1)![5]).toBeCloseTo(before[5]! + 0.005, 12);
  });

  it('fill a gap that the last trades cover', async () => {
    const all = makeTrades(400, () => 200, seeded(10));
    const exchange = new FakeExchange();
    exchange.truth = all.slice(0, 100);
    await exchange.feed.load(0);
    exchange.truth = all.slice(0, 290);
    exchange.feed.apply(rowsOf(all.slice(285, 290), true), true);
    await later();
    exchange.happen(all.slice(290));
    exchange.expectShown([all]);
    expect(exchange.resets).toBe(1);
  });

  it.each([false, true])(
    'keep a gap that is not covered, without incomplete seconds (call fails: %s)',
    async (failing) => {
      const all = makeTrades(900, () => 300, seeded(11));
      const exchange = new FakeExchange();
      exchange.truth = all.slice(0, 100);
      await exchange.feed.load(0);
      exchange.failing = failing;
      exchange.truth = all.slice(0, 600);
      exchange.feed.apply(rowsOf(all.slice(590, 600), true), true);
      await later();
      exchange.happen(all.slice(600));
      exchange.expectShown([all.slice(0, 100), all.slice(failing ? 590 : 400)]);
      expect(exchange.resets).toBe(1);
    },
  );

  it('start again when the exchange restarts its trade ids', async () => {
    const old = makeTrades(300, () => 300, seeded(12), 5000);
    const exchange = new FakeExchange();
    exchange.truth = old;
    await exchange.feed.load(0);
    const fresh = makeTrades(40, () => 300, seeded(13));
    exchange.truth = fresh.slice(0, 30);
    exchange.feed.apply(rowsOf(fresh.slice(0, 30), true), true);
    await later();
    exchange.happen(fresh.slice(30));
    exchange.expectShown([fresh]);
  });

  it("ignore a snapshot older than the call's answer", async () => {
    const all = makeTrades(100, () => 300, seeded(14));
    const exchange = new FakeExchange();
    exchange.truth = all;
    await exchange.feed.load(0);
    exchange.feed.apply(rowsOf(all.slice(40, 90), true), true);
    await later();
    exchange.expectShown([all]);
  });

  it('report a failed load and retry it', async () => {
    const exchange = new FakeExchange();
    exchange.truth = makeTrades(30, () => 300, seeded(15));
    exchange.failing = true;
    await exchange.feed.load(0);
    expect([exchange.feed.phase, exchange.failures]).toEqual(['failed', ['down']]);
    exchange.failing = false;
    exchange.feed.check(4_000);
    expect(exchange.feed.phase).toBe('failed');
    exchange.feed.check(5_000);
    await later();
    exchange.expectShown([exchange.truth]);
  });

  it('drop the older half after six hours, with bounded memory', async () => {
    const all = makeTrades(50_000, () => 1000, seeded(16));
    const exchange = new FakeExchange();
    await exchange.feed.load(0);
    exchange.happen(all, 500);
    const { series } = exchange.feed;
    expect(series.length).toBeLessThanOrEqual(21_600);
    expect(series.length).toBeGreaterThan(10_000);
    expect(shown(exchange.feed)).toEqual(twin([all]).slice(-series.length));
    expect(series.time.length).toBeLessThanOrEqual(32_768);
  });
});

describe('a view of candles of a second', () => {
  it('shows the last trades at once and continues with live ones', async () => {
    const platform = new FakePlatform();
    const screen = new FakeScreen(() => platform.now);
    const all = makeTrades(40, () => 300, seeded(17));
    const wire = ({ id, ticks, lots, ts }: Trade) => ({
      id,
      price: (ticks / 100).toFixed(2),
      amount: (lots / 1000).toFixed(3),
      side: 'buy',
      ts,
    });
    platform.answer = (path) =>
      path === '/coin/infos' ? { list: [coin(2)] } : { list: all.slice(0, 30).reverse().map(wire) };
    const worker = await startedMarket(platform, screen);
    platform.socket.onOpen();
    await worker.open(1, { kind: 'candles', coinInfoId: 2, interval: '1s', indicators: [] });
    await platform.pass(50);
    expect(platform.calls.map(({ path }) => path)).not.toContain('/coin/candles');
    expect(platform.socket.ofType('subscribe').flatMap((message) => message['args'])).toEqual([
      { channel: 'trades', coinInfoId: 2 },
    ]);
    const rows = (): number[][] =>
      screen.candles.get(1)!.columns[0]!.map((_, row) => screen.candles.get(1)!.columns.map((column) => column[row]!));
    expect(rows()).toEqual(twin([all.slice(0, 30)]));
    expect(screen.candles.get(1)!.hasMore).toBe(false);
    await worker.older(1);
    for (const trade of all.slice(30)) {
      platform.socket.receive({
        type: 'data',
        channel: 'trades',
        coinInfoId: 2,
        kind: 'delta',
        seq: trade.id,
        prevSeq: trade.id - 1,
        ts: 1,
        pts: 1,
        data: [wire(trade)],
      });
      await platform.pass(20);
    }
    expect(rows()).toEqual(twin([all]));
    await worker.close(1);
    await platform.pass(50);
    expect(platform.socket.ofType('unsubscribe')).toHaveLength(1);
  });

  it('is refused for an unknown interval', async () => {
    const platform = new FakePlatform();
    platform.answer = () => ({ list: [coin(2)] });
    const worker = createMarketWorker(platform);
    await worker.start(CONFIG, new FakeScreen());
    await expect(
      worker.open(1, { kind: 'candles', coinInfoId: 2, interval: '2s' as '1s', indicators: [] }),
    ).rejects.toThrow('no interval');
  });
});
