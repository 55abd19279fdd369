// Bars made of trades: live ones and those of the past are the same, and where trades are missing is a gap.
import { describe, expect, it } from 'vitest';
import type { CoinInfo, Instrument } from '../../../core/instruments/instrument.ts';
import { barRuleOf, barsSpanStart } from '../../../core/market-data/trade-bars.ts';
import { TRADE_TILE_MS, encodeTradeTile } from '../../../core/market-data/trade-tile.ts';
import { BARS_SPAN_MS } from '../../../core/units/bar-interval.ts';
import { type BarInterval, candleStart } from '../../../core/units/time.ts';
import { gridOf } from '../../../core/units/units.ts';
import { TRADE_FIELD } from '../../../core/worker-protocol/worker-protocol.ts';
import { TradeBarFeed } from '../../../workers/candles/trade-bar-feed.ts';
import { Rows } from '../../../workers/decode/rows.ts';
import { SessionTiles } from '../../../workers/past/session-tiles.ts';
import { TileLoader, type Tiles } from '../../../workers/tiles/tile-loader.ts';
import { type BarTrade, figuresOf, naiveBars } from '../../support/data/naive-bars.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { VirtualTimers } from '../../support/feed/virtual-timers.ts';
import { rowsOf, settled } from '../order-flow/trade-rows.ts';

const MARKET: Instrument = { info: { id: 7 } as CoinInfo, price: gridOf('1'), amount: gridOf('1') };
const START = Date.UTC(2026, 10, 25, 4);
const KINDS: readonly BarInterval[] = ['volume-20000', 'trades-40', 'delta-5000', 'range-900'];
const EMPTY = new Rows(TRADE_FIELD.size, 1);

/** A random walk of trades over ten hours: two and a half spans. */
function madeTrades(seed: number): BarTrade[] {
  const random = seeded(seed);
  const trades: BarTrade[] = [];
  let price = 600_000;
  for (let ts = START; ts < START + 2.5 * BARS_SPAN_MS; ts += Math.floor(random() * 20_000)) {
    price += Math.floor((random() - 0.5) * 200);
    const lots = 1 + Math.floor(random() * 1_000);
    trades.push({ id: 1 + trades.length, ts, priceTicks: price, lots, isBuy: random() < 0.5 });
  }
  return trades;
}

interface Server {
  /** What is recorded, of all that was traded before `untilMs`. */
  recorded: readonly BarTrade[];
  untilMs: number;
  /** An hour that is answered late. */
  late?: { fromMs: number; answered: Promise<void> };
}

/** The tile of an hour as the exchange makes it. */
function tileOf({ recorded, untilMs }: Server, fromMs: number): Uint8Array<ArrayBuffer> | null {
  const known = recorded.filter(({ ts }) => ts < untilMs);
  const within = known.filter(({ ts }) => ts >= fromMs && ts < fromMs + TRADE_TILE_MS);
  const prior = known.findLast(({ ts }) => ts < fromMs);
  if (within.length === 0 && !prior) return null;
  const column = (of: (trade: BarTrade) => number): Float64Array<ArrayBuffer> => Float64Array.from(within, of);
  return encodeTradeTile({
    coinInfoId: 7,
    fromMs,
    untilMs: Math.min(untilMs, fromMs + TRADE_TILE_MS),
    priorMs: prior?.ts ?? 0,
    ids: column(({ id }) => id),
    times: column(({ ts }) => ts),
    prices: column(({ priceTicks }) => priceTicks),
    lots: column(({ lots }) => lots),
    buys: Uint8Array.from(within, ({ isBuy }) => Number(isBuy)),
  });
}

interface Opened {
  feed: TradeBarFeed;
  /** What the exchange answers as its last trades; null: it cannot be reached. */
  answer: { rows: Rows | null };
  asked: number[];
  pass(ms: number): Promise<void>;
}

/**
 * A feed whose exchange answers `last` as its last trades; without a server it has no record. `within` is what it sees
 * of the record.
 */
