// Decoded events, one per message. Public ones are reused: read them before the next decode.
import type { Asset } from '../../core/endpoints/asset.ts';
import type { SpotOrder } from '../../core/orders/spot-order.ts';
import { type SlowChannel, TICKER_FIELD, TRADE_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import type { Interval } from '../../core/units/time.ts';
import type { ServerMessage } from '../../core/feed/feed-protocol.ts';
import { Rows } from './rows.ts';

/** Sequence and times of every data message; ms since the epoch. */
interface Sequenced {
  snapshot: boolean;
  seq: number;
  prevSeq: number;
  ts: number;
  pts: number;
}

/**
 * Running checksum of a row channel: `cs` after the message, and `cs0` before the rows of a snapshot; NaN where the
 * exchange sends none.
 */
interface Summed {
  cs: number;
  cs0: number;
}

/** Rows of `bids` and `asks` are [price in ticks, amount in lots], in the order of the message. */
export interface BookEvent extends Sequenced {
  kind: 'book';
  coinInfoId: number;
  depth: number;
  interval: number;
  cs: number;
  /** The exchange does not know the book. */
  lost: boolean;
  bids: Rows;
  asks: Rows;
}

/** Rows of TRADE_FIELD, in the order of the message. */
export interface TradesEvent extends Sequenced, Summed {
  kind: 'trades';
  coinInfoId: number;
  rows: Rows;
}

/** Rows of TICKER_FIELD; NaN for fields that the message does not contain. */
export interface TickersEvent extends Sequenced, Summed {
  kind: 'tickers';
  rows: Rows;
}

/** Rows of CANDLE_ROW numbers: time in ms since the epoch, open, high, low, close, volume. */
export interface CandlesEvent extends Sequenced, Summed {
  kind: 'candles';
  coinInfoId: number;
  period: Interval;
  rows: Rows;
}

/** Spot orders are validated by the worker, contract orders by the page. */
export type OrderEvent = { kind: 'order'; snapshot: boolean; seq: number; prevSeq: number } & (
  | { area: 'spot'; order: SpotOrder }
  | { area: 'contract'; order: unknown }
);
/** Message of a slow channel, passed on without validation of `data`. */
export interface ChannelEvent {
  kind: 'channel';
  channel: SlowChannel;
  coinInfoId: number;
  snapshot: boolean;
  seq: number;
  ts: number;
  pts: number;
  data: unknown;
}
export interface BalancesEvent {
  kind: 'balances';
  seq: number;
  assets: Asset[];
}
/** Message without market or account data. */
export interface ControlEvent {
  kind: 'control';
  message: Exclude<ServerMessage, { type: 'data' }>;
}
/** Malformed message; the gap that it leaves is detected by sequence. */
export interface BadEvent {
  kind: 'bad';
  reason: string;
}
/** Well-formed message of a kind or market that this version does not use. */
export interface IgnoredEvent {
  kind: 'ignored';
}

export type MarketEvent =
  | BookEvent
  | TradesEvent
  | TickersEvent
  | CandlesEvent
  | OrderEvent
  | ChannelEvent
  | BalancesEvent
  | ControlEvent
  | BadEvent
  | IgnoredEvent;

/** Numbers per candle row. */
export const CANDLE_ROW = 6;

const head = { snapshot: false, seq: 0, prevSeq: 0, ts: 0, pts: 0 };
const sums = { cs: NaN, cs0: NaN };

/** Empty events, filled again for each message. Both decoders use these objects' shapes. */
export function bookEvent(): BookEvent {
  return {
    kind: 'book',
    coinInfoId: 0,
    depth: 0,
    interval: 0,
    ...head,
    cs: 0,
    lost: false,
    bids: new Rows(2, 1024),
    asks: new Rows(2, 1024),
  };
}
export function tradesEvent(): TradesEvent {
  return { kind: 'trades', coinInfoId: 0, ...head, ...sums, rows: new Rows(TRADE_FIELD.size) };
}
export function tickersEvent(): TickersEvent {
  return { kind: 'tickers', ...head, ...sums, rows: new Rows(TICKER_FIELD.size) };
}
export function candlesEvent(): CandlesEvent {
  return { kind: 'candles', coinInfoId: 0, period: '1m', ...head, ...sums, rows: new Rows(CANDLE_ROW) };
}
