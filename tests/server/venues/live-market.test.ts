// The live market against local venues that replay tapes: joins, gaps, disconnects, no network.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { HOUR_MS } from '../../../core/units/durations.ts';
import { parseSteps } from '../../../core/units/units.ts';
import type { MarketEvent } from '../../../server/exchange/market-event.ts';
import { TradeRing } from '../../../server/feed/trade-ring.ts';
import { portOf } from '../../../server/gateway/listen.ts';
import { liveInstruments, startLive } from '../../../server/venues/live-market.ts';
import { adapterOf } from '../../../server/venues/venue-registry.ts';
import { instrumentsFor, startMarket } from '../../../server/venues/market-modes.ts';
import type { MarketSourceOptions } from '../../../server/simulation/market-source.ts';
import { stopwatch } from '../../support/data/processor-wait.ts';
import { sharedFile } from '../../support/data/shared-file.ts';
import { ReferenceBook, best, top25Crc } from './reference-book.ts';
import { type Faults, type VenueServer, binanceServer, krakenServer } from './venue-server.ts';

const SPOT = 'recordings/l2/binance-spot-BTCUSDT-20240808';
const KRAKEN = 'recordings/l2/kraken-spot-multi-20210405';
const WATCHED = 1001;
const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A live market of `url` with a reference book behind its feed. */
function watchVenue(venue: string, url: string, restUrl?: string) {
  const adapter = adapterOf(venue, { url, restUrl });
  const instruments = liveInstruments(adapter);
  const book = new ReferenceBook();
  const lines: string[] = [];
  const stamps: number[] = [];
  const options: MarketSourceOptions = {
    mode: `live:${venue}`,
    instruments,
    now: Date.now,
    log: (line) => lines.push(line),
    sequencer: { submit: () => Promise.reject(new Error('a live market submits nothing')) },
    feed: {
      apply: (events: MarketEvent[], ts: number) => {
        stamps.push(ts);
        for (const event of events) if (event.coinInfoId === WATCHED) book.apply(event);
      },
      hasHistory: () => false,
      importHistory: () => undefined,
    },
    startTicks: () => 0,
  };
  const market = startLive(adapter, options, { firstRetryMs: 40 });
  ends.push(() => market.stop());
  return { book, lines, stamps, info: instruments.find(({ id }) => id === WATCHED)! };
}

function opened(server: VenueServer): VenueServer {
  ends.push(() => server.close());
  return server;
}

interface Final {
  levels_bid: number;
  levels_ask: number;
  top25_crc32_norm: number;
  best_bid: { p: string } | [string, string];
}

/** Waits for the book that the recording ends with. */
async function endsAs({ book, info }: ReturnType<typeof watchVenue>, expected: Final): Promise<void> {
  await expect
    .poll(() => [top25Crc(book, info, null), book.bids.size, book.asks.size])
    .toEqual([expected.top25_crc32_norm, expected.levels_bid, expected.levels_ask]);
}

async function binance(faults: Faults) {
  const tape = sharedFile(`${SPOT}.ndjson.gz`);
  const expectedPath = sharedFile(`${SPOT}.expected.json`);
  if (!tape || !expectedPath) return null;
  const expected = (
    JSON.parse(readFileSync(expectedPath, 'utf8')) as { final: Final & { best_ask: { p: string; q: string } } }
  ).final;
  const server = opened(await binanceServer(tape, faults));
  const events = watchVenue('binance', server.url, server.restUrl);
  await server.played;
  if (faults.lastDelta) await endsAsOf(server, events);
  else {
    await endsAs(events, expected);
    expect(best(events.book, events.info, 'asks')).toEqual([expected.best_ask.p, expected.best_ask.q]);
  }
  return { ...events, server };
}

/** Waits for the book that the venue has. */
async function endsAsOf({ rows }: VenueServer, { book, info }: ReturnType<typeof watchVenue>): Promise<void> {
  const { price, amount } = instrumentOf(info);
  const SIDES = ['bids', 'asks'] as const;
  const expected = SIDES.map((side) => rows(side).map(([p, q]) => [parseSteps(p, price), parseSteps(q, amount)]));
  await expect.poll(() => SIDES.map((side) => book.side(side))).toEqual(expected);
}

