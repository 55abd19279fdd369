// The feed of a replayed market: answers subscriptions as the exchange does, from the replayed moment.
import { ASK, BID, levelHash } from '../../core/feed/checksum.ts';
import { type ClientMessage, HEARTBEAT_MS, type SubscribeArg, channelKey } from '../../core/feed/feed-protocol.ts';
import type { Instrument } from '../../core/instruments/instrument.ts';
import type { Candle, Level, Ticker, Trade } from '../../core/market-data/market-data.ts';
import { LATE_MS } from '../../core/market-data/tile.ts';
import { CODE } from '../../core/errors/errors.ts';
import type { EpochMs, Interval } from '../../core/units/time.ts';
import { type Lots, type PriceTicks, printSteps } from '../../core/units/units.ts';
import type { PlatformSocket } from '../platform.ts';
import type { PastCandle } from './past-candles.ts';
import type { PastTrade } from './past-market.ts';
import type { PastSession } from './past-session.ts';
import { type DayFigures, dayFigures } from './day-figures.ts';

/** Trades of a channel's snapshot. */
const FIRST_TRADES = 50;

type SubscribeMessage = Extract<ClientMessage, { args: unknown }>;

interface SentChannel {
  arg: SubscribeArg;
  seq: number;
  /** Version of the data that was sent; NaN before the snapshot. */
  sent: number;
  /** Time up to which candles were sent, and id of the last trade sent. */
  sentMs: EpochMs;
  sentId: number;
}

