// A live socket on a port of its own with two sessions, made anew for every test, and clients that keep what they hear.
import { type Server, createServer } from 'node:http';
import { afterEach, beforeEach, expect } from 'vitest';
import { WebSocket } from 'ws';
import { ASK, BID } from '../../../core/feed/checksum.ts';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { createMachine } from '../../../server/exchange/machine.ts';
import { Feed } from '../../../server/feed/feed.ts';
import type { MarketEvent } from '../../../server/exchange/market-event.ts';
import { PrivateFeed } from '../../../server/gateway/socket/private-feed.ts';
import { type LiveSocket, attachSocket } from '../../../server/gateway/socket/feed-socket-server.ts';
import { MemoryStore, type Message, infoOf } from './feed-fixture.ts';

export const PORT = 18_300 + Number(process.env['VITEST_POOL_ID'] ?? 0);
export const info = infoOf(2);
const usdt = infoOf(1, { pair: '' });

export let server: Server;
export let feed: Feed;
export let privateFeed: PrivateFeed;
export let live: LiveSocket;
let skewMs = 0;
export let sessions: Map<string, number>;
export let endSession: (uid: number) => void;
const opened: Peer[] = [];
export const errors: unknown[] = [];
export const now = (): number => Date.now() + skewMs;
/** Since the test began, beyond what really passed. */
export const passedMs = (): number => skewMs;
export function pass(ms: number): void {
  skewMs += ms;
}

beforeEach(async () => {
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
    balanceOf: () => ({ available: 5n, frozen: 0n }),
    machine: createMachine([instrumentOf(info)]),
    now,
  });
  server = createServer();
  live = attachSocket(server, {
    feed,
    privateFeed,
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
  await new Promise<void>((resolve) => server.listen(PORT, '127.0.0.1', resolve));
});

afterEach(async () => {
  for (const peer of opened.splice(0)) peer.ws.terminate();
  await live.close();
  await new Promise((resolve) => server.close(resolve));
});

/** A client that keeps what it hears. */
export class Peer {
  readonly ws: WebSocket;
  readonly heard: Message[] = [];
  closed: { code: number } | null = null;
  /** Binary messages. */
  readonly binary: Buffer[] = [];
  constructor(path = '/mmtb-api/ws', protocols: string[] = []) {
    this.ws = new WebSocket(`ws://127.0.0.1:${PORT}${path}`, protocols);
    this.ws.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.binary.push(data);
      else this.heard.push(JSON.parse(data.toString()));
    });
    this.ws.on('close', (code) => {
      this.closed = { code };
    });
    this.ws.on('error', () => undefined);
    opened.push(this);
  }
  say(message: unknown): void {
    this.ws.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message));
  }
  /** Waits for the first message that fits, among all heard. */
  async until(fits: (message: Message) => boolean): Promise<Message> {
    await expect.poll(() => this.heard.some(fits), { timeout: 5_000, interval: 5 }).toBe(true);
    return this.heard.find(fits);
  }
  untilClosed(): Promise<void> {
    return expect.poll(() => this.closed, { timeout: 5_000, interval: 5 }).not.toBeNull();
  }
}

export async function greeted(): Promise<Peer> {
  const peer = new Peer();
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