describe('live binance', () => {
  it('joins stream and fetched book, rejects a book that is too old, and follows to the end', async () => {
    const ran = await binance({});
    if (!ran) return;
    expect(ran.book.resets).toBe(1);
    expect(ran.server.requests.books).toBeGreaterThan(1);
    expect(ran.book.trades).toHaveLength(19_904);
    expect(ran.lines.join('\n')).toMatch(/market\.live venue=binance/);
  });

  it('detects a gap and fetches the book again on the same connection', async () => {
    const ran = await binance({ dropDelta: 600, lastDelta: 1_000 });
    if (!ran) return;
    expect(ran.lines.filter((line) => /market\.book_lost .*reason=gap/.test(line))).toHaveLength(1);
    expect(ran.server.requests.subscriptions).toBe(1);
    expect(ran.server.trades()).toBeGreaterThan(1_000);
    await expect.poll(() => ran.book.trades.length).toBe(ran.server.trades());
  });

  it('has an empty book while disconnected, and recovers', async () => {
    const ran = await binance({ cutAfterDelta: 600, lastDelta: 1_000 });
    if (!ran) return;
    expect(ran.lines.filter((line) => line.startsWith('market.unavailable'))).toHaveLength(1);
    expect(ran.server.requests.subscriptions).toBe(2);
    expect(ran.book.resets).toBeGreaterThanOrEqual(3);
  });
});

describe('live kraken', () => {
  it.each<[string, Faults, RegExp]>([
    ['follows every checksum', {}, /market\.live venue=kraken/],
    // The 40th change of the tape belongs to XBT/USD and to its best ten levels.
    [
      'sees a missed change by its checksum and subscribes again',
      { dropDelta: 40 },
      /market\.book_lost .*reason=checksum/,
    ],
    ['comes back after a cut', { cutAfterDelta: 5_000 }, /market\.unavailable/],
  ])('%s', async (_, faults, line) => {
    const tape = sharedFile(`${KRAKEN}.ndjson.gz`);
    const expectedPath = sharedFile(`${KRAKEN}.expected.json`);
    if (!tape || !expectedPath) return;
    const expected = (JSON.parse(readFileSync(expectedPath, 'utf8')) as { final: Record<string, Final> }).final[
      'XBT/USD'
    ]!;
    const server = opened(await krakenServer(tape, 'XBT/USD', faults));
    const events = watchVenue('kraken', server.url);
    await server.played;
    await endsAs(events, expected);
    expect(events.lines.join('\n')).toMatch(line);
    if (!faults.dropDelta && !faults.cutAfterDelta) expect(events.book.resets).toBe(1);
  });
});

describe('live trades without ids', () => {
  it('go on after a cut with ids above those before it', async () => {
    const sockets = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(sockets, 'listening');
    ends.push(async () => {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
    });
    let connections = 0;
    sockets.on('connection', (client) => {
      connections += 1;
      const timeS = 1_700_000_000 + 5 * connections;
      const rows = [0, 1, 2].map((at) => ['100.0', '1.0', `${timeS}.00${at}`, 'b', 'l', '']);
      client.send(JSON.stringify([1, rows, 'trade', 'XBT/USD']));
      client.close();
    });
    const { book } = watchVenue('kraken', `ws://127.0.0.1:${portOf(sockets)}`);
    await expect.poll(() => book.trades.length).toBeGreaterThanOrEqual(6);
    const ring = new TradeRing();
    expect(book.trades.map((trade) => ring.push(trade))).not.toContain(false);
  });
});

describe('a venue that sends what it should not', () => {
  const level = ['100.00', '1.00000000'];
  const change = { e: 'depthUpdate', E: 1_700_000_000_000, s: 'BTCUSDT', U: 6, u: 6, b: [level], a: [] };
  const trade = {
    e: 'trade',
    E: 1_700_000_000_000,
    T: 1_700_000_000_000,
    s: 'BTCUSDT',
    t: 7,
    p: '100.00',
    q: '1.0',
    m: true,
  };
  it.each<[string, unknown]>([
    ['nothing', null],
    ['numbers for prices', { data: { ...change, b: [[100, 1]] } }],
    ['a row of nothing', { data: { ...change, b: [null] } }],
    ['a side that is no list', { data: { ...change, b: { length: 1e9 } } }],
    ['no ids', { data: { ...change, U: undefined, u: undefined } }],
    ['ids as texts', { data: { ...change, u: '6' } }],
    ['an id beyond 2^53', { data: { ...change, u: 2 ** 60 } }],
    ['a time that is none', { data: { ...change, E: 'soon' } }],
    ['a trade without a price', { data: { ...trade, p: undefined } }],
    ['a trade at no time', { data: { ...trade, T: null } }],
    ['a trade of another century', { data: { ...trade, T: 9e12 } }],
    ['an own field of every object', JSON.parse('{"data":{"__proto__":{"e":"depthUpdate"},"e":"trade"}}') as unknown],
  ])('%s: the frame is refused, the book is lost, and the next connection has it again', async (_, frame) => {
    const http = createServer((_request, response) =>
      response.end(JSON.stringify({ lastUpdateId: 5, bids: [level], asks: [] })),
    ).listen(0, '127.0.0.1');
    await once(http, 'listening');
    const port = portOf(http);
    const sockets = new WebSocketServer({ server: http });
    ends.push(async () => {
      for (const client of sockets.clients) client.terminate();
      http.closeAllConnections();
      http.close();
    });
    let connections = 0;
    sockets.on('connection', (client) => {
      connections += 1;
      client.send(JSON.stringify({ data: { ...change, U: 5, u: 5 } }));
      if (connections === 1) client.send(JSON.stringify(frame));
    });
    const { book, lines } = watchVenue('binance', `ws://127.0.0.1:${port}`, `http://127.0.0.1:${port}`);
    await expect.poll(() => [connections, [...book.bids]]).toEqual([2, [[10_000, 1e8]]]);
    expect(lines.filter((line) => line.includes('a frame could not be read'))).toHaveLength(1);
    expect(book.trades).toEqual([]);
  });
});