async function opened(
  interval: BarInterval,
  server: Server | null,
  last: readonly BarTrade[],
  within = (record: Tiles): Tiles => record,
  market = MARKET,
): Promise<Opened> {
  const answer: Opened['answer'] = { rows: rowsOf(last) };
  const asked: number[] = [];
  const timers = new VirtualTimers();
  const loader = new TileLoader({
    fetch: async (address) => {
      const fromMs = Number(new URLSearchParams(address.split('?')[1]).get('fromMs'));
      asked.push(fromMs);
      if (server!.late?.fromMs === fromMs) await server!.late.answered;
      const bytes = tileOf(server!, fromMs);
      return bytes ? { kind: 'bytes', bytes } : { kind: 'missing' };
    },
    platform: { stampMs: () => timers.nowMs, after: (delayMs, run) => timers.after(delayMs, run) },
  });
  const feed = new TradeBarFeed({
    market,
    interval,
    fetchTrades: async () => {
      if (!answer.rows) throw new Error('unreachable');
      return answer.rows;
    },
    markDirty: () => {},
    tiles: server && within(loader),
  });
  void feed.load(0);
  await settled();
  const pass = async (ms: number): Promise<void> => {
    timers.pass(ms);
    await settled();
  };
  return { feed, answer, asked, pass };
}

/** Time, open, high, low, close, volume. */
function barsOf({ series }: TradeBarFeed): number[][] {
  return Array.from({ length: series.length }, (_, row) =>
    [series.time, series.open, series.high, series.low, series.close, series.volume].map((column, at) =>
      at === 0 ? Math.floor(column[row]!) : column[row]!,
    ),
  );
}

const expectedOf = (trades: readonly BarTrade[], interval: BarInterval): number[][] =>
  naiveBars(trades, barRuleOf(interval, MARKET.amount)).map((bar) => figuresOf(bar).slice(0, 6));

/** The deltas of the bars, from the order flow. */
function deltasOf({ flow: { bars } }: TradeBarFeed): number[] {
  return Array.from({ length: bars!.length }, (_, row) => {
    let delta = 0;
    for (let at = bars!.firstCell[row]!; at < bars!.firstCell[row]! + bars!.levelCount[row]!; at++)
      delta += bars!.bought[at]! - bars!.sold[at]!;
    return delta;
  });
}

