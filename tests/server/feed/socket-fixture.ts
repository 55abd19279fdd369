// A feed socket on its own port with two sessions, created for every test, and recording clients.
import { type Server, createServer } from 'node:http';
import { afterEach, beforeEach, expect } from 'vitest';
import { WebSocket } from 'ws';
import { ASK, BID } from '../../../core/feed/checksum.ts';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { Machine } from '../../../server/exchange/machine.ts';
import { Feed } from '../../../server/feed/feed.ts';
import type { MarketEvent } from '../../../server/exchange/market-event.ts';
import { portOf } from '../../../server/gateway/listen.ts';
import { PrivateFeed } from '../../../server/gateway/socket/private-feed.ts';
import { type FeedSocket, attachFeedSocket } from '../../../server/gateway/socket/feed-socket-server.ts';
import { MemoryStore, type Message, NO_CALLS, infoOf } from '../../support/server/feed-fixture.ts';

export const info = infoOf(2);
const usdt = infoOf(1, { pair: '' });

export let server: Server;
export let port = 0;
export let feed: Feed;
export let privateFeed: PrivateFeed;
export let feedSocket: FeedSocket;
let startMs = 0;
let skewMs = 0;
export let sessions: Map<string, number>;
export let endSession: (uid: number) => void;
const opened: TestClient[] = [];
export const errors: unknown[] = [];
/** The test alone advances it, however long a busy machine takes. */
export const now = (): number => startMs + skewMs;
/** Time advanced since the test began. */
export const advancedMs = (): number => skewMs;
export function advance(ms: number): void {
  skewMs += ms;
}

beforeEach(async () => {
  startMs = Date.now();
  skewMs = 0;
  sessions = new Map([
    ['anna', 10_000],
    ['bert', 10_001],
  ]);
  feed = new Feed({
    instruments: [usdt, info, ...Array.from({ length: 12 }, (_, index) => infoOf(3 + index))],
    store: new MemoryStore(),
    now,
    timer: false,
  });
  privateFeed = new PrivateFeed({
    instruments: [usdt, info],
    machine: Object.assign(new Machine([instrumentOf(info)]), { balance: () => ({ available: 5n, frozen: 0n }) }),
    now,
  });
  server = createServer();
  feedSocket = attachFeedSocket(server, {
    feed,
    privateFeed,
    calls: NO_CALLS,
    now,
    onSessionEnd: (listener) => {
      endSession = listener;
    },
    onError: (error) => errors.push(error),
    uidOf: async (token) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (token === 'trouble') throw new Error('store away');
      return sessions.get(token) ?? null;
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = portOf(server);
});

afterEach(async () => {
  for (const peer of opened.splice(0)) peer.ws.terminate();
  await feedSocket.close();
  await new Promise((resolve) => server.close(resolve));
});

/** A client that records what it receives. */
export class TestClient {
  readonly ws: WebSocket;
  readonly received: Message[] = [];
  closed: { code: number } | null = null;
  /** Binary messages. */
  readonly binary: Buffer[] = [];
  constructor(path = '/mmtb-api/ws', protocols: string[] = []) {
    this.ws = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, { headers: { 'accept-language': 'en-US' } });
    this.ws.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.binary.push(data);
      else this.received.push(JSON.parse(data.toString()));
    });
    this.ws.on('close', (code) => {
      this.closed = { code };
    });
    this.ws.on('error', () => undefined);
    opened.push(this);
  }
  send(message: unknown): void {
    this.ws.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message));
  }
  /** Waits for the first matching message, among those received too. */
  async until(matches: (message: Message) => boolean): Promise<Message> {
    await expect.poll(() => this.received.some(matches), { interval: 5 }).toBe(true);
    return this.received.find(matches);
  }
  untilClosed(): Promise<void> {
    return expect.poll(() => this.closed, { interval: 5 }).not.toBeNull();
  }
}

export async function connectedClient(): Promise<TestClient> {
  const peer = new TestClient();
  await peer.until((message) => message.type === 'hello');
  return peer;
}

export const books = { channel: 'books', area: 'spot', coinInfoId: 2, depth: 20, interval: 0 };
export const level = (priceTicks: number, lots: number, side = BID): MarketEvent => ({
  kind: 'level',
  coinInfoId: 2,
  side: side === BID ? BID : ASK,
  priceTicks,
  lots,
});
