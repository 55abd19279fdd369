// The live feed: client and server messages, channel by channel (docs/api.md 13).
import type { MarketType } from '../instruments/instrument.ts';
import type { Asset } from '../endpoints/asset.ts';
import type { Notice } from '../endpoints/responses.ts';
import type { Envelope } from '../endpoints/endpoints.ts';
import type { ContractOrder } from '../orders/contract-order.ts';
import type { Candle, Level, Ticker, Trade } from '../market-data/market-data.ts';
import type { SpotOrder } from '../orders/spot-order.ts';
import type { Anchor, ProofTick } from '../proofs/proof.ts';
import type { SecondsOrder } from '../orders/binary-option-order.ts';
import type { Interval } from '../units/time.ts';

/** Interval of the client's pings. */
export const PING_MS = 5_000;
/** Delay of a reconnect; plus or minus a fifth, so that clients do not reconnect all at once. */
export const RECONNECT_MS = 5_000;
/** Interval at which the server publishes the last sequence of quiet channels. */
export const HEARTBEAT_MS = 1_000;
/** Interval at which sending is retried while the socket is connecting. */
export const SEND_RETRY_MS = 3_000;
/** Most subscriptions in one message; the server's hello may lower it. */
export const MAX_ARGS = 100;

/** Book update intervals in ms; 0 is every change. */
export const BOOK_INTERVALS = [0, 100, 250, 1000] as const;

export type SubscribeArg =
  | { channel: 'tickers'; ids?: number[] }
  | { channel: 'ticker' | 'trades' | 'mark' | 'qtTicks'; coinInfoId: number; area?: MarketType }
  | { channel: 'candles'; coinInfoId: number; period: Interval; area?: MarketType }
  | { channel: 'books'; coinInfoId: number; depth: number; interval: number; area?: MarketType }
  | { channel: 'orders' }
  | { channel: 'positions' }
  | { channel: 'balances' }
  | { channel: 'qtOrders' }
  | { channel: 'anchors' }
  | { channel: 'notices' };
type Channel = SubscribeArg['channel'];

/** Key of a subscription, equal on both ends: "books:2:50:100", "candles:2:1m", "tickers", "orders". */
export function channelKey(arg: SubscribeArg): string {
  switch (arg.channel) {
    case 'books':
      return `books:${arg.coinInfoId}:${arg.depth}:${arg.interval}`;
    case 'candles':
      return `candles:${arg.coinInfoId}:${arg.period}`;
    case 'mark':
    case 'qtTicks':
    case 'ticker':
    case 'trades':
      return `${arg.channel}:${arg.coinInfoId}`;
    default:
      return arg.channel;
  }
}

/** Client to server. */
export type ClientMessage =
  | { type: 'ping'; t?: number }
  | { type: 'auth'; accesstoken: string }
  | { type: 'subscribe' | 'unsubscribe'; reqId: number; args: (SubscribeArg | '*')[] }
  /** A server accepts it without `depth` or `interval` too: then every subscription to that book is meant. */
  | { type: 'resync'; channel: 'books'; coinInfoId: number; depth: number; interval: number }
  /** A call with its form as texts; `language` is a value of Accept-Language. Answered as over HTTP. */
  | {
      type: 'call';
      reqId: number;
      path: string;
      form: Record<string, string>;
      language?: string;
      traceparent?: string;
    };

/**
 * Data of a public or private channel. `ts` is the engine's time, `pts` the time of publishing, both in ms. Trades,
 * tickers and candles have a running checksum: `cs` is that of the message before (in a snapshot: `cs0`) plus the hash
 * of every row (core/feed/checksum.ts), with fields in the order of TRADE_FIELD, TICKER_FIELD and CANDLE_COLUMNS.
 */
interface DataOf<C extends Channel, D> {
  type: 'data';
  channel: C;
  kind: 'snapshot' | 'delta';
  seq: number;
  prevSeq: number;
  ts: number;
  pts: number;
  cs?: number;
  cs0?: number;
  data: D;
}

/**
 * Snapshot of a book, best levels first; `cs` covers exactly these levels. `lost`: the book is unknown at the moment,
 * and a snapshot follows.
 */
export interface BookSnapshot {
  asks: Level[];
  bids: Level[];
  cs: number;
  lost?: 1;
}
/**
 * Mark and index price of a market with contracts ("" without one); without funding its rate is "0" and its next time
 * 0.
 */
interface Mark {
  mark: string;
  index: string;
  fundingRate: string;
  nextFundingTime: number;
}
/** Change of a book: absolute amounts, "0" deletes; `cs` covers the book after it, cut to `depth`. */
export interface BookDelta {
  a: Level[];
  b: Level[];
  cs: number;
}

export type DataMessage =
  | DataOf<'tickers', Ticker[]>
  | (DataOf<'ticker', Ticker> & { coinInfoId: number })
  | (DataOf<'candles', Candle[]> & { coinInfoId: number; period: Interval })
  | (DataOf<'trades', Trade[]> & { coinInfoId: number })
  | (DataOf<'books', BookSnapshot> & { coinInfoId: number; depth: number; interval: number; kind: 'snapshot' })
  | (DataOf<'books', BookDelta> & { coinInfoId: number; depth: number; interval: number; kind: 'delta' })
  | (DataOf<'mark', Mark> & { coinInfoId: number })
  | DataOf<'orders', { area: 'spot'; order: SpotOrder } | { area: 'contract'; order: ContractOrder }>
  | DataOf<'positions', Partial<ContractOrder>[]>
  | DataOf<'balances', Asset[]>
  /** The newest ticks of a market's index, ascending, each linked to the one before; `seq` is the last one's. */
  | (DataOf<'qtTicks', ProofTick[]> & { coinInfoId: number })
  /** The newest signed minutes, ascending. */
  | DataOf<'anchors', Anchor[]>
  /** A binary option as it is now; its proof follows its result. */
  | DataOf<'qtOrders', SecondsOrder>
  | DataOf<'notices', Notice & { unreadNum: number }>;

/** Server to client. */
export type ServerMessage =
  | {
      type: 'hello';
      ts: number;
      server: string;
      proto: 1;
      connId: string;
      maxArgs: number;
      limits: { msgPerSec: number };
    }
  | { type: 'pong'; t?: number; ts: number }
  /**
   * Last `seq` of each quiet channel, by key: its data is current at `ts`. A missing channel is busy, unknown at this
   * moment, or muted.
   */
  | { type: 'heartbeat'; ts: number; seqs: Record<string, number> }
  | { type: 'auth'; code: 0; uid: number }
  | { type: 'subscribed'; reqId: number; ok: string[]; fail: { arg: unknown; code: number; msg: string }[]; ts: number }
  | { type: 'unsubscribed'; reqId: number; ok: string[] }
  | { type: 'error'; code: number; msg: string; reqId?: number }
  | ({ type: 'answer'; reqId: number } & Envelope)
  | { type: 'notice'; event: 'shutdown' | 'maintenance' | 'reset'; at: number }
  | DataMessage;
