// The packed wire: market data as msgpack frames of columns, on the WebSocket sub-protocol "mmtb.msgpack".
//
// A client offers the sub-protocol, a server that knows it picks it; else everything is JSON text. On it books, trades,
// tickers and candles come as binary messages, each of one or more frames one after another; everything else, and
// everything a client says, is the same JSON text as ever. A frame is a msgpack array of numbers and of arrays of
// numbers:
//
//   [code, snapshot 0|1, seq, seq - prevSeq, ts, pts - ts, coinInfoId (0: of no market), ...columns, sum]
//
//   books    depth, interval, cs, ask prices (d), ask lots, bid prices (d), bid lots
//   trades   ids (d), prices (d), lots, sides (1 buy, 2 sell: the taker's), times in ms (d)
//   candles  place of the period in INTERVALS, times in s (d), open, high, low, close, volume as doubles
// tickers  ids, fields, values: which of TICKER_FIELD a row has (bit = field), and the values of all rows in order
//
// Trades, tickers and candles come with their running checksum (core/feed/feed-protocol.ts) as SUMMED frames: cs0 (0 in
// a delta) and cs stand before their columns. Frames without are of exchanges and recordings of before.
//
// Prices and lots are whole steps of the market's grid. (d): the first value, then each value less the one before.
// `sum` is always written in 5 bytes (0xce, uint32): frameSum of every byte before it.

/** Name of the sub-protocol. */
export const MSGPACK_PROTOCOL = 'mmtb.msgpack';

/** First number of a frame. A frame of another layout would get a new code: who does not know it goes back to JSON. */
export const MSGPACK_CODE = { books: 1, trades: 2, tickers: 3, candles: 4 } as const;

/** The same with a running checksum: what is added to the code. */
export const SUMMED = 3;

/** Bytes that the sum takes at the end of a frame: 0xce and four of its own. */
export const SUM_BYTES = 5;

/**
 * Sum over the bytes `[from, to)`, uint32. Every step is a bijection of the sum so far and of the word it takes in, so
 * one changed word (one flipped bit) always changes the result.
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
