// Candles of a second made from trades: against a naive twin, through bursts, silence, late trades, holes and an
// exchange that begins anew.
import { describe, expect, it } from 'vitest';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { TRADE_FIELD } from '../../../core/worker-protocol/worker-protocol.ts';
import { SecondCandleFeed } from '../../../workers/candles/second-candles.ts';
import { Rows } from '../../../workers/decode/rows.ts';
import { createMarketWorker } from '../../../workers/pipeline.ts';
import { coin } from '../coin.ts';
import { FakeScreen, FakeWorld } from '../fake-platform.ts';
import { seeded } from '../../support/seeded.ts';

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

/** `gapMs` gives the time to the next trade. */
function makeTrades(count: number, gapMs: () => number, random: () => number, firstId = 1): Trade[] {
  let ts = FIRST + 137;
  return Array.from({ length: count }, (_, i) => {
    ts += gapMs();
    return { id: firstId + i, ticks: 10_000 + Math.round(random() * 500), lots: 1 + Math.round(random() * 90), ts };
  });
}

/**
 * What the docstring of SecondsFeed says, said again with maps: every run of neighbouring ids gives its whole seconds.
 */
function twin(runs: readonly Trade[][]): number[][] {
  const candles = new Map<number, number[]>();
  runs.forEach((run, at) => {
    const startOf = (trade: Trade): number => trade.ts - (trade.ts % 1000);
    const from = run[0]!.id === 1 ? -Infinity : startOf(run[0]!) + 1000;
    // The running candle of a run that was followed by a hole is not whole either.
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

/** An exchange whose last trades can be asked, and a screen that keeps a copy of what it is told. */
class Street {
  truth: Trade[] = [];
  kept = 200;
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
        return rowsOf(this.truth.slice(-this.kept), true);
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

  /** Trades happen and are told in messages of up to `most`. */
  happen(trades: readonly Trade[], most = 7): void {
    for (let at = 0; at < trades.length; at += most) {
      const told = trades.slice(at, at + most);
      this.truth.push(...told);
      this.feed.apply(rowsOf(told, true), false);
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
  it.each([1, 2, 3, 4, 5])('are those of the trades, whatever their pace (seed %d)', async (seed) => {
    const random = seeded(seed);
    // Bursts in one millisecond, silences of seconds and of minutes.
    const all = makeTrades(
      1500,
      () =>
        random() < 0.5 ? 0 : random() < 0.97 ? Math.round(random() * 2500) : 40_000 + Math.round(random() * 60_000),
      random,
    );
    const street = new Street();
    street.truth = all.slice(0, 700);
    await street.feed.load(0);
    street.expectShown([all.slice(500, 700)]);
    street.happen(all.slice(700), 1 + Math.floor(random() * 20));
    street.expectShown([all.slice(500)]);
  });

  it('begin with the first trade of all when that was seen', async () => {
    const all = makeTrades(20, () => 300, seeded(6));
    const street = new Street();
    street.truth = all;
    await street.feed.load(0);
    street.expectShown([all]);
    expect(street.feed.series.timeAt(0)).toBe(FIRST);
  });

  it('are ready without any, and come with the first whole second', async () => {
    const street = new Street();
    await street.feed.load(0);
    expect([street.feed.phase, street.resets, street.copy]).toEqual(['ready', 1, []]);
    const all = makeTrades(10, () => 400, seeded(7), 5000);
    street.happen(all, 1);
    street.expectShown([all]);
    expect(street.copy.length).toBeGreaterThan(1);
  });

  it('take in what came while they were loading, in whatever order', async () => {
    const all = makeTrades(60, () => 250, seeded(8));
    const street = new Street();
    street.truth = all.slice(0, 50);
    const loading = street.feed.load(0);
    street.feed.apply(rowsOf(all.slice(52), true), false);
    street.feed.apply(rowsOf(all.slice(45, 53)), false);
    await loading;
    street.expectShown([all]);
  });

  it('a late trade counts to the running candle', async () => {
    const all = makeTrades(12, () => 400, seeded(9));
    const street = new Street();
    street.truth = all;
    await street.feed.load(0);
    const before = street.copy.at(-1)!;
    street.happen([{ id: 13, ticks: 1, lots: 5, ts: all[0]!.ts }]);
    expect(street.copy.at(-1)!.slice(0, 1)).toEqual(before.slice(0, 1));
    expect(street.copy.at(-1)![3]).toBe(0.01);
    expect(street.copy.at(-1)![5]).toBeCloseTo(before[5]! + 0.005, 12);
  });

  it('a hole that the last trades reach over is filled', async () => {
    const all = makeTrades(400, () => 200, seeded(10));
    const street = new Street();
    street.truth = all.slice(0, 100);
    await street.feed.load(0);
    street.truth = all.slice(0, 290);
    street.feed.apply(rowsOf(all.slice(285, 290), true), true);
    await later();
    street.happen(all.slice(290));
    street.expectShown([all]);
    expect(street.resets).toBe(1);
  });

  it.each([false, true])(
    'a hole that nobody fills stays one, without seconds that are half seen (call fails: %s)',
    async (failing) => {
      const all = makeTrades(900, () => 300, seeded(11));
      const street = new Street();
      street.truth = all.slice(0, 100);
      await street.feed.load(0);
      street.failing = failing;
      street.truth = all.slice(0, 600);
      street.feed.apply(rowsOf(all.slice(590, 600), true), true);
      await later();
      street.happen(all.slice(600));
      street.expectShown([all.slice(0, 100), all.slice(failing ? 590 : 400)]);
      expect(street.resets).toBe(1);
    },
  );

  it('an exchange that numbers its trades anew is followed from its start', async () => {
    const old = makeTrades(300, () => 300, seeded(12), 5000);
    const street = new Street();
    street.truth = old;
    await street.feed.load(0);
    const fresh = makeTrades(40, () => 300, seeded(13));
    street.truth = fresh.slice(0, 30);
    street.feed.apply(rowsOf(fresh.slice(0, 30), true), true);
    await later();
    street.happen(fresh.slice(30));
    street.expectShown([fresh]);
  });

  it('a snapshot that the call has overtaken changes nothing', async () => {
    const all = makeTrades(100, () => 300, seeded(14));
    const street = new Street();
    street.truth = all;
    await street.feed.load(0);
    street.feed.apply(rowsOf(all.slice(40, 90), true), true);
    await later();
    street.expectShown([all]);
  });

  it('a load that fails is told and tried again', async () => {
    const street = new Street();
    street.truth = makeTrades(30, () => 300, seeded(15));
    street.failing = true;
    await street.feed.load(0);
    expect([street.feed.phase, street.failures]).toEqual(['failed', ['down']]);
    street.failing = false;
    street.feed.check(4_000);
    expect(street.feed.phase).toBe('failed');
    street.feed.check(5_000);
    await later();
    street.expectShown([street.truth]);
  });

  it('at six hours of them the older half is forgotten, and memory stays what it was', async () => {
    const all = makeTrades(50_000, () => 1000, seeded(16));
    const street = new Street();
    await street.feed.load(0);
    street.happen(all, 500);
    const { series } = street.feed;
    expect(series.length).toBeLessThanOrEqual(21_600);
    expect(series.length).toBeGreaterThan(10_000);
    expect(shown(street.feed)).toEqual(twin([all]).slice(-series.length));
    expect(series.time.length).toBeLessThanOrEqual(32_768);
  });
});

describe('a view of candles of a second', () => {
  it('lives on the trades, shows what was traded at once, and goes on with what comes', async () => {
    const world = new FakeWorld();
    const screen = new FakeScreen(() => world.now);
    const all = makeTrades(40, () => 300, seeded(17));
    const wire = ({ id, ticks, lots, ts }: Trade) => ({
      id,
      price: (ticks / 100).toFixed(2),
      amount: (lots / 1000).toFixed(3),
      side: 'buy',
      ts,
    });
    world.answer = (path) =>
      path === '/coin/infos' ? { list: [coin(2)] } : { list: all.slice(0, 30).reverse().map(wire) };
    const worker = createMarketWorker(world);
    await worker.start({ socketUrl: 'ws://exchange', apiBase: 'http://exchange', language: 'en-US' }, screen);
    await worker.instruments();
    world.socket.onOpen();
    await worker.open(1, { kind: 'candles', coinInfoId: 2, interval: '1s', indicators: [] });
    await world.pass(50);
    expect(world.calls.map(({ path }) => path)).not.toContain('/coin/candles');
    expect(world.socket.ofType('subscribe').flatMap((message) => message['args'])).toEqual([
      { channel: 'trades', coinInfoId: 2 },
    ]);
    const rows = (): number[][] =>
      screen.candles.get(1)!.columns[0]!.map((_, row) => screen.candles.get(1)!.columns.map((column) => column[row]!));
    expect(rows()).toEqual(twin([all.slice(0, 30)]));
    expect(screen.candles.get(1)!.hasMore).toBe(false);
    await worker.older(1);
    for (const trade of all.slice(30)) {
      world.socket.say({
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
      await world.pass(20);
    }
    expect(rows()).toEqual(twin([all]));
    await worker.close(1);
    await world.pass(50);
    expect(world.socket.ofType('unsubscribe')).toHaveLength(1);
  });

  it('is refused where there is no such interval', async () => {
    const world = new FakeWorld();
    world.answer = () => ({ list: [coin(2)] });
    const worker = createMarketWorker(world);
    await worker.start({ socketUrl: 'ws://exchange', apiBase: 'http://exchange', language: 'en-US' }, new FakeScreen());
    await expect(
      worker.open(1, { kind: 'candles', coinInfoId: 2, interval: '2s' as '1s', indicators: [] }),
    ).rejects.toThrow('no interval');
  });
});
