// Reads the `data` of JSON book, trade, ticker and candle messages into rows of numbers.
import type { Instrument } from '../../core/instruments/instrument.ts';
import { TICKER_FIELD, TRADE_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import { type BookEvent, CANDLE_ROW } from './decoded-event.ts';
import { ARRAY, ARRAY_END, type JsonCursor, OBJECT, OBJECT_END, codeOf } from './json-cursor.ts';
import type { Rows } from './rows.ts';

// Codes of names: in this module, because the switches below compare them for every field.
const COIN = codeOf('coinInfoId');
const TS = codeOf('ts');
const CS = codeOf('cs');
const ASKS = codeOf('asks');
const BIDS = codeOf('bids');
const A = codeOf('a');
const B = codeOf('b');
const LOST = codeOf('lost');
const ID = codeOf('id');
const PRICE = codeOf('price');
const AMOUNT = codeOf('amount');
const SIDE = codeOf('side');
const BUY = codeOf('buy');
const SELL = codeOf('sell');
const LAST = codeOf('last');
const OPEN = codeOf('open24h');
const HIGH = codeOf('high24h');
const LOW = codeOf('low24h');
const VOL = codeOf('vol24h');
const QUOTE_AMOUNT = codeOf('amount24h');
const BID1 = codeOf('bid1');
const ASK1 = codeOf('ask1');
const QUOTE = 34;
const COMMA = 44;

/** Every method reads from the cursor's position; what does not fit fails the cursor. */
export class JsonDataReader {
  readonly #cursor: JsonCursor;

  constructor(cursor: JsonCursor) {
    this.#cursor = cursor;
  }

  /** Reads a book's `data` into the event; fails the cursor where there is no checksum. */
  readBook(book: BookEvent, market: Instrument): void {
    const cursor = this.#cursor;
    book.bids.clear();
    book.asks.clear();
    book.cs = NaN;
    book.lost = false;
    if (cursor.begin(OBJECT, OBJECT_END)) {
      do {
        switch (cursor.key()) {
          case A:
          case ASKS:
            this.#readLevels(book.asks, market);
            break;
          case B:
          case BIDS:
            this.#readLevels(book.bids, market);
            break;
          case CS:
            book.cs = cursor.number();
            break;
          case LOST:
            book.lost = cursor.number() === 1;
            break;
          default:
            cursor.skip();
        }
      } while (cursor.more(OBJECT_END));
    }
    if (!(book.cs >= 0)) cursor.fail();
  }

  /** Reads trades into rows of TRADE_FIELD; fails the cursor where a trade lacks a field. */
  readTrades(rows: Rows, market: Instrument): void {
    const cursor = this.#cursor;
    rows.clear();
    if (!cursor.begin(ARRAY, ARRAY_END)) return;
    do {
      const at = rows.add();
      rows.data.fill(NaN, at, at + rows.width);
      this.#readTrade(rows, at, market);
    } while (cursor.more(ARRAY_END));
  }

  /** Reads tickers into rows of TICKER_FIELD; those of unknown markets are skipped. */
  readTickers(rows: Rows, instruments: ReadonlyMap<number, Instrument>): void {
    const cursor = this.#cursor;
    rows.clear();
    if (!cursor.begin(ARRAY, ARRAY_END)) return;
    do this.#readTicker(rows, instruments);
    while (cursor.more(ARRAY_END));
  }

  /** Reads candles into rows of CANDLE_ROW numbers; times become ms. */
  readCandles(rows: Rows): void {
    const cursor = this.#cursor;
    rows.clear();
    if (!cursor.begin(ARRAY, ARRAY_END)) return;
    do {
      const at = rows.add();
      cursor.expect(ARRAY);
      rows.data[at] = cursor.number() * 1000;
      for (let field = 1; field < CANDLE_ROW; field++) {
        cursor.expect(COMMA);
        rows.data[at + field] = cursor.decimal();
      }
      while (cursor.more(ARRAY_END)) cursor.skip();
    } while (cursor.more(ARRAY_END));
  }

  /** Reads [[price, amount], ...] into rows of ticks and lots. */
  #readLevels(rows: Rows, { price, amount }: Instrument): void {
    const cursor = this.#cursor;
    if (!cursor.begin(ARRAY, ARRAY_END)) return;
    do {
      cursor.expect(ARRAY);
      const priceTicks = cursor.steps(price.decimals, price.step);
      cursor.expect(COMMA);
      const lots = cursor.steps(amount.decimals, amount.step);
      cursor.expect(ARRAY_END);
      const at = rows.add();
      rows.data[at] = priceTicks;
      rows.data[at + 1] = lots;
    } while (cursor.more(ARRAY_END));
  }

  #readTrade(rows: Rows, at: number, { price, amount }: Instrument): void {
    const cursor = this.#cursor;
    const { data } = rows;
    if (cursor.begin(OBJECT, OBJECT_END)) {
      do {
        switch (cursor.key()) {
          case ID:
            data[at + TRADE_FIELD.id] = cursor.number();
            break;
          case PRICE:
            data[at + TRADE_FIELD.price] = cursor.steps(price.decimals, price.step);
            break;
          case AMOUNT:
            data[at + TRADE_FIELD.lots] = cursor.steps(amount.decimals, amount.step);
            break;
          case SIDE:
            data[at + TRADE_FIELD.side] = sideCode(cursor.word());
            break;
          case TS:
            data[at + TRADE_FIELD.ts] = cursor.number();
            break;
          default:
            cursor.skip();
        }
      } while (cursor.more(OBJECT_END));
    }
    for (let field = 0; field < TRADE_FIELD.size; field++) if (!(data[at + field]! >= 0)) cursor.fail();
  }

  #readTicker(rows: Rows, instruments: ReadonlyMap<number, Instrument>): void {
    const cursor = this.#cursor;
    const at = rows.add();
    const { data } = rows;
    data.fill(NaN, at, at + rows.width);
    const start = cursor.at;
    let market: Instrument | undefined;
    if (!cursor.begin(OBJECT, OBJECT_END)) return void cursor.fail();
    do {
      const key = cursor.key();
      if (key === COIN) {
        const id = cursor.number();
        market = instruments.get(id);
        data[at + TICKER_FIELD.id] = id;
      } else if (market) this.#readTickerField(key, data, at, market);
      else cursor.skip();
    } while (cursor.more(OBJECT_END));
    if (market && this.#isIdFirst(start)) return;
    rows.count--;
    if (market) this.#readTickerAgain(rows, start, market);
  }

  /** Whether the row at `start` has its market's id as the first field, as our own server writes it. */
  #isIdFirst(start: number): boolean {
    const cursor = this.#cursor;
    return cursor.failed || cursor.text.startsWith('{"coinInfoId"', start);
  }

  /** Reads a row whose id came after other fields: only now is its price grid known. */
  #readTickerAgain(rows: Rows, start: number, market: Instrument): void {
    const cursor = this.#cursor;
    const at = rows.add();
    cursor.at = start;
    cursor.begin(OBJECT, OBJECT_END);
    do {
      const key = cursor.key();
      if (key === COIN) cursor.number();
      else this.#readTickerField(key, rows.data, at, market);
    } while (cursor.more(OBJECT_END));
  }

  #readTickerField(key: number, data: Float64Array, at: number, { price }: Instrument): void {
    const cursor = this.#cursor;
    switch (key) {
      case LAST:
        data[at + TICKER_FIELD.last] = this.#stepsOrNaN(price.decimals, price.step);
        break;
      case BID1:
        data[at + TICKER_FIELD.bid] = this.#stepsOrNaN(price.decimals, price.step);
        break;
      case ASK1:
        data[at + TICKER_FIELD.ask] = this.#stepsOrNaN(price.decimals, price.step);
        break;
      case OPEN:
        data[at + TICKER_FIELD.open] = this.#stepsOrNaN(price.decimals, price.step);
        break;
      case HIGH:
        data[at + TICKER_FIELD.high] = this.#stepsOrNaN(price.decimals, price.step);
        break;
      case LOW:
        data[at + TICKER_FIELD.low] = this.#stepsOrNaN(price.decimals, price.step);
        break;
      case VOL:
        data[at + TICKER_FIELD.vol] = cursor.decimal();
        break;
      case QUOTE_AMOUNT:
        data[at + TICKER_FIELD.amount] = cursor.decimal();
        break;
      case TS:
        data[at + TICKER_FIELD.ts] = cursor.number();
        break;
      default:
        cursor.skip();
    }
  }

  /** Steps of a price that may be unknown: null and "" give NaN (an empty book has no best bid). */
  #stepsOrNaN(decimals: number, step: number): number {
    const cursor = this.#cursor;
    if (cursor.peek() === QUOTE && cursor.text.charCodeAt(cursor.at + 1) !== QUOTE) return cursor.steps(decimals, step);
    cursor.skip();
    return NaN;
  }
}

/** `side` of TRADE_FIELD; NaN for anything but buy and sell. */
function sideCode(word: number): number {
  if (word === BUY) return 1;
  return word === SELL ? 2 : NaN;
}