describe.each(KINDS)('%s', (interval) => {
  it('bars of the past, continued by live trades, are those of the naive twin of all trades', async () => {
    const trades = madeTrades(31);
    const seen = trades.length - 300;
    const server = { recorded: trades, untilMs: trades[seen - 1]!.ts + 1 };
    const { feed } = await opened(interval, server, trades.slice(seen - 50, seen));
    for (let at = seen; at < trades.length; at += 7) feed.apply(rowsOf(trades.slice(at, at + 7).toReversed()), false);
    // Of the running four hours at first, then of those before.
    const span = trades.filter(({ ts }) => ts >= START + 2 * BARS_SPAN_MS);
    expect(barsOf(feed)).toEqual(expectedOf(span, interval));
    expect([feed.hasMore, feed.isComplete, feed.series.seams]).toEqual([true, true, []]);
    while (feed.hasMore) await feed.older();
    expect(barsOf(feed)).toEqual(expectedOf(trades, interval));
    expect(feed.series.seams).toEqual([]);
    expect(deltasOf(feed)).toEqual(
      naiveBars(trades, barRuleOf(interval, MARKET.amount)).map(({ delta }) => Number(delta)),
    );
  });

  it('bars that were watched live are those that a page which comes later makes of the record', async () => {
    const trades = madeTrades(32);
    const { feed: watched } = await opened(interval, { recorded: [], untilMs: 0 }, []);
    for (let at = 0; at < trades.length; at += 11) watched.apply(rowsOf(trades.slice(at, at + 11)), false);
    await settled();
    const server = { recorded: trades, untilMs: Infinity };
    const { feed: later } = await opened(interval, server, trades.slice(-50));
    while (later.hasMore) await later.older();
    expect(Array.from(watched.series.time.subarray(0, watched.series.length))).toEqual(
      Array.from(later.series.time.subarray(0, later.series.length)),
    );
    expect(barsOf(watched)).toEqual(barsOf(later));
  });

  it('a replay has the bars of its moment, with nothing of later, and goes on with what is played', async () => {
    const trades = madeTrades(32);
    const now = Math.floor(trades.length * 0.7);
    const atMs = trades[now]!.ts;
    const cutMs = candleStart(atMs, '1m');
    // A replay plays what was traded since a minute before the running one. A trade of before it came after its begin.
    const first = trades.findIndex(({ ts }) => ts >= cutMs - 60_000);
    const late = trades.findIndex(({ ts }) => ts >= cutMs) + 1;
    trades[late]!.ts = cutMs - 1;
    const { feed } = await opened(
      interval,
      { recorded: trades, untilMs: Infinity },
      trades.slice(first, now + 1).toReversed(),
      (record) => new SessionTiles(record, cutMs),
    );
    const since = (startMs: number, until: number): BarTrade[] =>
      trades.slice(0, until).filter(({ id, ts }) => ts >= startMs || id > late);
    const spanMs = barsSpanStart(atMs);
    expect(barsOf(feed)).toEqual(expectedOf(since(spanMs, now + 1), interval));
    for (let at = now + 1; at < trades.length; at += 13) feed.apply(rowsOf(trades.slice(at, at + 13)), false);
    await feed.older();
    expect(barsOf(feed)).toEqual(expectedOf(since(spanMs - BARS_SPAN_MS, trades.length), interval));
    expect(feed.series.seams).toEqual([]);
  });

  it('a replay in which nothing was traded lately has the bars before its moment, at once', async () => {
    const before = madeTrades(32);
    const quietMs = before.at(-1)!.ts;
    const played = madeTrades(33)
      .slice(0, 90)
      .map((trade) => ({
        ...trade,
        id: trade.id + before.length,
        ts: trade.ts - START + quietMs + 1.5 * BARS_SPAN_MS,
      }));
    const trades = [...before, ...played];
    const cutMs = candleStart(played[0]!.ts, '1m');
    const { feed } = await opened(
      interval,
      { recorded: trades, untilMs: Infinity },
      [],
      (record) => new SessionTiles(record, cutMs),
    );
    const spanMs = barsSpanStart(quietMs);
    const since = before.filter(({ ts }) => ts >= spanMs);
    expect(barsOf(feed)).toEqual(expectedOf(since, interval));
    feed.apply(rowsOf(played), false);
    await settled();
    expect(barsOf(feed)).toEqual(expectedOf([...since, ...played], interval));
    expect(feed.series.seams).toEqual([]);
    await feed.older();
    expect(barsOf(feed).length).toBeGreaterThan(expectedOf([...since, ...played], interval).length);
  });

  it('live, the first trade of a market brings the bars before it', async () => {
    const trades = madeTrades(37);
    const { feed, answer } = await opened(interval, { recorded: trades, untilMs: Infinity }, []);
    expect(feed.series.length).toBe(0);
    answer.rows = rowsOf(trades.slice(-1));
    feed.apply(rowsOf(trades.slice(-1)), false);
    await settled();
    const spanMs = barsSpanStart(trades.at(-1)!.ts);
    expect(barsOf(feed)).toEqual(
      expectedOf(
        trades.filter(({ ts }) => ts >= spanMs),
        interval,
      ),
    );
  });

  it('a replay whose recording begins in its own minute begins with what is played', async () => {
    const trades = madeTrades(32);
    const first = Math.floor(trades.length * 0.7);
    const cutMs = candleStart(trades[first]!.ts, '1m');
    const played = trades.slice(
      trades.findIndex(({ ts }) => ts >= cutMs),
      first + 30,
    );
    const recorded = trades.slice(trades.indexOf(played[0]!));
    const server = { recorded, untilMs: Infinity };
    const { feed } = await opened(interval, server, played, (record) => new SessionTiles(record, cutMs));
    expect(barsOf(feed)).toEqual(expectedOf(played, interval));
    expect(feed.phase).toBe('ready');
  });
});

