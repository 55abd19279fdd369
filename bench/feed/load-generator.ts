// A feed at a chosen rate for a real page: proxies pages and calls to an exchange, and serves the socket itself.
import { once } from 'node:events';
import { type IncomingMessage, type Server, createServer, request } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import type { AnswerOf } from '../../core/endpoints/endpoints.ts';
import { API_BASE, SOCKET_PATH } from '../../core/endpoints/http.ts';
import { type ClientMessage, type SubscribeArg, channelKey } from '../../core/feed/feed-protocol.ts';
import { instrumentOf } from '../../core/instruments/instrument.ts';
import { gridOf, printSteps } from '../../core/units/units.ts';
import { portOf } from '../../server/gateway/listen.ts';
import type { PageHandler } from '../../server/gateway/static-files.ts';
import { seeded } from '../../tests/support/data/seeded-random.ts';
import { BookStream, PriceStream, type Stream, type StreamedMarket } from './generated-streams.ts';

export interface LoadGenerator {
  url: string;
  /** Data messages sent so far. */
  readonly sent: number;
  /** Bytes of them. */
  readonly bytes: number;
  /** Resyncs that clients requested: a lost or unreadable message would show here. */
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

/** The markets of the exchange at `target`, each with its last price. */
async function marketsOf(target: string): Promise<Map<number, StreamedMarket>> {
  const { list: infos = [] } = await call<AnswerOf<'/coin/infos'>>(target, '/coin/infos');
  const { list: tickers } = await call<AnswerOf<'/coin/tickers'>>(target, '/coin/tickers');
  const last = new Map(tickers.map((ticker) => [ticker.coinInfoId, Number(ticker.last)]));
  return new Map(
    infos
      .filter((info) => info.pair !== '')
      .map((info) => {
        const { decimals, step } = gridOf(info.priceTick);
        const mid = Math.round(((last.get(info.id) ?? 1) * 10 ** decimals) / step);
        return [info.id, { instrument: instrumentOf(info), mid }];
      }),
  );
}

/** Answers with the bytes that went out. */
function send(socket: WebSocket, message: object): number {
  const text = JSON.stringify(message);
  socket.send(text);
  return text.length;
}

interface Subscription {
  stream: Stream;
  socket: WebSocket;
}

/** What the clients are subscribed to. */
class Subscriptions {
  readonly #markets: ReadonlyMap<number, StreamedMarket>;
  readonly #rises: boolean;
  readonly #random = seeded(SEED);
  readonly #open = new Map<string, Subscription>();
  /** Streams that were closed. A restarted one would repeat sequence numbers. */
  readonly #paused = new Map<string, Subscription>();
  /** Resyncs that clients requested. */
  resyncs = 0;

  constructor(markets: ReadonlyMap<number, StreamedMarket>, rises: boolean) {
    this.#markets = markets;
    this.#rises = rises;
  }

