// A fake venue that replays a tape as Binance or Kraken on a local port, with optional faults.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { type WebSocket, WebSocketServer } from 'ws';
import type {
  VenueDelta,
  VenueMessage,
  VenueRow,
  VenueSnapshot,
  VenueTrade,
} from '../../../core/venue/venue-message.ts';
import { portOf } from '../../../server/gateway/listen.ts';
import { openTape } from '../../../server/venues/tape-reader.ts';

export interface Faults {
  /** Index of a delta of the tape that is not sent. */
  dropDelta?: number;
  /** Every connection is closed after this delta. */
  cutAfterDelta?: number;
  /** The tape ends with this delta. */
  lastDelta?: number;
}

/** The venue's book: rows by price text, cut to `depth` (0: not cut). */
class ServerBook {
  readonly bids = new Map<string, VenueRow>();
  readonly asks = new Map<string, VenueRow>();
  seq = 0;
  readonly #depth: number;

  constructor(depth: number) {
    this.#depth = depth;
  }

  start(snapshot: VenueSnapshot): void {
    this.bids.clear();
    this.asks.clear();
    this.seq = snapshot.seq ?? 0;
    this.apply(snapshot);
  }

  apply({ b, a }: { b: VenueRow[]; a: VenueRow[] }): void {
    for (const [side, rows, sign] of [
      [this.bids, b, -1],
      [this.asks, a, 1],
    ] as const) {
      for (const row of rows) {
        if (Number(row[1]) === 0) side.delete(row[0]);
        else side.set(row[0], row);
      }
      while (this.#depth > 0 && side.size > this.#depth) {
        let worst = '';
        for (const price of side.keys()) if (worst === '' || sign * (Number(price) - Number(worst)) > 0) worst = price;
        side.delete(worst);
      }
    }
  }

  rows(side: 'bids' | 'asks'): VenueRow[] {
    const sign = side === 'bids' ? -1 : 1;
    return [...this[side].values()].sort((x, y) => sign * (Number(x[0]) - Number(y[0])));
  }
}

/** Connected clients; the tape pauses while there are none. */
class ClientSet {
  readonly sockets = new Set<WebSocket>();
  #wake: (() => void)[] = [];

  /** Adds a client that is ready for changes, and resumes the tape. */
  ready(client: WebSocket): void {
    this.sockets.add(client);
    client.on('close', () => this.sockets.delete(client));
    for (const wake of this.#wake.splice(0)) wake();
  }

  async clientConnected(): Promise<void> {
    while (this.sockets.size === 0)
      await new Promise<void>((resolve) => {
        this.#wake.push(resolve);
      });
  }

  send(text: string): void {
    for (const client of this.sockets) client.send(text);
  }

  cut(): void {
    for (const client of this.sockets) client.terminate();
    this.sockets.clear();
  }
}

export interface VenueServer {
  url: string;
  restUrl: string;
  /** Resolves when the whole tape has been sent. */
  played: Promise<void>;
  requests: { books: number; subscriptions: number };
  /** Trades that were sent. */
  trades(): number;
  /** The venue's book, best rows first. */
  rows(side: 'bids' | 'asks'): VenueRow[];
  close(): Promise<void>;
}

const yieldToEventLoop = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

async function listen() {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const port = portOf(http);
  const close = async (): Promise<void> => {
    for (const client of sockets.clients) client.terminate();
    sockets.close();
    http.closeAllConnections();
    await new Promise((resolve) => {
      http.close(resolve);
    });
  };
  return { http, sockets, url: `ws://127.0.0.1:${port}`, restUrl: `http://127.0.0.1:${port}`, close };
}

/** Plays a tape through `publish` with the given faults, yielding between messages so that requests are served. */
async function playTape(
  path: string,
  clients: ClientSet,
  faults: Faults,
  publish: (message: VenueMessage, sent: boolean) => void,
  slow: () => boolean,
): Promise<void> {
  const { batches } = await openTape(path);
  let deltas = 0;
  let count = 0;
  for await (const batch of batches) {
    for (const message of batch) {
      if (message.k === 'bbo' || message.k === 'mark') continue;
      await clients.clientConnected();
      if (message.k === 'd') deltas += 1;
      publish(message, !(message.k === 'd' && deltas === faults.dropDelta));
      if (message.k === 'd' && deltas === faults.cutAfterDelta) clients.cut();
      if (deltas === faults.lastDelta) return;
      count += 1;
      if (slow())
        await new Promise((resolve) => {
          setTimeout(resolve, 5);
        });
      else if (count % 25 === 0) await yieldToEventLoop();
    }
  }
}

/** Binance spot. REST returns the venue's current book; the first response is stale. */
export async function binanceServer(path: string, faults: Faults = {}): Promise<VenueServer> {
  const { http, sockets, url, restUrl, close } = await listen();
  const clients = new ClientSet();
  const book = new ServerBook(0);
  const early: VenueDelta[] = [];
  const requests = { books: 0, subscriptions: 0 };
  let known = false;
  let fetched = false;
  let trades = 0;
  sockets.on('connection', (client, request) => {
    requests.subscriptions += 1;
    if (!request.url?.includes('btcusdt@depth@100ms')) client.close(1008, 'no such stream');
    else clients.ready(client);
  });
  http.on('request', (request, response) => {
    requests.books += 1;
    if (!request.url?.startsWith('/api/v3/depth?symbol=BTCUSDT')) return void response.writeHead(404).end('{}');
    const useful = known && requests.books > 1;
    fetched ||= useful;
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ lastUpdateId: useful ? book.seq : 1, bids: book.rows('bids'), asks: book.rows('asks') }),
    );
  });
  const change = (delta: VenueDelta): void => {
    if ((delta.u ?? 0) <= book.seq) return;
    book.apply(delta);
    book.seq = delta.u ?? 0;
  };
  const publish = (message: VenueMessage, sent: boolean): void => {
    if (message.k === 'snap') {
      book.start(message);
      known = true;
      for (const delta of early) change(delta);
    } else if (message.k === 'd') {
      if (known) change(message);
      else early.push(message);
      if (sent) clients.send(binanceDelta(message));
    } else if (message.k === 'tr') {
      trades += 1;
      clients.send(binanceTrade(message));
    }
  };
  // The tape runs slowly until the first book has been fetched, or it would end before the client is ready.
  const played = playTape(path, clients, faults, publish, () => known && !fetched);
  return { url, restUrl, played, requests, trades: () => trades, rows: (side) => book.rows(side), close };
}

