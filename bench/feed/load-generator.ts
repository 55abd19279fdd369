// A feed at a chosen rate for a real page: proxies pages and calls to an exchange, and serves the
// socket itself.
import { type IncomingMessage, type Server, createServer, request } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import type { AnswerOf } from '../../core/endpoints/endpoints.ts';
import { API_BASE, SOCKET_PATH } from '../../core/endpoints/http.ts';
import { ASK, BID, type SideCode, levelChange } from '../../core/feed/checksum.ts';
import { type CoinInfo, type Instrument, instrumentOf } from '../../core/instruments/instrument.ts';
import { gridOf, printSteps } from '../../core/units/units.ts';
import type { PageHandler } from '../../server/gateway/static-files.ts';
import { type ClientMessage, type SubscribeArg, channelKey } from '../../core/feed/feed-protocol.ts';

/** Small generator (mulberry32): the same seed sends the same messages. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One subscribed channel of one client, and how it goes on. */
interface Stream {
  snapshot(): object;
  next(): object;
}

class BookStream implements Stream {
  readonly coinInfoId: number;
  #seq = 1;
  #cs = 0;
  readonly #sides = { bid: new Map<number, number>(), ask: new Map<number, number>() };
  readonly #arg: Extract<SubscribeArg, { channel: 'books' }>;
  readonly #instrument: Instrument;
  readonly #mid: number;
  readonly #random: () => number;

  constructor(
    arg: Extract<SubscribeArg, { channel: 'books' }>,
    instrument: Instrument,
    mid: number,
    random: () => number,
  ) {
    this.#arg = arg;
    this.coinInfoId = arg.coinInfoId;
    this.#instrument = instrument;
    this.#mid = mid;
    this.#random = random;
    const depth = arg.depth || 1000;
    for (let i = 1; i <= depth; i += 1) {
      this.#set(BID, mid - i, 1 + Math.floor(random() * 100_000));
      this.#set(ASK, mid + i, 1 + Math.floor(random() * 100_000));
    }
  }

