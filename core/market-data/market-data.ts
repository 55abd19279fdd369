// Market data in calls and on the socket: ticker, candle, trade, book.
import * as v from 'valibot';
import { SIDES } from '../orders/spot-order.ts';

const decimal = v.string();

/**
 * Ticker (docs/api.md 2.3). `change24h` is a fraction; `spark` is 24 hourly closes, oldest first, in lists that include
 * it.
 */
export const tickerSchema = v.looseObject({
  coinInfoId: v.number(),
  last: decimal,
  open24h: v.optional(decimal),
  high24h: v.optional(decimal),
  low24h: v.optional(decimal),
  vol24h: v.optional(decimal),
  amount24h: v.optional(decimal),
  change24h: v.optional(decimal),
  /** Mark and index price, in markets with contracts. */
  mark: v.optional(decimal),
  index: v.optional(decimal),
  /** In markets with funding: the current rate (a fraction for 8 h), and the time of the next payment, ms. */
  fundingRate: v.optional(decimal),
  nextFundingTime: v.optional(v.number()),
  bid1: v.optional(decimal),
  ask1: v.optional(decimal),
  spark: v.optional(v.array(decimal)),
  session: v.optional(v.object({ open: v.picklist([0, 1]), nextTime: v.nullable(v.number()) })),
  ts: v.optional(v.number()),
  seq: v.optional(v.number()),
});
export type Ticker = v.InferOutput<typeof tickerSchema>;

/** Candle: [time in s, open, high, low, close, volume (base), amount (quote), closed 0/1]. */
export const candleSchema = v.tuple([
  v.number(),
  decimal,
  decimal,
  decimal,
  decimal,
  decimal,
  decimal,
  v.picklist([0, 1]),
]);
export type Candle = v.InferOutput<typeof candleSchema>;

/** Trade: `side` is the taker's, ids of one market are dense, `ts` in ms. */
export const tradeSchema = v.looseObject({
  id: v.number(),
  price: decimal,
  amount: decimal,
  side: v.picklist(SIDES),
  ts: v.number(),
});
export type Trade = v.InferOutput<typeof tradeSchema>;

/** [price, amount]. */
const levelSchema = v.tuple([decimal, decimal]);
export type Level = v.InferOutput<typeof levelSchema>;

/** Depths a book can be requested with; 0 is every level there is. */
export const DEPTHS = [20, 50, 200, 1000, 0] as const;

/**
 * Book, best level first on both sides. A socket delta with `prevSeq === seq` continues it; `cs` is the checksum of
 * exactly these levels, absent while the book is unknown.
 */
export const bookSchema = v.looseObject({
  coinInfoId: v.number(),
  asks: v.array(levelSchema),
  bids: v.array(levelSchema),
  seq: v.number(),
  cs: v.optional(v.number()),
  depth: v.number(),
  ts: v.number(),
});
export type BookAnswer = v.InferOutput<typeof bookSchema>;
