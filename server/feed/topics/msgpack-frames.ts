// Encodes msgpack frames (layout: core/feed/feed-msgpack.ts).
import { Packr } from 'msgpackr';
import type { Candle, Ticker } from '../../../core/market-data/market-data.ts';
import { TICKER_FIELD } from '../../../core/worker-protocol/worker-protocol.ts';
import { INTERVALS, type Interval } from '../../../core/units/time.ts';
import { type Grid, parseSteps } from '../../../core/units/units.ts';
import { MSGPACK_CODE, SUMMED, SUM_BYTES, frameSum } from '../../../core/feed/feed-msgpack.ts';
import type { LevelColumns } from './level-columns.ts';
import type { DataHeader } from './topic-message.ts';
import type { TradeRow } from '../trade-ring.ts';

const packr = new Packr({ useRecords: false });
/** Placeholder of the checksum: msgpack writes it as 0xce and four bytes, which the checksum replaces. */
const CHECKSUM_PLACEHOLDER = 0xffffffff;

export interface BookHeader extends DataHeader {
  coinInfoId: number;
  depth: number;
  interval: number;
  /** Checksum of the published levels, uint32. */
  cs: number;
}

type Column = number[];

/** Ticker fields in the order of the mask bits, and whether each is a price. */
const TICKER_FIELDS = [
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

export function packBook(book: BookHeader, asks: LevelColumns, bids: LevelColumns): Buffer {
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

export function packTrades(head: DataHeader, coinInfoId: number, trades: readonly TradeRow[]): Buffer {
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

/** Numbers are parsed from the JSON wire's decimals, so that both wires decode to the same doubles. */
export function packCandles(
  head: DataHeader,
  coinInfoId: number,
  period: Interval,
  candles: readonly Candle[],
): Buffer {
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

/** Tickers or their changed fields; prices are steps of their market's grid. */
export function packTickers(
  head: DataHeader,
  tickers: readonly Partial<Ticker>[],
  gridOf: (coinInfoId: number) => Grid,
): Buffer {
  const ids: Column = [];
  const masks: Column = [];
  const values: Column = [];
  for (const ticker of tickers) {
    const id = ticker.coinInfoId ?? 0;
    let mask = 0;
    for (const [name, field, isPrice] of TICKER_FIELDS) {
      const value = ticker[name];
      // An empty price means that there is none: the field is left out.
      if (value === undefined || value === '') continue;
      mask |= 1 << field;
      values.push(isPrice ? priceStepsOf(String(value), gridOf(id)) : Number(value));
    }
    ids.push(id);
    masks.push(mask);
  }
  return pack(MSGPACK_CODE.tickers, head, 0, [ids, masks, values]);
}

/** A ticker as a row of TICKER_FIELD; NaN for absent fields. */
export function readTicker(ticker: Partial<Ticker>, grid: Grid, into: Float64Array): void {
  into.fill(NaN);
  into[TICKER_FIELD.id] = ticker.coinInfoId ?? 0;
  for (const [name, field, isPrice] of TICKER_FIELDS) {
    const value = ticker[name];
    if (value === undefined || value === '') continue;
    into[field] = isPrice ? priceStepsOf(String(value), grid) : Number(value);
  }
}

function pack(
  code: number,
  { kind, seq, prevSeq, ts, pts, sums }: DataHeader,
  coinInfoId: number,
  columns: (number | Column)[],
): Buffer {
  const head = [sums ? code + SUMMED : code, kind === 'snapshot' ? 1 : 0, seq, seq - prevSeq, ts, pts - ts, coinInfoId];
  if (sums) head.push(kind === 'snapshot' ? sums.before : 0, sums.cs);
  const frame = packr.pack([...head, ...columns, CHECKSUM_PLACEHOLDER]);
  const view = new DataView(frame.buffer, frame.byteOffset, frame.length);
  view.setUint32(frame.length - 4, frameSum(view, 0, frame.length - SUM_BYTES));
  return frame;
}

function priceStepsOf(text: string, grid: Grid): number {
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