describe('trades that are missing', () => {
  it('a time without a record is a gap: the bar before it ends, and the one behind it is marked', async () => {
    const trades = madeTrades(33);
    const lost = [START + BARS_SPAN_MS + 5e6, START + BARS_SPAN_MS + 6e6] as const;
    const recorded = trades.filter(({ ts }) => ts < lost[0] || ts >= lost[1]);
    const { feed } = await opened('trades-40', { recorded, untilMs: Infinity }, trades.slice(-50));
    while (feed.hasMore) await feed.older();
    expect(barsOf(feed)).toEqual(expectedOf(recorded, 'trades-40'));
    expect(feed.series.seams).toEqual([recorded.find(({ ts }) => ts >= lost[1])!.ts]);
  });

  it('a day without a record is passed over, and its end is marked', async () => {
    const trades = madeTrades(34);
    const later = trades.map((trade) => ({ ...trade, id: trade.id + 9_000, ts: trade.ts + 9 * BARS_SPAN_MS }));
    const recorded = [...trades, ...later];
    const { feed } = await opened('range-900', { recorded, untilMs: Infinity }, later.slice(-50));
    while (feed.hasMore) await feed.older();
    expect(barsOf(feed)).toEqual(expectedOf(recorded, 'range-900'));
    expect(feed.series.seams).toEqual([later[0]!.ts]);
  });

  it('bars begin with the recording, and say that something came before', async () => {
    const recorded = madeTrades(35).slice(100);
    const { feed } = await opened('trades-40', { recorded, untilMs: Infinity }, recorded.slice(-50));
    while (feed.hasMore) await feed.older();
    expect(barsOf(feed)).toEqual(expectedOf(recorded, 'trades-40'));
    expect(feed.series.seams).toEqual([recorded[0]!.ts]);
  });

  it('without a record bars begin with the last trades, and nothing older is asked for', async () => {
    const trades = madeTrades(36);
    const last = trades.slice(-150);
    const { feed } = await opened('trades-40', null, last);
    expect(barsOf(feed)).toEqual(expectedOf(last, 'trades-40'));
    expect([feed.hasMore, feed.series.seams]).toEqual([false, [last[0]!.ts]]);
  });

  it('a tile that ends before the live trades is fetched again until it reaches them', async () => {
    const trades = madeTrades(37);
    const seen = trades.length - 60;
    const server = { recorded: trades, untilMs: trades[seen - 20]!.ts };
    const { feed, pass } = await opened('trades-40', server, trades.slice(seen - 5, seen));
    feed.apply(rowsOf(trades.slice(seen)), false);
    expect(feed.isComplete).toBe(false);
    server.untilMs = trades[seen]!.ts;
    await pass(5_000);
    expect(feed.isComplete).toBe(true);
    const span = trades.filter(({ ts }) => ts >= START + 2 * BARS_SPAN_MS);
    expect(barsOf(feed)).toEqual(expectedOf(span, 'trades-40'));
    expect(feed.series.seams).toEqual([]);
  });

  it.each([
    ['has newer ones', EMPTY],
    ['cannot be reached', null],
  ])(
    'live trades that were missed come from the record while the exchange %s; ones that are nowhere are a gap',
    async (_, rows) => {
      const trades = madeTrades(38);
      const seen = trades.length - 200;
      const lost = trades.slice(seen + 100, seen + 110);
      const recorded = trades.filter((trade) => !lost.includes(trade));
      const { feed, answer, pass } = await opened(
        'trades-40',
        { recorded, untilMs: Infinity },
        trades.slice(seen - 9, seen),
      );
      answer.rows = rows;
      feed.apply(rowsOf(trades.slice(seen + 50, seen + 100)), false);
      await pass(5_000);
      feed.apply(rowsOf(trades.slice(seen + 150)), false);
      await pass(5_000);
      const span = recorded.filter(({ ts }) => ts >= START + 2 * BARS_SPAN_MS);
      expect(barsOf(feed)).toEqual(expectedOf(span, 'trades-40'));
      expect(feed.series.seams).toEqual([trades[seen + 110]!.ts]);
    },
  );

  it('trades that are missed while others are being fetched come from the record too', async () => {
    const trades = madeTrades(41);
    const seen = trades.length - 300;
    const server: Server = { recorded: trades, untilMs: trades[seen + 25]!.ts };
    const { feed, answer, pass } = await opened('trades-40', server, trades.slice(seen - 9, seen));
    answer.rows = EMPTY;
    for (const from of [20, 100, 200]) feed.apply(rowsOf(trades.slice(seen + from, seen + from + 40)), false);
    await settled();
    for (const until of [110, 299]) {
      server.untilMs = trades[seen + until]!.ts;
      await pass(5_000);
    }
    expect(feed.series.seams).toEqual([]);
  });

  it('an hour that still ran when it was fetched is fetched to its end, also where that comes last', async () => {
    const trades = madeTrades(42);
    const borderMs = START + 2 * BARS_SPAN_MS + TRADE_TILE_MS;
    const seen = trades.findIndex(({ ts }) => ts >= borderMs - 600_000);
    const again = trades.findIndex(({ ts }) => ts >= borderMs + 600_000);
    const server: Server = { recorded: trades, untilMs: trades[seen - 1]!.ts + 1 };
    const { feed, answer, pass } = await opened('trades-40', server, trades.slice(seen - 5, seen));
    answer.rows = EMPTY;
    server.untilMs = Infinity;
    await pass(5_000);
    server.late = { fromMs: borderMs - TRADE_TILE_MS, answered: settled() };
    feed.apply(rowsOf(trades.slice(again)), false);
    await settled();
    await settled();
    expect(feed.series.seams).toEqual([]);
  });

  it('an hour that still ran when another chart fetched it is fetched to its end, once it is of older bars', async () => {
    const trades = madeTrades(43);
    const borderMs = START + 2 * BARS_SPAN_MS;
    const seen = trades.findIndex(({ ts }) => ts >= borderMs - 600_000);
    const again = trades.findIndex(({ ts }) => ts >= borderMs + 600_000);
    const server: Server = { recorded: trades, untilMs: trades[seen - 1]!.ts + 1 };
    let record: Tiles | null = null;
    const before = await opened('trades-40', server, trades.slice(seen - 5, seen), (own) => (record = own));
    before.feed.dispose();
    server.untilMs = trades[again - 1]!.ts + 1;
    const { feed } = await opened('trades-40', server, trades.slice(again - 5, again), () => record!);
    void feed.older();
    await before.pass(5_000);
    expect(feed.series.seams).toEqual([]);
    const shown = trades.slice(0, again).filter(({ ts }) => ts >= START + BARS_SPAN_MS);
    expect(barsOf(feed)).toEqual(expectedOf(shown, 'trades-40'));
  });

  it('of a watched venue, a tile that ends behind the time of the first live trade may lack those before it', async () => {
    const trades = madeTrades(44);
    const seen = trades.length - 20;
    const server: Server = { recorded: trades.slice(0, seen - 6), untilMs: trades[seen - 6]!.ts };
    trades[seen - 5]!.ts = server.untilMs - 3_000;
    const watched: Instrument = { ...MARKET, info: { id: 7, watchOnly: 1 } as CoinInfo };
    const last = trades.slice(seen - 5, seen);
    const { feed, pass } = await opened('trades-40', server, last, (record) => record, watched);
    Object.assign(server, { recorded: trades, untilMs: Infinity });
    await pass(5_000);
    expect(feed.series.seams).toEqual([]);
    const span = trades.filter(({ ts }) => ts >= START + 2 * BARS_SPAN_MS);
    expect(barsOf(feed)).toEqual(expectedOf(span, 'trades-40'));
  });

  it('older bars that are being loaded while the oldest are dropped do not come behind a hole', async () => {
    const count = 50_000;
    const trades = Array.from({ length: count + 200 }, (_, at) => ({
      id: 101 + at,
      ts: START + at * 10,
      priceTicks: 600_000 + (at % 7),
      lots: 1,
      isBuy: true,
    }));
    const before = { ...trades[0]!, id: 100, ts: START - 2 * TRADE_TILE_MS };
    const server = { recorded: [before], untilMs: START + BARS_SPAN_MS };
    const { feed } = await opened('trades-1', server, trades.slice(0, 200));
    feed.apply(rowsOf(trades.slice(200, count - 1)), false);
    expect([feed.series.length, feed.hasMore]).toEqual([count - 1, true]);
    const older = feed.older();
    feed.apply(rowsOf(trades.slice(count - 1)), false);
    const [first, length] = [feed.series.timeAt(0), feed.series.length];
    await older;
    await settled();
    expect([feed.series.timeAt(0), feed.series.length]).toEqual([first, length]);
  });

  it('an exchange that restarts its numbering starts the bars again', async () => {
    const trades = madeTrades(39);
    const { feed, answer } = await opened('trades-40', null, trades.slice(-50));
    const again = trades.slice(0, 90);
    answer.rows = rowsOf(again);
    feed.apply(rowsOf(again), true);
    await settled();
    expect(barsOf(feed)).toEqual(expectedOf(again, 'trades-40'));
    expect(feed.series.seams).toEqual([]);
  });

  it('a feed that is gone asks for nothing more', async () => {
    const trades = madeTrades(40);
    const { feed, asked } = await opened('trades-40', { recorded: trades, untilMs: Infinity }, trades.slice(-50));
    const before = asked.length;
    feed.dispose();
    await feed.older();
    expect(asked.length).toBe(before);
    expect(feed.series.length).toBeGreaterThan(0);
  });
});
