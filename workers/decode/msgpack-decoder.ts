// MessagePack frames -> the same events as the JSON decoder (layout: core/feed/feed-msgpack.ts).
import type { Instrument } from '../../core/instruments/instrument.ts';
import { TICKER_FIELD, TRADE_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import { INTERVALS } from '../../core/units/time.ts';
import { MSGPACK_CODE, SUMMED, SUM_BYTES, frameSum } from '../../core/feed/feed-msgpack.ts';
import {
  type BookEvent,
  type CandlesEvent,
  CANDLE_ROW,
  type MarketEvent,
  type TickersEvent,
  type TradesEvent,
  bookEvent,
  candlesEvent,
  tickersEvent,
  tradesEvent,
} from './decoded-event.ts';
import { MsgpackCursor } from './msgpack-cursor.ts';
import type { Rows } from './rows.ts';

/** Values before the columns. */
const HEAD = 7;
/** Values of a frame by its code: head, columns, checksum. */
const VALUES: Record<number, number> = {
  [MSGPACK_CODE.books]: HEAD + 8,
  [MSGPACK_CODE.trades]: HEAD + 6,
  [MSGPACK_CODE.tickers]: HEAD + 4,
  [MSGPACK_CODE.candles]: HEAD + 8,
};
for (const code of [MSGPACK_CODE.trades, MSGPACK_CODE.tickers, MSGPACK_CODE.candles])
  VALUES[code + SUMMED] = VALUES[code]! + 2;
/** One bit for each field of a ticker except its id. */
const FIELD_BITS = (1 << TICKER_FIELD.size) - 2;
const BAD: MarketEvent = { kind: 'bad', reason: 'a malformed frame' };
const IGNORED: MarketEvent = { kind: 'ignored' };

/** Decodes frames of the markets that were set; those of other markets are `ignored`. */
export class MsgpackDecoder {
  readonly #cursor = new MsgpackCursor();
  #instruments: ReadonlyMap<number, Instrument> = new Map();
  readonly #book: BookEvent = bookEvent();
  readonly #trades: TradesEvent = tradesEvent();
  readonly #tickers: TickersEvent = tickersEvent();
  readonly #candles: CandlesEvent = candlesEvent();

  setInstruments(instruments: ReadonlyMap<number, Instrument>): void {
    this.#instruments = instruments;
  }

  /**
   * Passes every frame of one binary message to `onEvent` and returns their number. Does not throw itself: a malformed
   * frame is a `bad` event and ends the message, as the start of the next frame is unknown.
   */
  read(bytes: ArrayBuffer, onEvent: (event: MarketEvent) => void): number {
    const cursor = this.#cursor;
    let frames = 0;
    cursor.reset(bytes);
    do {
      onEvent(this.#frame());
      frames++;
    } while (cursor.at < cursor.end);
    return frames;
  }

  #frame(): MarketEvent {
    const cursor = this.#cursor;
    const start = cursor.at;
    const values = cursor.array();
    const code = cursor.number();
    if (values !== VALUES[code]) cursor.fail();
    const event = cursor.failed ? BAD : this.#eventOf(code);
    const end = cursor.at;
    if (
      cursor.failed ||
      end + SUM_BYTES > cursor.end ||
      cursor.view.getUint8(end) !== 0xce ||
      cursor.number() !== frameSum(cursor.view, start, end)
    ) {
      cursor.fail();
      return BAD;
    }
    return event;
  }

  #eventOf(code: number): MarketEvent {
    if (code === MSGPACK_CODE.books) return this.#readBook();
    const summed = code > MSGPACK_CODE.candles;
    const kind = summed ? code - SUMMED : code;
    if (kind === MSGPACK_CODE.trades) return this.#readTrades(summed);
    return kind === MSGPACK_CODE.tickers ? this.#readTickers(summed) : this.#readCandles(summed);
  }

  /** Reads the head into `event`; returns the market's id. */
  #readHead(event: BookEvent | TradesEvent | TickersEvent | CandlesEvent): number {
    const cursor = this.#cursor;
    event.snapshot = cursor.number() === 1;
    event.seq = cursor.finite();
    event.prevSeq = event.seq - cursor.finite();
    event.ts = cursor.finite();
    event.pts = event.ts + cursor.finite();
    return cursor.whole();
  }

  /** As `#readHead`, and the running checksum after it where the frame has one. */
  #readSummedHead(event: TradesEvent | TickersEvent | CandlesEvent, summed: boolean): number {
    const id = this.#readHead(event);
    event.cs0 = summed ? this.#cursor.whole() : NaN;
    event.cs = summed ? this.#cursor.whole() : NaN;
    return id;
  }

  #readBook(): MarketEvent {
    const cursor = this.#cursor;
    const book = this.#book;
    book.coinInfoId = this.#readHead(book);
    book.depth = cursor.whole();
    book.interval = cursor.whole();
    book.cs = cursor.whole();
    this.#readLevels(book.asks);
    this.#readLevels(book.bids);
    return this.#instruments.has(book.coinInfoId) ? book : IGNORED;
  }

  #readLevels(rows: Rows): void {
    const cursor = this.#cursor;
    const count = this.#reserve(rows);
    cursor.steps(count, rows.data, 0, rows.width);
    cursor.wholes(count, rows.data, 1, rows.width);
  }

  #readTrades(summed: boolean): MarketEvent {
    const cursor = this.#cursor;
    const trades = this.#trades;
    const { rows } = this.#trades;
    trades.coinInfoId = this.#readSummedHead(trades, summed);
    const count = this.#reserve(rows);
    cursor.steps(count, rows.data, TRADE_FIELD.id, rows.width);
    cursor.steps(count, rows.data, TRADE_FIELD.price, rows.width);
    cursor.wholes(count, rows.data, TRADE_FIELD.lots, rows.width);
    cursor.wholes(count, rows.data, TRADE_FIELD.side, rows.width);
    cursor.steps(count, rows.data, TRADE_FIELD.ts, rows.width);
    for (let row = 0, at: number = TRADE_FIELD.side; row < count; row++, at += rows.width)
      if (!(rows.data[at] === 1 || rows.data[at] === 2)) cursor.fail();
    return this.#instruments.has(trades.coinInfoId) ? trades : IGNORED;
  }

  #readCandles(summed: boolean): MarketEvent {
    const cursor = this.#cursor;
    const candles = this.#candles;
    const { rows } = this.#candles;
    candles.coinInfoId = this.#readSummedHead(candles, summed);
    const period = INTERVALS[cursor.whole()];
    const count = this.#reserve(rows);
    cursor.steps(count, rows.data, 0, CANDLE_ROW);
    for (let row = 0; row < count; row++) rows.data[row * CANDLE_ROW]! *= 1000;
    for (let field = 1; field < CANDLE_ROW; field++) cursor.numbers(count, rows.data, field, CANDLE_ROW);
    if (period === undefined) cursor.fail();
    else candles.period = period;
    return this.#instruments.has(candles.coinInfoId) ? candles : IGNORED;
  }

  /** Reads tickers; rows of unknown markets are skipped. */
  #readTickers(summed: boolean): MarketEvent {
    const cursor = this.#cursor;
    const tickers = this.#tickers;
    const { rows } = this.#tickers;
    this.#readSummedHead(tickers, summed);
    const count = this.#reserve(rows);
    cursor.wholes(count, rows.data, TICKER_FIELD.id, rows.width);
    // The field bits are stored in the row's last field until its values overwrite them.
    cursor.wholes(count, rows.data, TICKER_FIELD.ts, rows.width);
    let left = cursor.array();
    let knownRows = 0;
    for (let row = 0; row < count; row++) {
      const present = rows.data[row * rows.width + TICKER_FIELD.ts]!;
      const at = knownRows * rows.width;
      rows.data[at] = rows.data[row * rows.width]!;
      rows.data.fill(NaN, at + 1, at + rows.width);
      // From the lowest bit to the highest; unknown bits leave values over, which fails the frame.
      for (let bits = present & FIELD_BITS; bits !== 0; bits &= bits - 1, left--)
        rows.data[at + 31 - Math.clz32(bits & -bits)] = cursor.finite();
      if (this.#instruments.has(rows.data[at]!)) knownRows++;
    }
    rows.count = knownRows;
    if (left !== 0) cursor.fail();
    return tickers;
  }

  /** Reserves as many rows as the next column has values, without consuming it. */
  #reserve(rows: Rows): number {
    const cursor = this.#cursor;
    const { at } = cursor;
    const count = cursor.array();
    if (cursor.failed) return 0;
    cursor.at = at;
    rows.reserve(count);
    return count;
  }
}
