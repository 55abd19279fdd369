// Two thousand sockets on one process at 20 messages a second: CPU of the server per message, beside a bare TCP
// server's, delay, and what clients that read nothing do to the others.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { ASK, BID } from '../core/feed/checksum.ts';
import { instrumentOf } from '../core/instruments/instrument.ts';
import { Machine } from '../server/exchange/machine.ts';
import { Feed } from '../server/feed/feed.ts';
import type { MarketEvent } from '../server/exchange/market-event.ts';
import { portOf } from '../server/gateway/listen.ts';
import { PrivateFeed } from '../server/gateway/socket/private-feed.ts';
import { attachFeedSocket } from '../server/gateway/socket/feed-socket-server.ts';
import { seeded } from '../tests/support/data/seeded-random.ts';
import { MemoryStore, infoOf, NO_CALLS } from '../tests/support/server/feed-fixture.ts';
import { ROOT } from '../tests/support/data/shared-file.ts';
import { formed } from './harness/quick.ts';
import type { Row } from './harness/row.ts';

const SOCKETS = 2_000;
const STALLED = 50;
const EVERY_MS = 50;
const WINDOW_MS = formed(10_000, 5_000);
/** By then a client that reads nothing has been closed. */
const DROPPED_AFTER_MS = 32_000;
/** The stalled ones ask for a heavy book too, so that they reach their bound within the window. */
const LIGHT = 2;
const HEAVY = 3;
/** Books that change together, at the same rate of messages in all. */
const TOGETHER = [LIGHT, 1, 4, 5];
const HEAVY_LEVELS = 3_000;

/** `bytes`: of the payloads of all messages. */
interface Window {
  messages: number;
  bytes: number;
  p50Ms: number;
  p99Ms: number;
  worstMs: number;
  closed: number;
}

/** Unix time with fractions: delays are measured between processes of one machine. */
const nowMs = (): number => performance.timeOrigin + performance.now();
const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

async function ask<T>(clients: ChildProcess, message: object): Promise<T> {
  const answer = once(clients, 'message') as Promise<[T]>;
  clients.send(message);
  return (await answer)[0];
}

/**
 * Market data at an even rate: a few levels of one book for all clients and, on request, thousands of another, or a few
 * of four books at a quarter of the rate.
 */
function drive(feed: Feed): { gather: (isTogether: boolean) => void; weigh: () => void; stop: () => void } {
  let heavyLevels = 0;
  let isTogether = false;
  let turns = 0;
  const random = seeded(18);
  const level = (coinInfoId: number, side: typeof ASK | typeof BID, spread: number): MarketEvent => ({
    kind: 'level',
    coinInfoId,
    side,
    priceTicks: 100_000 + (side === ASK ? 1 : -1) * (1 + Math.floor(random() * spread)),
    lots: 1 + Math.floor(random() * 1e6),
  });
  const timer = setInterval(() => {
    turns += 1;
    if (isTogether && turns % TOGETHER.length !== 0) return;
    const light = (isTogether ? TOGETHER : [LIGHT]).flatMap((id) =>
      Array.from({ length: 12 }, (_, at) => level(id, at % 2 === 0 ? ASK : BID, 20)),
    );
    const heavy = Array.from({ length: heavyLevels }, (_, at) => level(HEAVY, at % 2 === 0 ? ASK : BID, 20_000));
    feed.apply([...light, ...heavy], Math.floor(nowMs()));
  }, EVERY_MS);
  return {
    gather: (to) => {
      isTogether = to;
    },
    weigh: () => {
      heavyLevels = HEAVY_LEVELS;
    },
    stop: () => clearInterval(timer),
  };
}

/** What the clients received in a window, and the CPU time of this process. */
type Watched = Window & { cpuMicros: number; rssBytes: number };

async function watch(clients: ChildProcess): Promise<Watched> {
  await ask(clients, { action: 'start' });
  const before = process.cpuUsage();
  let rssBytes = 0;
  for (let passed = 0; passed < WINDOW_MS; passed += 500) {
    await sleep(500);
    rssBytes = Math.max(rssBytes, process.memoryUsage.rss());
  }
  const { user, system } = process.cpuUsage(before);
  return { ...(await ask<Window>(clients, { action: 'stop' })), cpuMicros: user + system, rssBytes };
}

/** CPU time per message of a bare TCP server that writes messages of this size to as many sockets, as often. */
async function watchBare(clients: ChildProcess, payloadBytes: number): Promise<number> {
  const bare = fork(join(ROOT, 'bench/sockets/bare-writes.mjs'));
  const port = await ask<number>(bare, { action: 'listen' });
  await ask(clients, { action: 'open', port, count: SOCKETS, args: [] });
  await ask(bare, { action: 'write', payloadBytes, everyMs: EVERY_MS });
  await sleep(2_000);
  await ask(bare, { action: 'start' });
  await sleep(WINDOW_MS);
  const { sent, cpuMicros } = await ask<{ sent: number; cpuMicros: number }>(bare, { action: 'stop' });
  await ask(clients, { action: 'hangUp' });
  bare.disconnect();
  return cpuMicros / sent;
}

