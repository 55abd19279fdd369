// The whole exchange in one process, from bots over a faulty connection to frames, in virtual time.
import * as v from 'valibot';
import { expect, it, onTestFinished } from 'vitest';
import { API_BASE } from '../../core/endpoints/http.ts';
import { CALLS, type CallPath } from '../../core/endpoints/endpoints.ts';
import { instrumentOf } from '../../core/instruments/instrument.ts';
import { BOOK_STATE, LEVEL_FIELD, TRADE_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import { Bots } from '../../server/simulation/bots/bots.ts';
import type { Command } from '../../server/exchange/command.ts';
import { type Feed, createFeed } from '../../server/feed/feed.ts';
import { feedMigrations } from '../../server/feed/candle-history.ts';
import type { FullBookSide } from '../../server/feed/full-book.ts';
import { coinHandlers } from '../../server/gateway/routes/market-data/coin-routes.ts';
import { PrivateFeed } from '../../server/gateway/socket/private-feed.ts';
import { LISTED_INSTRUMENTS } from '../../server/simulation/listed-instruments.ts';
import { seededSource } from '../../server/simulation/random-stream.ts';
import { publishFrom } from '../../server/bootstrap/publish-outcomes.ts';
import { createSequencer } from '../../server/sequencer/sequencer.ts';
import { migrate } from '../../server/store/migrate.ts';
import { openSqlite } from '../../server/store/sqlite/sqlite-store.ts';
import { createMarketWorker } from '../../workers/create-market-worker.ts';
import { seeded } from '../support/data/seeded-random.ts';
import { dataFolder } from '../support/server/data-folder.ts';
import { FakeScreen, type SeenBook } from '../support/feed/fake-platform.ts';
import { FaultyNetwork } from '../support/feed/faulty-network.ts';

const BTC = 2;
const ETH = 3;
const ALICE = 10_001;
const COIN = 100_000_000n;
const ROWS = 50;
const STEP_MS = 100;
const ORIGIN = `http://exchange${API_BASE}`;
const START_AT = Date.UTC(2026, 10, 20, 12);
const BOOKS = [
  { coinInfoId: BTC, depth: 50 },
  { coinInfoId: BTC, depth: 0 },
  { coinInfoId: ETH, depth: 20 },
] as const;

async function startExchange(seed: number) {
  const random = seeded(seed);
  const infos = LISTED_INSTRUMENTS.filter(({ id }) => id === 1 || id === BTC || id === ETH);
  const store = await openSqlite(dataFolder());
  await migrate(store, feedMigrations);
  let now = START_AT;
  const sequencer = await createSequencer({ store, instruments: infos.map(instrumentOf), now: () => now });
  const feed = await createFeed({ instruments: infos, store, now: () => now, timer: false });
  const privateFeed = new PrivateFeed({
    instruments: infos,
    machine: sequencer.machine,
    now: () => now,
  });
  publishFrom(sequencer, infos, { feed, privateFeed }, now);
  const handlers = coinHandlers({ feed, instruments: infos });
  const post = async (url: string, body: string): Promise<unknown> => {
    const path = url.replace(ORIGIN, '') as CallPath & keyof typeof handlers;
    const request = v.parse(CALLS[path].request, Object.fromEntries(new URLSearchParams(body)));
    const data = await (handlers[path] as (request: unknown, caller: object) => unknown)(request, {});
    return { code: 0, msg: '', data, ts: now };
  };
  const world = new FaultyNetwork({
    feed,
    privateFeed,
    uidOf: async (token) => (token === 'alice' ? ALICE : null),
    post,
    random,
    startAt: START_AT,
  });
  const bots = new Bots({
    instruments: infos.filter(({ pair }) => pair !== ''),
    submitter: sequencer,
    random: seededSource(seed),
    now,
    startTicks: (info) => (info.id === BTC ? 6_700_000 : 350_000),
  });
  const screen = new FakeScreen();
  const market = createMarketWorker(world);
  onTestFinished(async () => {
    await sequencer.close();
    await store.close();
  });
  return {
    sequencer,
    feed,
    world,
    screen,
    market,
    random,
    /** Advances the market by `ms`; `meanwhile` runs at each step. */
    async live(ms: number, meanwhile: () => Promise<unknown> = async () => undefined): Promise<void> {
      for (let passed = 0; passed < ms; passed += STEP_MS) {
        await bots.step(now);
        await meanwhile();
        feed.runDueTasks(now);
        await world.advance(STEP_MS);
        now = world.now;
      }
    },
  };
}

function levels(side: FullBookSide, most: number): number[][] {
  return Array.from({ length: Math.min(most, side.size) }, (_, rank) => [side.priceAt(rank), side.lotsAt(rank)]);
}

/** Best levels of every market at every `seq` of the feed; books on screen are compared with them. */
class History {
  readonly #tops = new Map<string, string>();
  frames = 0;
  readonly wrong: string[] = [];

  constructor(feed: Feed) {
    const apply = feed.apply.bind(feed);
    feed.apply = (events, ts) => {
      apply(events, ts);
      this.#record(feed);
    };
    this.#record(feed);
  }

  /** A book section that is marked live must equal the exchange's book at its `seq`. */
  check(view: { coinInfoId: number; depth: number }, seen: SeenBook): void {
    if (seen.state !== BOOK_STATE.live) return;
    this.frames += 1;
    const most = Math.min(ROWS, view.depth || ROWS);
    const want = this.#tops.get(`${view.coinInfoId}:${most}:${seen.seq}`);
    if (want !== JSON.stringify([seenLevels(seen.bids), seenLevels(seen.asks)]))
      this.wrong.push(`${view.coinInfoId} depth ${view.depth} at ${seen.seq}`);
  }

  #record(feed: Feed): void {
    for (const { coinInfoId, depth } of BOOKS) {
      const { book } = feed.market(coinInfoId)!;
      const most = Math.min(ROWS, depth || ROWS);
      const key = `${coinInfoId}:${most}:${book.version}`;
      // Most events change another book than this one.
      if (!this.#tops.has(key)) this.#tops.set(key, JSON.stringify([levels(book.bids, most), levels(book.asks, most)]));
    }
  }
}

function seenLevels(rows: number[][]): number[][] {
  return rows.map((row) => [row[LEVEL_FIELD.price]!, row[LEVEL_FIELD.lots]!]);
}

const order = (clientNo: string, side: 'buy' | 'sell', priceTicks: number, lots: number): Command => ({
  kind: 'placeSpot',
  uid: ALICE,
  coinInfoId: BTC,
  side,
  orderType: 'limit',
  priceTicks,
  lots,
  totalUnits: 0n,
  tif: 'GTC',
  postOnly: false,
  clientNo,
});

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'ends with the book the exchange has and a ledger that sums to zero, whatever the line did (seed %i)',
  async (seed) => {
    console.log(`street: seed ${seed}`);
    const { sequencer, feed, world, screen, market, random, live } = await startExchange(seed);
    await sequencer.submit({
      kind: 'credit',
      uid: ALICE,
      wallet: 'spot',
      coinId: 1,
      units: 100_000n * COIN,
      recordType: 'spot_manual_add',
      remark: 'sim',
    });
    const history = new History(feed);
    screen.onBook = (view, book) => history.check(BOOKS[view - 1]!, book);
    await live(1_000);
    await market.start({ socketUrl: 'ws://exchange', apiBase: ORIGIN, language: 'en-US' }, screen);
    await market.setSession('alice');
    const views = BOOKS.map(({ coinInfoId, depth }, at) => ({ id: at + 1, coinInfoId, depth }));
    for (const { id, coinInfoId, depth } of views)
      await market.open(id, { kind: 'book', coinInfoId, depth, interval: 100, groupTicks: 1, rows: ROWS });
    await market.open(10, { kind: 'trades', coinInfoId: BTC, rows: 30 });
    await market.open(11, {
      kind: 'candles',
      coinInfoId: BTC,
      interval: '1m',
      indicators: [{ name: 'MA', params: [5] }],
    });
    await live(5_000);

    world.faults = { lose: 0.02, double: 0.02, swap: 0.02, loseControl: 0.15, delayMs: 120 };
    let placed = 0;
    await live(300_000, async () => {
      if (random() < 0.01) world.cut();
      if (random() > 0.1) return;
      placed += 1;
      const last = feed.lastTicks(BTC);
      const side = random() < 0.5 ? 'buy' : 'sell';
      await sequencer.submit(
        order(`a${placed}`, side, last + Math.floor((random() - 0.5) * 4_000), 100 + Math.floor(random() * 1_000)),
      );
    });
    expect(Math.min(...Object.values(world.injected)), JSON.stringify(world.injected)).toBeGreaterThan(5);
    console.log(
      `seed ${seed}: ${JSON.stringify(world.injected)}, ${history.frames} live book frames, ${history.wrong.length} wrong`,
    );
    expect(screen.connection?.resyncs).toBeGreaterThan(0);

    // The connection is good again for longer than a reconnect and the check for silent books.
    world.faults = { lose: 0, double: 0, swap: 0, loseControl: 0, delayMs: 5 };
    await live(20_000);
    // The market stops; the last deltas arrive.
    feed.runDueTasks(world.now);
    await world.advance(1_000);

    for (const { id, coinInfoId, depth } of views) {
      const book = feed.market(coinInfoId)!.book;
      const seen: SeenBook = screen.books.get(id)!;
      expect(seen.state).toBe(BOOK_STATE.live);
      const rows = Math.min(ROWS, depth || ROWS);
      expect(seenLevels(seen.bids)).toEqual(levels(book.bids, rows));
      expect(seenLevels(seen.asks)).toEqual(levels(book.asks, rows));
      expect([seen.bidLevels, seen.askLevels]).toEqual([
        Math.min(book.bids.size, depth || Infinity),
        Math.min(book.asks.size, depth || Infinity),
      ]);
    }
    expect(history.wrong).toEqual([]);
    expect(history.frames).toBeGreaterThan(1_000);
    const newest = screen.trades.get(10)!;
    const tape = feed.market(BTC)!.trades;
    expect(newest[0]![TRADE_FIELD.price]).toBe(tape.lastTicks);
    expect(newest.map((row) => row[TRADE_FIELD.id]! - newest.at(-1)![TRADE_FIELD.id]!)).toEqual(
      newest.map((_, at) => newest.length - 1 - at),
    );
    const closes = screen.candles.get(11)!.columns[4]!;
    expect(closes.at(-1)).toBeCloseTo(tape.lastTicks / 100, 8);

    const sums = new Map<number, bigint>();
    for (const { coinId, available, frozen } of sequencer.machine.allBalances())
      sums.set(coinId, (sums.get(coinId) ?? 0n) + available + frozen);
    expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
    expect(placed).toBeGreaterThan(20);
    expect(screen.events.some(({ kind }) => kind === 'order')).toBe(true);
    expect(screen.events.some(({ kind }) => kind === 'accountInvalidated')).toBe(true);
  },
  240_000,
);