function binanceDelta({ E, U, u, b, a }: VenueDelta): string {
  return JSON.stringify({ stream: 'btcusdt@depth@100ms', data: { e: 'depthUpdate', E, s: 'BTCUSDT', U, u, b, a } });
}

function binanceTrade({ E, T, id, p, q, m }: VenueTrade): string {
  return JSON.stringify({ stream: 'btcusdt@trade', data: { e: 'trade', E, s: 'BTCUSDT', t: id, p, q, T, m, M: true } });
}

/**
 * Kraken ws v1. A subscriber gets the current book, then every change with its checksum. Faults count the deltas of all
 * pairs of the tape.
 */
export async function krakenServer(path: string, pair: string, faults: Faults = {}): Promise<VenueServer> {
  const { sockets, url, restUrl, close } = await listen();
  const clients = new ClientSet();
  const book = new ServerBook(1000);
  const requests = { books: 0, subscriptions: 0 };
  let known = false;
  const sendBook = (client: WebSocket): void => {
    requests.books += 1;
    client.send(JSON.stringify([560, { as: book.rows('asks'), bs: book.rows('bids') }, 'book-1000', pair]));
  };
  sockets.on('connection', (client) => {
    client.send(JSON.stringify({ connectionID: 1, event: 'systemStatus', status: 'online', version: '1.8.1' }));
    client.on('message', (data) => {
      const {
        event,
        pair: pairs,
        subscription,
      } = JSON.parse(String(data)) as { event: string; pair: string[]; subscription: { name: string; depth?: number } };
      if (subscription.name !== 'book' || !pairs.includes(pair)) return;
      requests.subscriptions += 1;
      if (event === 'unsubscribe') return void clients.sockets.delete(client);
      if (known) sendBook(client);
      clients.ready(client);
    });
  });
  const publish = (message: VenueMessage, sent: boolean): void => {
    if (message.s !== pair) return;
    if (message.k === 'snap') {
      book.start(message);
      known = true;
      for (const client of clients.sockets) sendBook(client);
    } else if (message.k === 'd') {
      book.apply(message);
      if (sent) clients.send(krakenDelta(message, pair));
      // Heartbeats, which must change nothing.
      if (message.t % 7 === 0) clients.send('{"event":"heartbeat"}');
    }
  };
  const played = playTape(path, clients, faults, publish, () => false);
  return { url, restUrl, played, requests, trades: () => 0, rows: (side) => book.rows(side), close };
}

/** A change of both sides is sent as two objects, with the checksum in the second. */
function krakenDelta({ b, a, c }: VenueDelta, pair: string): string {
  const sum = { c: String(c) };
  const parts = a.length > 0 && b.length > 0 ? [{ a }, { b, ...sum }] : [a.length > 0 ? { a, ...sum } : { b, ...sum }];
  return JSON.stringify([560, ...parts, 'book-1000', pair]);
}