  /** Those whose client is connected. */
  open(): Subscription[] {
    return [...this.#open.values()].filter(({ socket }) => socket.readyState === WebSocket.OPEN);
  }

  /** The first book of a market; undefined where it has no subscriber. */
  bookOf(coinInfoId: number): BookStream | undefined {
    return [...this.#open.values()]
      .map(({ stream }) => stream)
      .find((stream): stream is BookStream => stream instanceof BookStream && stream.coinInfoId === coinInfoId);
  }

  receive(socket: WebSocket, message: ClientMessage): void {
    switch (message.type) {
      case 'ping':
        send(socket, { type: 'pong', t: message.t, ts: Date.now() });
        break;
      case 'resync': {
        this.resyncs += 1;
        const open = this.#open.get(channelKey(message));
        if (open?.socket === socket) send(socket, open.stream.snapshot());
        break;
      }
      case 'unsubscribe':
        for (const arg of message.args) if (arg !== '*') this.#pause(channelKey(arg));
        break;
      case 'subscribe':
        this.#subscribe(
          socket,
          message.reqId,
          message.args.filter((arg) => arg !== '*'),
        );
        break;
      default:
    }
  }

  /** Forgets all of a client that is gone. */
  remove(gone: WebSocket): void {
    for (const group of [this.#open, this.#paused])
      for (const [key, { socket }] of group) if (socket === gone) group.delete(key);
  }

  #pause(key: string): void {
    const open = this.#open.get(key);
    if (open) this.#paused.set(key, open);
    this.#open.delete(key);
  }

  #subscribe(socket: WebSocket, reqId: number, args: readonly SubscribeArg[]): void {
    send(socket, { type: 'subscribed', reqId, ok: args.map(channelKey), fail: [], ts: Date.now() });
    for (const arg of args) {
      const key = channelKey(arg);
      const open = this.#open.get(key) ?? this.#paused.get(key);
      const stream = open?.socket === socket ? open.stream : this.#streamOf(arg);
      if (!stream) continue;
      send(socket, stream.snapshot());
      this.#open.set(key, { stream, socket });
    }
  }

  #streamOf(arg: SubscribeArg): Stream | null {
    if (arg.channel === 'orders' || arg.channel === 'balances') return null;
    if (arg.channel === 'tickers') return new PriceStream(arg, [...this.#markets.values()], this.#random, false);
    if (!('coinInfoId' in arg)) return null;
    const market = this.#markets.get(arg.coinInfoId);
    if (!market) return null;
    return arg.channel === 'books'
      ? new BookStream(arg, market.instrument, market.mid, this.#random)
      : new PriceStream(arg, [market], this.#random, this.#rises && arg.channel === 'candles');
  }
}

/** Pages by `web` where it is given; all else from the exchange at `target`. */
function proxyTo(target: string, web: PageHandler | undefined): Server {
  return createServer((incoming: IncomingMessage, answer) => {
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
}

function acceptSockets(server: Server, subscriptions: Subscriptions): WebSocketServer {
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
    socket.on('message', (data) => subscriptions.receive(socket, JSON.parse(String(data)) as ClientMessage));
    socket.on('close', () => subscriptions.remove(socket));
  });
  return sockets;
}

/** Sends the next messages of all subscriptions, in turns, at a pace that can be changed. */
class PacedSender {
  readonly #subscriptions: Subscriptions;
  readonly #timer: NodeJS.Timeout;
  /** Data messages a second in all. */
  perSecond = 0;
  sent = 0;
  bytes = 0;
  #owed = 0;
  #turn = 0;
  #last = performance.now();

  constructor(subscriptions: Subscriptions) {
    this.#subscriptions = subscriptions;
    this.#timer = setInterval(() => this.#step(), STEP_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #step(): void {
    const now = performance.now();
    const { perSecond } = this;
    this.#owed = Math.min(this.#owed + (perSecond * (now - this.#last)) / 1000, (perSecond * LATEST_MS) / 1000);
    this.#last = now;
    const open = this.#subscriptions.open();
    if (open.length === 0) this.#owed = 0;
    const lines = new Set(open.map(({ socket }) => (socket as unknown as { _socket: Socket })._socket));
    // One write a step and client, as a server that batches does.
    for (const line of lines) line.cork();
    for (let left = Math.min(this.#owed, (perSecond * AT_ONCE_MS) / 1000); left >= 1; left -= 1) {
      const { stream, socket } = open[this.#turn++ % open.length]!;
      this.bytes += send(socket, stream.next());
      this.sent += 1;
      this.#owed -= 1;
    }
    for (const line of lines) line.uncork();
  }
}

/**
 * Starts a generator in front of the exchange at `target` ("http://localhost:8080"), of its own markets at their own
 * prices. Pages are the exchange's, or those of `web`. `rises`: prices of candles rise with every message.
 */
export async function startLoadGenerator(target: string, web?: PageHandler, rises = false): Promise<LoadGenerator> {
  const markets = await marketsOf(target);
  const subscriptions = new Subscriptions(markets, rises);
  const server = proxyTo(target, web);
  const sockets = acceptSockets(server, subscriptions);
  const sender = new PacedSender(subscriptions);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  return {
    url: `http://localhost:${port}`,
    get sent() {
      return sender.sent;
    },
    get bytes() {
      return sender.bytes;
    },
    get resyncs() {
      return subscriptions.resyncs;
    },
    get waiting() {
      return [...sockets.clients].reduce((sum, { bufferedAmount }) => sum + bufferedAmount, 0);
    },
    best(coinInfoId) {
      const book = subscriptions.bookOf(coinInfoId);
      if (!book) throw new Error(`no subscriber of the book of ${coinInfoId}`);
      return book.best();
    },
    middle(coinInfoId) {
      const market = markets.get(coinInfoId);
      if (!market) throw new Error(`no market ${coinInfoId}`);
      return printSteps(market.mid, market.instrument.price);
    },
    pace(next) {
      sender.perSecond = next;
    },
    async close() {
      sender.stop();
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