export class PastFeed {
  readonly #session: PastSession;
  readonly instrument: Instrument;
  readonly #day: DayFigures;
  readonly #channels = new Map<string, SentChannel>();
  #socket: PlatformSocket | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(session: PastSession, instrument: Instrument, day: DayFigures) {
    this.#session = session;
    this.instrument = instrument;
    this.#day = day;
    // A long step has more trades than are remembered.
    session.market.beforeTradesGo = () => this.#publishAllTrades();
  }

  /** A socket that is open at once. */
  open(): PlatformSocket {
    this.close();
    const nothing = (): void => {};
    const socket: PlatformSocket = {
      onOpen: nothing,
      onText: nothing,
      onClose: nothing,
      send: (text) => queueMicrotask(() => this.#receive(socket, text)),
      close: () => socket === this.#socket && this.close(),
    };
    this.#socket = socket;
    queueMicrotask(() => socket.onOpen());
    this.#timer = setInterval(() => this.#heartbeat(), HEARTBEAT_MS);
    return socket;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#channels.clear();
    this.#socket = null;
  }

  /** Sends what changed since the last call. */
  publish(): void {
    for (const channel of this.#channels.values()) this.#publish(channel);
  }

  wireTrade({ id, priceTicks, lots, side, ts }: PastTrade): Trade {
    const { price, amount } = this.instrument;
    return { id, price: printSteps(priceTicks, price), amount: printSteps(lots, amount), side, ts };
  }

  wireCandle({ startMs, open, high, low, close, lots }: PastCandle, closed: 0 | 1): Candle {
    const { price, amount } = this.instrument;
    const [o, h, l, c] = [open, high, low, close].map((ticks) => printSteps(ticks, price));
    return [startMs / 1_000, o!, h!, l!, c!, printSteps(lots, amount), '0', closed];
  }

  #receive(socket: PlatformSocket, text: string): void {
    if (socket !== this.#socket) return;
    const message = JSON.parse(text) as ClientMessage;
    // The pipeline measures its own clock: that of the replay is the page's.
    if (message.type === 'ping') this.#send({ type: 'pong', t: message.t, ts: Date.now() });
    else if (message.type === 'subscribe') this.#subscribe(message);
    else if (message.type === 'unsubscribe') this.#unsubscribe(message);
    else if (message.type === 'resync') this.#resync(channelKey(message));
  }

  #subscribe({ reqId, args }: SubscribeMessage): void {
    const known = args.filter((arg): arg is SubscribeArg => arg !== '*' && this.#has(arg));
    const fail = args
      .filter((arg) => arg === '*' || !this.#has(arg))
      .map((arg) => ({ arg, code: CODE.notFound, msg: 'not part of the replay' }));
    this.#send({ type: 'subscribed', reqId, ok: known.map(channelKey), fail, ts: Date.now() });
    for (const arg of known) {
      const channel = { arg, seq: 0, sent: NaN, sentMs: NaN, sentId: 0 };
      this.#channels.set(channelKey(arg), channel);
      if (arg.channel === 'candles') this.#publishPrepared(channel, arg.period);
      else this.#publish(channel);
    }
  }

  #unsubscribe({ reqId, args }: SubscribeMessage): void {
    const keys = args.flatMap((arg) => (arg === '*' ? [] : [channelKey(arg)]));
    for (const key of keys) this.#channels.delete(key);
    this.#send({ type: 'unsubscribed', reqId, ok: keys });
  }

  #resync(key: string): void {
    const channel = this.#channels.get(key);
    if (!channel) return;
    channel.sent = NaN;
    this.#publish(channel);
  }

  #has(arg: SubscribeArg): boolean {
    if (arg.channel === 'tickers') return true;
    const isMarket = arg.channel === 'books' || arg.channel === 'trades' || arg.channel === 'candles';
    return isMarket && arg.coinInfoId === this.instrument.info.id;
  }

  /** What the running candle had before the session is fetched first. A failure leaves it out, and is logged. */
  #publishPrepared(channel: SentChannel, interval: Interval): void {
    this.#session
      .prepare(interval)
      .catch((cause: unknown) => console.warn('past.candle_failed', cause))
      .finally(() => {
        if (this.#channels.get(channelKey(channel.arg)) !== channel) return;
        channel.sentMs = this.#session.atMs;
        this.#publish(channel);
      });
  }

  #publish(channel: SentChannel): void {
    const { arg } = channel;
    if (arg.channel === 'books') this.#publishBook(channel, arg.depth);
    else if (arg.channel === 'trades') this.#publishTrades(channel);
    else if (arg.channel === 'candles') this.#publishCandles(channel, arg.period);
    else if (arg.channel === 'tickers') this.#publishTicker(channel);
  }

  #publishAllTrades(): void {
    for (const channel of this.#channels.values()) if (channel.arg.channel === 'trades') this.#publishTrades(channel);
  }

  /** Always whole: a jump changes most levels. */
  #publishBook(channel: SentChannel, depth: number): void {
    const { market } = this.#session;
    if (channel.sent === market.bookVersion) return;
    channel.sent = market.bookVersion;
    const bids = best(market.bids, depth, -1);
    const asks = best(market.asks, depth, 1);
    let cs = 0;
    for (const [side, levels] of [
      [BID, bids],
      [ASK, asks],
    ] as const)
      for (const [price, lots] of levels) cs = (cs + levelHash(side, price, lots)) | 0;
    const data = { asks: this.#levels(asks), bids: this.#levels(bids), cs: cs >>> 0 };
    this.#data(channel, true, data);
  }

  #levels(levels: [PriceTicks, Lots][]): Level[] {
    const { price, amount } = this.instrument;
    return levels.map(([ticks, lots]) => [printSteps(ticks, price), printSteps(lots, amount)]);
  }

  #publishTrades(channel: SentChannel): void {
    const { market } = this.#session;
    if (channel.sent === market.tradeVersion) return;
    const isFirst = Number.isNaN(channel.sent);
    channel.sent = market.tradeVersion;
    const { trades } = market;
    let first = trades.length;
    while (first > 0 && trades[first - 1]!.id > channel.sentId) first--;
    const fresh = trades.slice(isFirst ? Math.max(first, trades.length - FIRST_TRADES) : first);
    channel.sentId = market.trades.at(-1)?.id ?? 0;
    this.#data(
      channel,
      isFirst,
      fresh.map((trade) => this.wireTrade(trade)),
    );
  }

  /** Candles are sent once their channel is prepared (`sentMs`). */
  #publishCandles(channel: SentChannel, interval: Interval): void {
    const { market, atMs } = this.#session;
    if (Number.isNaN(channel.sentMs) || channel.sent === market.candles.version) return;
    const isFirst = Number.isNaN(channel.sent);
    channel.sent = market.candles.version;
    // A late trade may have changed the candle before.
    const rows = market.candles.from(interval, channel.sentMs - LATE_MS).map((candle) => this.wireCandle(candle, 0));
    channel.sentMs = atMs;
    this.#data(channel, isFirst, rows);
  }

  #publishTicker(channel: SentChannel): void {
    const { market, atMs } = this.#session;
    const version = market.tradeVersion + market.bookVersion + market.candles.version;
    if (channel.sent === version) return;
    const isFirst = Number.isNaN(channel.sent);
    channel.sent = version;
    const figures = dayFigures(this.#day, market, atMs);
    const { info, price, amount } = this.instrument;
    const ticks = (value: number): string => printSteps(value, price);
    const [bid] = best(market.bids, 1, -1);
    const [ask] = best(market.asks, 1, 1);
    const row: Ticker | null = figures && {
      coinInfoId: info.id,
      last: ticks(figures.last),
      open24h: ticks(figures.open),
      high24h: ticks(figures.high),
      low24h: ticks(figures.low),
      vol24h: printSteps(figures.lots, amount),
      bid1: bid ? ticks(bid[0]) : '',
      ask1: ask ? ticks(ask[0]) : '',
      ts: Math.floor(atMs),
    };
    this.#data(channel, isFirst, row ? [row] : []);
  }

  #data(channel: SentChannel, isSnapshot: boolean, data: object): void {
    const now = Date.now();
    const prevSeq = channel.seq;
    channel.seq += 1;
    this.#send({
      type: 'data',
      ...channel.arg,
      kind: isSnapshot ? 'snapshot' : 'delta',
      seq: channel.seq,
      prevSeq: isSnapshot ? -1 : prevSeq,
      ts: now,
      pts: now,
      data,
    });
  }

  #heartbeat(): void {
    const seqs = Object.fromEntries(Array.from(this.#channels, ([key, { seq }]) => [key, seq]));
    this.#send({ type: 'heartbeat', ts: Date.now(), seqs });
  }

  #send(message: object): void {
    this.#socket?.onText(JSON.stringify(message));
  }
}

/** The best levels of a side, all for depth 0; `sign` 1 sorts the lowest price first. */
function best(levels: ReadonlyMap<PriceTicks, Lots>, depth: number, sign: 1 | -1): [PriceTicks, Lots][] {
  const sorted = [...levels].sort(([a], [b]) => sign * (a - b));
  return depth === 0 ? sorted : sorted.slice(0, depth);
}