it('a time ahead of the own clock counts as now', async () => {
  const sockets = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(sockets, 'listening');
  ends.push(async () => {
    for (const client of sockets.clients) client.terminate();
    sockets.close();
  });
  const T = Date.now() + 23 * HOUR_MS;
  const trade = { e: 'trade', E: T, T, s: 'BTCUSDT', t: 7, p: '100.00', q: '1.0', m: true };
  sockets.on('connection', (client) => {
    client.send(JSON.stringify({ data: trade }));
    client.send(JSON.stringify({ data: { ...trade, t: 8, E: 1_700_000_000_000, T: 1_700_000_000_000 } }));
  });
  const { book, stamps } = watchVenue('binance', `ws://127.0.0.1:${portOf(sockets)}`);
  await expect.poll(() => book.trades.length).toBe(2);
  for (const ms of [stamps[0]!, book.trades[0]!.ts]) expect(ms).toBeLessThanOrEqual(Date.now());
  expect([stamps[1], book.trades[1]!.ts]).toEqual([1_700_000_000_000, 1_700_000_000_000]);
});

it('a book that each answer makes worse is requested at intervals, not as fast as it comes', async () => {
  const sockets = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(sockets, 'listening');
  ends.push(async () => {
    for (const client of sockets.clients) client.terminate();
    sockets.close();
  });
  const at: number[] = [];
  sockets.on('connection', (client) =>
    client.on('message', (data) => {
      const { event, subscription } = JSON.parse(String(data)) as { event: string; subscription: { name: string } };
      if (event !== 'subscribe' || subscription.name !== 'book') return;
      at.push(performance.now());
      const crossed = { as: [['100.0', '1.0', '1.0']], bs: [['100.1', '1.0', '1.0']] };
      client.send(JSON.stringify([1, crossed, 'book-1000', 'XBT/USD']));
    }),
  );
  const { lines } = watchVenue('kraken', `ws://127.0.0.1:${portOf(sockets)}`);
  await expect.poll(() => at.length).toBeGreaterThanOrEqual(4);
  expect(at[3]! - at[1]!).toBeGreaterThan(900);
  expect(lines.filter((line) => line.includes('reason=crossed')).length).toBeLessThanOrEqual(at.length);
});

describe('live without a venue', () => {
  it('logs it, retries with growing delays, and stops at once', async () => {
    const { lines } = watchVenue('binance', 'ws://127.0.0.1:1', 'http://127.0.0.1:1');
    await expect.poll(() => lines.length).toBeGreaterThanOrEqual(4);
    expect(lines[1]).toMatch(/^market\.unavailable venue=binance retry_ms=40 reason=".*ECONNREFUSED.*"$/);
    expect(lines[2]).toMatch(/retry_ms=80 /);
    const elapsedMs = stopwatch(process.pid);
    for (const end of ends.splice(0)) await end();
    expect(elapsedMs()).toBeLessThan(500);
  });

  it('lists its markets without network, and refuses unknown venues', async () => {
    expect((await instrumentsFor('live:kraken')).map(({ name, watchOnly }) => [name, watchOnly])).toEqual([
      ['Tether', undefined],
      ['XBT/USD', 1],
      ['ETH/USD', 1],
    ]);
    await expect(instrumentsFor('live:mtgox')).rejects.toThrow(/MARKET=live:mtgox is unknown/);
    await expect(instrumentsFor('casino')).rejects.toThrow(/MARKET=casino is unknown: use sim, replay/);
    await expect(startMarket({ mode: 'replay:' } as MarketSourceOptions)).rejects.toThrow(/unknown/);
  });
});
