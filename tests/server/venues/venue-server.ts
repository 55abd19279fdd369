// A venue made of a tape: speaks Binance (depth stream and REST book) or Kraken (ws v1) on a local port, with faults on
// demand.
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type {
  VenueDelta,
  VenueMessage,
  VenueRow,
  VenueSnapshot,
  VenueTrade,
} from '../../../core/venue/venue-message.ts';
import { openTape } from '../../../server/venues/tape-reader.ts';

export interface Faults {
  /** Counted over the deltas of the tape: this one is never sent. */
  dropDelta?: number;
  /** After this delta every connection is cut. */
  cutAfterDelta?: number;
}

/** The venue's own idea of a book: rows by price text, cut to `depth` (0: never). */
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

/** Sends `texts` to whoever listens; the tape goes on only while somebody does. */
class Stage {
  readonly clients = new Set<WebSocket>();
  #wake: (() => void)[] = [];

  /** Lets the tape go on: a client is ready for changes. */
  ready(client: WebSocket): void {
    this.clients.add(client);
    client.on('close', () => this.clients.delete(client));
    for (const wake of this.#wake.splice(0)) wake();
  }

  async audience(): Promise<void> {
    while (this.clients.size === 0)
      await new Promise<void>((resolve) => {
        this.#wake.push(resolve);
      });
  }

  send(text: string): void {
    for (const client of this.clients) client.send(text);
  }

  cut(): void {
    for (const client of this.clients) client.terminate();
    this.clients.clear();
  }
}

export interface VenueServer {
  url: string;
  restUrl: string;
  /** Resolves when the whole tape has been sent. */
  played: Promise<void>;
  requests: { books: number; subscriptions: number };
  close(): Promise<void>;
}

const breathe = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

async function listen(port: number) {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http });
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  const { port: given } = http.address() as AddressInfo;
  const close = async (): Promise<void> => {
    for (const client of sockets.clients) client.terminate();
    sockets.close();
    http.closeAllConnections();
    await new Promise((resolve) => {
      http.close(resolve);
    });
  };
  return { http, sockets, url: `ws://127.0.0.1:${given}`, restUrl: `http://127.0.0.1:${given}`, close };
}

/** Plays a tape through `say`, breathing between messages so that clients are heard, and with the faults asked for. */
async function playTape(
  path: string,
  stage: Stage,
  faults: Faults,
  say: (message: VenueMessage, sent: boolean) => void,
  slow: () => boolean,
): Promise<void> {
  const { batches } = await openTape(path);
  let deltas = 0;
  let count = 0;
  for await (const batch of batches) {
    for (const message of batch) {
      if (message.k === 'bbo' || message.k === 'mark') continue;
      await stage.audience();
      if (message.k === 'd') deltas += 1;
      say(message, !(message.k === 'd' && deltas === faults.dropDelta));
      if (message.k === 'd' && deltas === faults.cutAfterDelta) stage.cut();
      count += 1;
      if (slow())
        await new Promise((resolve) => {
          setTimeout(resolve, 5);
        });
      else if (count % 25 === 0) await breathe();
    }
  }
}

/**
 * Binance spot. The book is handed out over REST as the venue has it at that moment; the first answer is a stale one.
 */
export async function binanceServer(path: string, port: number, faults: Faults = {}): Promise<VenueServer> {
  const { http, sockets, url, restUrl, close } = await listen(port);
  const stage = new Stage();
  const book = new ServerBook(0);
  const early: VenueDelta[] = [];
  const requests = { books: 0, subscriptions: 0 };
  let known = false;
  let fetched = false;
  sockets.on('connection', (client, request) => {
    requests.subscriptions += 1;
    if (!request.url?.includes('btcusdt@depth@100ms')) client.close(1008, 'no such stream');
    else stage.ready(client);
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
  const say = (message: VenueMessage, sent: boolean): void => {
    if (message.k === 'snap') {
      book.start(message);
      known = true;
      for (const delta of early) change(delta);
    } else if (message.k === 'd') {
      if (known) change(message);
      else early.push(message);
      if (sent) stage.send(binanceDelta(message));
    } else if (message.k === 'tr') stage.send(binanceTrade(message));
  };
  // Until the first whole book has been fetched the tape runs slowly, or it would be over before the client has begun.
  const played = playTape(path, stage, faults, say, () => known && !fetched);
  return { url, restUrl, played, requests, close };
}

function binanceDelta({ E, U, u, b, a }: VenueDelta): string {
  return JSON.stringify({ stream: 'btcusdt@depth@100ms', data: { e: 'depthUpdate', E, s: 'BTCUSDT', U, u, b, a } });
}

function binanceTrade({ E, T, id, p, q, m }: VenueTrade): string {
  return JSON.stringify({ stream: 'btcusdt@trade', data: { e: 'trade', E, s: 'BTCUSDT', t: id, p, q, T, m, M: true } });
}

/**
 * Kraken ws v1. A subscriber gets the book as the venue has it, then every change with its sum. Faults count the deltas
 * of all pairs of the tape.
 */
export async function krakenServer(
  path: string,
  port: number,
  pair: string,
  faults: Faults = {},
): Promise<VenueServer> {
  const { sockets, url, restUrl, close } = await listen(port);
  const stage = new Stage();
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
      if (event === 'unsubscribe') return void stage.clients.delete(client);
      if (known) sendBook(client);
      stage.ready(client);
    });
  });
  const say = (message: VenueMessage, sent: boolean): void => {
    if (message.s !== pair) return;
    if (message.k === 'snap') {
      book.start(message);
      known = true;
      for (const client of stage.clients) sendBook(client);
    } else if (message.k === 'd') {
      book.apply(message);
      if (sent) stage.send(krakenDelta(message, pair));
      // Heartbeats keep a real connection alive; here they show that they change nothing.
      if (message.t % 7 === 0) stage.send('{"event":"heartbeat"}');
    }
  };
  const played = playTape(path, stage, faults, say, () => false);
  return { url, restUrl, played, requests, close };
}

/** A change of both sides comes as two objects, the sum in the second. */
function krakenDelta({ b, a, c }: VenueDelta, pair: string): string {
  const sum = { c: String(c) };
  const parts = a.length > 0 && b.length > 0 ? [{ a }, { b, ...sum }] : [a.length > 0 ? { a, ...sum } : { b, ...sum }];
  return JSON.stringify([560, ...parts, 'book-1000', pair]);
}
