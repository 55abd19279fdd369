// Writes the frames of the packed wire (core/feed/feed-msgpack.ts).
import { Packr } from 'msgpackr';
import type { Candle, Ticker } from '../../../core/market-data/market-data.ts';
import { TICKER_FIELD } from '../../../core/worker-protocol/worker-protocol.ts';
import { INTERVALS, type Interval } from '../../../core/units/time.ts';
import { type Grid, parseSteps } from '../../../core/units/units.ts';
import { MSGPACK_CODE, SUMMED, SUM_BYTES, frameSum } from '../../../core/feed/feed-msgpack.ts';
import type { Levels } from './level-columns.ts';
import type { DataHead } from './topic-message.ts';
import type { TradeRow } from '../trade-ring.ts';

const packr = new Packr({ useRecords: false });
/** Written as 0xce and four bytes, which the sum then replaces. */
const SUM_PLACE = 0xffffffff;

/** What a message of a book says of itself. */
export interface BookHead extends DataHead {
  coinInfoId: number;
  depth: number;
  interval: number;
  /** uint32. */
  cs: number;
}

type Column = number[];

/** A ticker's fields in the order of the wire's bits, and whether each is a price. */
const FIELDS = [
  ['last', TICKER_FIELD.last, true],
  ['open24h', TICKER_FIELD.open, true],
  ['high24h', TICKER_FIELD.high, true],
  ['low24h', TICKER_FIELD.low, true],
  ['vol24h', TICKER_FIELD.vol, false],
  ['amount24h', TICKER_FIELD.amount, false],
  ['bid1', TICKER_FIELD.bid, true],
  ['ask1', TICKER_FIELD.ask, true],
  ['ts', TICKER_FIELD.ts, false],
] as const;

export function packBook(book: BookHead, asks: Levels, bids: Levels): Buffer {
  return pack(MSGPACK_CODE.books, book, book.coinInfoId, [
    book.depth,
    book.interval,
    book.cs,
    differences(asks.prices, asks.size),
    column(asks.lots, asks.size),
    differences(bids.prices, bids.size),
    column(bids.lots, bids.size),
  ]);
}

export function packTrades(head: DataHead, coinInfoId: number, trades: readonly TradeRow[]): Buffer {
  const count = trades.length;
  return pack(MSGPACK_CODE.trades, head, coinInfoId, [
    differences(
      trades.map(({ id }) => id),
      count,
    ),
    differences(
      trades.map(({ priceTicks }) => priceTicks),
      count,
    ),
    trades.map(({ lots }) => lots),
    trades.map(({ side }) => (side === 'buy' ? 1 : 2)),
    differences(
      trades.map(({ ts }) => ts),
      count,
    ),
  ]);
}

/** Candles as they are printed for the other wire, so that both read as the same doubles. */
export function packCandles(head: DataHead, coinInfoId: number, period: Interval, candles: readonly Candle[]): Buffer {
  const figures = [1, 2, 3, 4, 5].map((field) => candles.map((candle) => Number(candle[field])));
  return pack(MSGPACK_CODE.candles, head, coinInfoId, [
    INTERVALS.indexOf(period),
    differences(
      candles.map(([time]) => time),
      candles.length,
    ),
    ...figures,
  ]);
}

/** Tickers or their changed fields; prices stand on the grid of their market. */
export function packTickers(
  head: DataHead,
  tickers: readonly Partial<Ticker>[],
  gridOf: (coinInfoId: number) => Grid,
): Buffer {
  const ids: Column = [];
  const masks: Column = [];
  const values: Column = [];
  for (const ticker of tickers) {
    const id = ticker.coinInfoId ?? 0;
    let mask = 0;
    for (const [name, field, isPrice] of FIELDS) {
      const value = ticker[name];
      // An empty price says that there is none: it is not told.
      if (value === undefined || value === '') continue;
      mask |= 1 << field;
      values.push(isPrice ? stepsOf(String(value), gridOf(id)) : Number(value));
    }
    ids.push(id);
    masks.push(mask);
  }
  return pack(MSGPACK_CODE.tickers, head, 0, [ids, masks, values]);
}

/** A ticker as a row of TICKER_FIELD; NaN where it says nothing. */
export function readTicker(ticker: Partial<Ticker>, grid: Grid, into: Float64Array): void {
  into.fill(NaN);
  into[TICKER_FIELD.id] = ticker.coinInfoId ?? 0;
  for (const [name, field, isPrice] of FIELDS) {
    const value = ticker[name];
    if (value === undefined || value === '') continue;
    into[field] = isPrice ? stepsOf(String(value), grid) : Number(value);
  }
}

function pack(
  code: number,
  { kind, seq, prevSeq, ts, pts, sums }: DataHead,
  coinInfoId: number,
  columns: (number | Column)[],
): Buffer {
  const head = [sums ? code + SUMMED : code, kind === 'snapshot' ? 1 : 0, seq, seq - prevSeq, ts, pts - ts, coinInfoId];
  if (sums) head.push(kind === 'snapshot' ? sums.before : 0, sums.cs);
  const frame = packr.pack([...head, ...columns, SUM_PLACE]);
  const view = new DataView(frame.buffer, frame.byteOffset, frame.length);
  view.setUint32(frame.length - 4, frameSum(view, 0, frame.length - SUM_BYTES));
  return frame;
}

function stepsOf(text: string, grid: Grid): number {
  const steps = parseSteps(text, grid);
  if (typeof steps !== 'number') throw new Error(`a price of ${text} in a ticker: ${steps}`);
  return steps;
}

function column(values: ArrayLike<number>, count: number): Column {
  return Array.from({ length: count }, (_, i) => values[i] ?? 0);
}

function differences(values: ArrayLike<number>, count: number): Column {
  let before = 0;
  return Array.from({ length: count }, (_, i) => {
    const difference = (values[i] ?? 0) - before;
    before = values[i] ?? 0;
    return difference;
  });
}
