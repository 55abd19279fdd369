// An exchange's socket without pacing: random or recorded books, with snapshots on demand.
import { createServer } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';
import { ASK, BID, type SideCode, levelChange } from '../../core/feed/checksum.ts';
import { type CoinInfo, type Instrument, instrumentOf } from '../../core/instruments/instrument.ts';
import { printSteps } from '../../core/units/units.ts';
import { type ClientMessage, channelKey } from '../../core/feed/feed-protocol.ts';
import { portOf } from '../../server/gateway/listen.ts';
import { ReferenceBooks } from './reference-book.ts';
import type { Chance } from './corrupt.ts';

/** The next frame of some book, in order; null when there is no more. */
export interface Feed {
  infos: CoinInfo[];
  depth: number;
  next(): string | null;
}

/** Books of `depth` levels a side in which every message changes a few. */
export function chanceFeed(books: number, depth: number, chance: Chance): Feed {
  const infos = Array.from({ length: books }, (_, i) => coin(i + 2));
  const made = infos.map((info) => new ChanceBook(instrumentOf(info), depth, chance));
  let turn = 0;
  return { infos, depth, next: () => made[turn++ % books]!.next() };
}

function coin(id: number): CoinInfo {
  return {
    id,
    symbol: `C${id}`,
    name: `C${id}`,
    icon: '',
    pair: `C${id}/USDT`,
    type: 'crypto',
    quoteCoinId: 1,
    status: 1,
    spotEnable: 1,
    contractEnable: 0,
    qtEnable: 0,
    pricePrecision: 2,
    priceTick: '0.01',
    amountPrecision: 4,
    amountStep: '0.0001',
    minAmount: '0',
    maxAmount: '0',
    minNotional: '0',
    bandRate: '1',
    spotMakerFee: '0',
    spotTakerFee: '0',
    contractMakerFee: '0',
    contractTakerFee: '0',
    maxMultiple: 1,
    rechargeEnable: 0,
    withdrawEnable: 0,
    networks: [],
    sort: id,
    hot: 0,
  };
}

class ChanceBook {
  readonly #market: Instrument;
  readonly #depth: number;
  readonly #chance: Chance;
  readonly #sides: [Map<number, number>, Map<number, number>] = [new Map(), new Map()];
  readonly #mid = 6_000_000;
  #seq = 0;
  #cs = 0;

  constructor(market: Instrument, depth: number, chance: Chance) {
    this.#market = market;
    this.#depth = depth;
    this.#chance = chance;
  }

  next(): string {
    if (this.#seq === 0) return this.#first();
    const rows: [string[][], string[][]] = [[], []];
    for (let changes = 1 + Math.floor(this.#chance() * 4); changes > 0; changes--) {
      const side = this.#chance() < 0.5 ? BID : ASK;
      rows[side - 1]!.push(
        this.#set(side, 1 + Math.floor(this.#chance() * this.#depth), 1 + Math.floor(this.#chance() * 99_999)),
      );
    }
    this.#seq++;
    return this.#message('delta', this.#seq - 1, { a: rows[1], b: rows[0], cs: this.#cs });
  }

  #first(): string {
    const fill = (side: SideCode): string[][] =>
      Array.from({ length: this.#depth }, (_, i) => this.#set(side, i + 1, 1 + i));
    const [bids, asks] = [fill(BID), fill(ASK)];
    this.#seq = 1;
    return this.#message('snapshot', 1, { asks, bids, cs: this.#cs });
  }

  #set(side: SideCode, distance: number, lots: number): string[] {
    const price = side === BID ? this.#mid - distance : this.#mid + distance;
    const levels = this.#sides[side - 1]!;
    this.#cs = (this.#cs + levelChange(side, price, levels.get(price) ?? 0, lots)) >>> 0;
    levels.set(price, lots);
    return [printSteps(price, this.#market.price), printSteps(lots, this.#market.amount)];
  }

  #message(kind: string, prevSeq: number, data: object): string {
    return JSON.stringify({
      type: 'data',
      channel: 'books',
      coinInfoId: this.#market.info.id,
      depth: this.#depth,
      interval: 0,
      kind,
      seq: this.#seq,
      prevSeq,
      ts: this.#seq,
      pts: this.#seq,
      data,
    });
  }
}

/** Serves a feed: `pump` sends the next messages to all subscribers. */
export class FeedServer {
  readonly feed: Feed;
  sentCount = 0;
  readonly #server = createServer();
  readonly #sockets: WebSocketServer;
  readonly #reference: ReferenceBooks;
  /** Keys of the books that each socket subscribed to. */
  readonly #readers = new Map<WebSocket, Set<string>>();

  private constructor(feed: Feed) {
    this.feed = feed;
    this.#reference = new ReferenceBooks(feed.infos, false);
    this.#sockets = new WebSocketServer({ server: this.#server, perMessageDeflate: false });
    this.#sockets.on('connection', (socket) => {
      this.#readers.set(socket, new Set());
      socket.send(
        JSON.stringify({
          type: 'hello',
          ts: Date.now(),
          server: 'bench',
          proto: 1,
          connId: '1',
          maxArgs: 100,
          limits: { msgPerSec: 1e6 },
        }),
      );
      socket.on('message', (data) => this.#onMessage(socket, JSON.parse(String(data)) as ClientMessage));
      socket.on('close', () => this.#readers.delete(socket)).on('error', () => this.#readers.delete(socket));
    });
  }

  static async start(feed: Feed): Promise<FeedServer> {
    const server = new FeedServer(feed);
    // Every book begins with a snapshot: no client subscribes to one without state.
    for (let i = 0; i < feed.infos.length; i++) server.#sendNext();
    await new Promise<void>((resolve) => {
      server.#server.listen(0, '127.0.0.1', resolve);
    });
    return server;
  }

  get url(): string {
    return `ws://127.0.0.1:${portOf(this.#server)}`;
  }

  /** Sends the next `count` messages; false at the end of the feed. */
  pump(count: number): boolean {
    for (let i = 0; i < count; i++) if (!this.#sendNext()) return false;
    return true;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#sockets.close();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  #sendNext(): boolean {
    const text = this.feed.next();
    if (text === null) return false;
    const key = this.#reference.take(text);
    this.sentCount++;
    for (const [socket, keys] of this.#readers) if (key !== null && keys.has(key)) socket.send(text);
    return true;
  }

  #onMessage(socket: WebSocket, message: ClientMessage): void {
    if (message.type === 'ping') socket.send(JSON.stringify({ type: 'pong', t: message.t, ts: Date.now() }));
    if (message.type === 'resync') this.#snapshot(socket, channelKey(message));
    if (message.type !== 'subscribe') return;
    const args = message.args.filter((arg) => arg !== '*');
    socket.send(
      JSON.stringify({ type: 'subscribed', reqId: message.reqId, ok: args.map(channelKey), fail: [], ts: Date.now() }),
    );
    for (const arg of args) {
      this.#readers.get(socket)?.add(channelKey(arg));
      if (arg.channel === 'books') this.#snapshot(socket, channelKey(arg));
    }
  }

  #snapshot(socket: WebSocket, key: string): void {
    const text = this.#reference.snapshotText(key);
    if (text !== null) socket.send(text);
  }
}