/** A feed of public data behind a socket server of this process. */
async function startServer() {
  const infos = [...TOGETHER, HEAVY].map((id) => infoOf(id));
  const feed = new Feed({ instruments: infos, store: new MemoryStore(), now: nowMs, timer: false });
  const privateFeed = new PrivateFeed({
    instruments: infos,
    machine: new Machine(infos.map(instrumentOf)),
    now: nowMs,
  });
  const server = createServer();
  const sockets = attachFeedSocket(server, {
    feed,
    privateFeed,
    calls: NO_CALLS,
    now: Date.now,
    uidOf: async () => null,
    maxPerAddress: Infinity,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  return {
    feed,
    port,
    connections: () => sockets.connections(),
    close: async () => {
      await sockets.close();
      server.close();
    },
  };
}

/** What each scene showed. */
interface Readings {
  /** CPU time per message of a bare TCP server. */
  bareMicros: number;
  /** Four messages in one turn. */
  together: Watched;
  /** One light book. */
  calm: Watched;
  /** The same beside a heavy book that one client reads. */
  weighed: Watched;
  /** The same with clients that read nothing. */
  stalled: Watched;
  /** Connections once those had to be closed. */
  held: number;
}

async function measure(): Promise<Readings> {
  const { feed, port, connections, close } = await startServer();
  const clients = fork(join(ROOT, 'bench/sockets/socket-clients.mjs'));
  const market = drive(feed);
  const book = (coinInfoId: number, depth: number): object => ({ channel: 'books', coinInfoId, depth, interval: 0 });
  const light = book(LIGHT, 20);
  const heavy = book(HEAVY, 0);
  const open = (count: number, args: object[]): Promise<unknown> => ask(clients, { action: 'open', port, count, args });
  await open(1, [light]);
  await sleep(500);
  const one = await watch(clients);
  await ask(clients, { action: 'hangUp' });
  const bareMicros = await watchBare(clients, Math.round(one.bytes / one.messages));
  market.gather(true);
  await open(
    SOCKETS,
    TOGETHER.map((id) => book(id, 20)),
  );
  await sleep(2_000);
  const together = await watch(clients);
  await ask(clients, { action: 'hangUp' });
  market.gather(false);
  await open(SOCKETS, [light]);
  await sleep(2_000);
  const calm = await watch(clients);
  // One reads the heavy book, so that its building costs the same beside the stalled and without them.
  await open(1, [heavy]);
  market.weigh();
  await sleep(2_000);
  const weighed = await watch(clients);
  await ask(clients, { action: 'stall', port, count: STALLED, args: [light, heavy] });
  await sleep(2_000);
  const stalled = await watch(clients);
  await sleep(DROPPED_AFTER_MS - WINDOW_MS);
  const held = connections();
  market.stop();
  clients.disconnect();
  await close();
  return { bareMicros, together, calm, weighed, stalled, held };
}

export async function run(): Promise<Row[]> {
  const { bareMicros, together, calm, weighed, stalled, held } = await measure();
  const perMessage = calm.cpuMicros / calm.messages;
  return [
    { name: `messages received by ${SOCKETS} sockets`, value: calm.messages / (WINDOW_MS / 1000), unit: 'msg/s' },
    {
      name: 'CPU of the server per message',
      value: perMessage,
      unit: 'us',
      against: `of a bare TCP server ${bareMicros.toFixed(1)} us`,
      ratio: bareMicros / perMessage,
    },
    {
      name: 'the same rate, four messages in one turn',
      value: together.cpuMicros / together.messages,
      unit: 'us',
      against: `one in a turn ${perMessage.toFixed(1)} us`,
      ratio: perMessage / (together.cpuMicros / together.messages),
    },
    { name: 'delay p50', value: calm.p50Ms, unit: 'ms' },
    { name: 'delay p99', value: calm.p99Ms, unit: 'ms', against: 'goal 100 ms', ratio: 100 / calm.p99Ms },
    { name: 'delay p99 beside a heavy book', value: weighed.p99Ms, unit: 'ms' },
    {
      name: `delay p99 beside ${STALLED} that read nothing`,
      value: stalled.p99Ms,
      unit: 'ms',
      against: 'without them, at most 1.2 times',
      ratio: (1.2 * weighed.p99Ms) / stalled.p99Ms,
    },
    {
      name: 'memory with all that',
      value: stalled.rssBytes / 1048576,
      unit: 'MiB',
      against: `without the stalled ${Math.round(weighed.rssBytes / 1048576)} MiB`,
    },
    {
      name: `connections after ${DROPPED_AFTER_MS / 1000} s of ${STALLED} stalled`,
      value: held,
      unit: 'sockets',
      against: `${SOCKETS + 1} that read`,
    },
  ];
}