  #set(side: SideCode, price: number, lots: number): [string, string] {
    const levels = side === BID ? this.#sides.bid : this.#sides.ask;
    this.#cs = (this.#cs + levelChange(side, price, levels.get(price) ?? 0, lots)) >>> 0;
    levels.set(price, lots);
    return [printSteps(price, this.#instrument.price), printSteps(lots, this.#instrument.amount)];
  }

  #message(kind: 'snapshot' | 'delta', prevSeq: number, data: object): object {
    const now = Date.now();
    return { type: 'data', ...this.#arg, kind, seq: this.#seq, prevSeq, ts: now, pts: now, data };
  }

  snapshot(): object {
    const rows = (levels: Map<number, number>) =>
      [...levels].map(([price, lots]) => [
        printSteps(price, this.#instrument.price),
        printSteps(lots, this.#instrument.amount),
      ]);
    return this.#message('snapshot', this.#seq, {
      bids: rows(this.#sides.bid),
      asks: rows(this.#sides.ask),
      cs: this.#cs,
    });
  }

  best(): { bid: string; ask: string } {
    const prices = (levels: Map<number, number>): number[] =>
      [...levels].filter(([, lots]) => lots > 0).map(([price]) => price);
    const print = (ticks: number): string => printSteps(ticks, this.#instrument.price);
    return { bid: print(Math.max(...prices(this.#sides.bid))), ask: print(Math.min(...prices(this.#sides.ask))) };
  }

  next(): object {
    const depth = this.#arg.depth || 1000;
    const change = (side: SideCode) => {
      const distance = 1 + Math.floor(this.#random() ** 3 * depth);
      return this.#set(
        side,
        side === BID ? this.#mid - distance : this.#mid + distance,
        1 + Math.floor(this.#random() * 100_000),
      );
    };
    const b = [change(BID), change(BID)];
    const a = [change(ASK), change(ASK)];
    this.#seq += 1;
    return this.#message('delta', this.#seq - 1, { a, b, cs: this.#cs });
  }
}

/** Id of the first message of a stream of prices. */
const FIRST_ID = 1_000_000;

/**
 * Trades, tickers and candles, printed as the channel wants it: a price that jumps about the middle, or one that rises
 * by a tick with each message, so that a price identifies its message.
 */
class PriceStream implements Stream {
  #id = FIRST_ID;
  readonly #arg: SubscribeArg;
  readonly #markets: { instrument: Instrument; mid: number }[];
  readonly #random: () => number;
  readonly #rises: boolean;

  constructor(
    arg: SubscribeArg,
    markets: { instrument: Instrument; mid: number }[],
    random: () => number,
    rises: boolean,
  ) {
    this.#arg = arg;
    this.#markets = markets;
    this.#random = random;
    this.#rises = rises;
  }

  snapshot(): object {
    return this.#message('snapshot');
  }

  next(): object {
    return this.#message('delta');
  }

  #message(kind: 'snapshot' | 'delta'): object {
    const now = Date.now();
    const { instrument, mid } = this.#markets[Math.floor(this.#random() * this.#markets.length)]!;
    this.#id += 1;
    const away = this.#rises ? this.#id - FIRST_ID : Math.round((this.#random() - 0.5) * mid * 0.0005);
    const price = printSteps(Math.max(1, mid + away), instrument.price);
    const head = { type: 'data', ...this.#arg, kind, seq: this.#id, prevSeq: this.#id - 1, ts: now, pts: now };
    const amount = printSteps(1 + Math.floor(this.#random() * 1000), instrument.amount);
    switch (this.#arg.channel) {
      case 'trades':
        return {
          ...head,
          data: [{ id: this.#id, price, amount, side: this.#random() < 0.5 ? 'buy' : 'sell', ts: now }],
        };
      case 'candles':
        return { ...head, data: [[Math.floor(now / 60_000) * 60, price, price, price, price, amount, '1', 0]] };
      case 'ticker':
        return { ...head, data: { coinInfoId: instrument.info.id, last: price, ts: now } };
      default:
        return { ...head, data: [{ coinInfoId: instrument.info.id, last: price, ts: now }] };
    }
  }
}

export interface LoadGenerator {
  url: string;
  /**
   * Data messages and bytes sent so far, and resyncs that clients requested: a lost or unreadable message would show
   * here.
   */
  readonly sent: number;
  readonly bytes: number;
  readonly resyncs: number;
  /** Bytes that clients have not taken yet. */
  readonly waiting: number;
  /** Current best prices of the book of a subscribed market. */
  best(coinInfoId: number): { bid: string; ask: string };
  /** The price of that market before the first message. */
  middle(coinInfoId: number): string;
  /** From now on sends `perSecond` data messages a second in all, shared by the open subscriptions. */
  pace(perSecond: number): void;
  close(): Promise<void>;
}

/** The same messages in every run. */
const SEED = 1;
const STEP_MS = 10;
/** Messages of at most this long are sent at once. */
const AT_ONCE_MS = 50;
/** Messages later than this are dropped: a machine that cannot hold the rate must not fall behind for good. */
const LATEST_MS = 2_000;
/** First part of every call's path. */
const CALLS = `${API_BASE}/`;

async function call<T>(url: string, path: string): Promise<T> {
  const answer = await fetch(`${url}${API_BASE}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  return ((await answer.json()) as { data: T }).data;
}

/**
 * Starts a generator in front of the exchange at `target`, of its own markets at their own prices. Pages are the
 * exchange's, or those of `web`. `rises`: prices of candles rise with every message.
 */
export async function startLoadGenerator(target: string, web?: PageHandler, rises = false): Promise<LoadGenerator> {
  const { list: infos = [] } = await call<AnswerOf<'/coin/infos'>>(target, '/coin/infos');
  const { list: tickers } = await call<AnswerOf<'/coin/tickers'>>(target, '/coin/tickers');
  const last = new Map(tickers.map((ticker) => [ticker.coinInfoId, Number(ticker.last)]));
  const tick = new Map(infos.map((info) => [info.id, info.priceTick]));
  return startFlood(
    target,
    infos,
    (id) => {
      const grid = gridOf(tick.get(id) ?? '1');
      return Math.round(((last.get(id) ?? 1) * 10 ** grid.decimals) / grid.step);
    },
    web,
    rises,
  );
}

/** Answers with the bytes that went out. */
function send(socket: WebSocket, message: object): number {
  const text = JSON.stringify(message);
  socket.send(text);
  return text.length;
}

/** Starts a generator in front of the exchange at `target` ("http://localhost:8080"). */
async function startFlood(
  target: string,
  infos: CoinInfo[],
  lastTicks: (id: number) => number,
  web: PageHandler | undefined,
  rises: boolean,
): Promise<LoadGenerator> {
  const random = chance(SEED);
  const markets = new Map(
    infos
      .filter((info) => info.pair !== '')
      .map((info) => [info.id, { instrument: instrumentOf(info), mid: lastTicks(info.id) }]),
  );
  const streams = new Map<string, { stream: Stream; socket: WebSocket }>();
  /** Streams that were closed. A restarted one would repeat sequence numbers. */
  const paused = new Map<string, { stream: Stream; socket: WebSocket }>();
  let sent = 0;
  let bytes = 0;
  let resyncs = 0;
  let perSecond = 0;
  let owed = 0;
  let turn = 0;

  const streamOf = (arg: SubscribeArg): Stream | null => {
    if (arg.channel === 'orders' || arg.channel === 'balances') return null;
    if (arg.channel === 'tickers') return new PriceStream(arg, [...markets.values()], random, false);
    if (!('coinInfoId' in arg)) return null;
    const market = markets.get(arg.coinInfoId);
    if (!market) return null;
    return arg.channel === 'books'
      ? new BookStream(arg, market.instrument, market.mid, random)
      : new PriceStream(arg, [market], random, rises && arg.channel === 'candles');
  };

  function pause(key: string): void {
    const open = streams.get(key);
    if (open) paused.set(key, open);
    streams.delete(key);
  }

  function receive(socket: WebSocket, message: ClientMessage): void {
    if (message.type === 'ping') send(socket, { type: 'pong', t: message.t, ts: Date.now() });
    if (message.type === 'resync') {
      resyncs += 1;
      const open = streams.get(channelKey(message));
      if (open?.socket === socket) send(socket, open.stream.snapshot());
    }
    if (message.type === 'unsubscribe') for (const arg of message.args) if (arg !== '*') pause(channelKey(arg));
    if (message.type !== 'subscribe') return;
    const args = message.args.filter((arg) => arg !== '*');
    send(socket, { type: 'subscribed', reqId: message.reqId, ok: args.map(channelKey), fail: [], ts: Date.now() });
    for (const arg of args) {
      const key = channelKey(arg);
      const open = streams.get(key) ?? paused.get(key);
      const stream = open?.socket === socket ? open.stream : streamOf(arg);
      if (!stream) continue;
      send(socket, stream.snapshot());
      streams.set(key, { stream, socket });
    }
  }

  const server: Server = createServer((incoming: IncomingMessage, answer) => {
    if (web && !incoming.url?.startsWith(CALLS)) return void web(incoming, answer);
    const onward = request(
      target + (incoming.url ?? '/'),
      { method: incoming.method, headers: incoming.headers },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  const sockets = new WebSocketServer({
    server,
    path: SOCKET_PATH,
    perMessageDeflate: false,
    handleProtocols: () => false,
  });
  sockets.on('connection', (socket) => {
    send(socket, {
      type: 'hello',
      ts: Date.now(),
      server: 'generator',
      proto: 1,
      connId: '1',
      maxArgs: 100,
      limits: { msgPerSec: 20 },
    });
    socket.on('message', (data) => receive(socket, JSON.parse(String(data)) as ClientMessage));
    socket.on('close', () => {
      for (const group of [streams, paused])
        for (const [key, entry] of group) if (entry.socket === socket) group.delete(key);
    });
  });

  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    owed = Math.min(owed + (perSecond * (now - last)) / 1000, (perSecond * LATEST_MS) / 1000);
    last = now;
    const open = [...streams.values()].filter(({ socket }) => socket.readyState === WebSocket.OPEN);
    if (open.length === 0) owed = 0;
    const lines = new Set(open.map(({ socket }) => (socket as unknown as { _socket: Socket })._socket));
    // One write a step and client, as a server that batches does.
    for (const line of lines) line.cork();
    for (let left = Math.min(owed, (perSecond * AT_ONCE_MS) / 1000); left >= 1; left -= 1) {
      const { stream, socket } = open[turn++ % open.length]!;
      bytes += send(socket, stream.next());
      sent += 1;
      owed -= 1;
    }
    for (const line of lines) line.uncork();
  }, STEP_MS);

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://localhost:${port}`,
    get sent() {
      return sent;
    },
    get bytes() {
      return bytes;
    },
    get waiting() {
      return [...sockets.clients].reduce((sum, { bufferedAmount }) => sum + bufferedAmount, 0);
    },
    best(coinInfoId) {
      const books = [...streams.values()].flatMap(({ stream }) =>
        stream instanceof BookStream && stream.coinInfoId === coinInfoId ? [stream] : [],
      );
      const [book] = books;
      if (!book) throw new Error(`no subscriber of the book of ${coinInfoId}`);
      return book.best();
    },
    middle(coinInfoId) {
      const market = markets.get(coinInfoId);
      if (!market) throw new Error(`no market ${coinInfoId}`);
      return printSteps(market.mid, market.instrument.price);
    },
    get resyncs() {
      return resyncs;
    },
    pace(next) {
      perSecond = next;
    },
    async close() {
      clearInterval(timer);
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
