// MessagePack wire format: market data as frames of columns, on the sub-protocol "mmtb.msgpack".
//
// The client offers the sub-protocol and the server selects it; otherwise everything is JSON text. With it books,
// trades, tickers and candles are binary messages of one or more frames; all other messages, and all messages of the
// client, stay JSON text. A frame is a MessagePack array of numbers and of arrays of numbers:
//
//   [code, snapshot 0|1, seq, seq - prevSeq, ts, pts - ts, coinInfoId (0: of no market), ...columns, sum]
//
//   books    depth, interval, cs, ask prices (d), ask lots, bid prices (d), bid lots
//   trades   ids (d), prices (d), lots, sides (1 buy, 2 sell: the taker's), times in ms (d)
//   candles  index of the period in INTERVALS, times in s (d), open, high, low, close, volume as doubles
//   tickers  ids, fields, values: which of TICKER_FIELD a row has (bit = field), and the values of all rows in order
//
// Frames of trades, tickers and candles with a running checksum (core/feed/feed-protocol.ts) have SUMMED added to their
// code, and cs0 (0 in a delta) and cs before their columns. Older exchanges and recordings send them without.
//
// Prices and lots are whole steps of the market's grid. (d): the first value, then the difference to the one before.
// `sum` is always 5 bytes (0xce, uint32): frameSum of every byte before it.

/** Name of the sub-protocol. */
export const MSGPACK_PROTOCOL = 'mmtb.msgpack';

/** First number of a frame. A changed layout gets a new code: clients that do not know it fall back to JSON. */
export const MSGPACK_CODE = { books: 1, trades: 2, tickers: 3, candles: 4 } as const;

/** Added to the code of a frame with a running checksum. */
export const SUMMED = 3;

/** Bytes of the sum at the end of a frame: 0xce and a uint32. */
export const SUM_BYTES = 5;

/**
 * Sum over the bytes `[from, to)`, uint32. Every step is a bijection of the sum and of the word that it adds, so one
 * changed word (one flipped bit) always changes the result.
 */
export function frameSum(view: DataView, from: number, to: number): number {
  let sum = to - from;
  let at = from;
  for (; at + 4 <= to; at += 4) sum = step(sum, view.getInt32(at, true));
  for (; at < to; at++) sum = step(sum, view.getUint8(at));
  return sum >>> 0;
}

function step(sum: number, word: number): number {
  const x = Math.imul(sum ^ word, 0x9e3779b1);
  return x ^ (x >>> 15);
}
