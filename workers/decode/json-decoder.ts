// JSON text of the feed -> one checked event; market data is read straight into columns.
import type { Instrument } from '../../core/instruments/instrument.ts';
import { INTERVALS, type Interval } from '../../core/units/time.ts';
import {
  type BookEvent,
  type CandlesEvent,
  type MarketEvent,
  type TickersEvent,
  type TradesEvent,
  bookEvent,
  candlesEvent,
  tickersEvent,
  tradesEvent,
} from './decoded-event.ts';
import { JsonCursor, OBJECT, OBJECT_END, codeOf } from './json-cursor.ts';
import { JsonDataReader } from './json-data-reader.ts';
import { SLOW_CHANNELS, readControl, readPrivate, readSlowChannel } from './slow-messages.ts';

// Codes of names: in this module, because the switch below compares them for every field.
const TYPE = codeOf('type');
const DATA = codeOf('data');
const CHANNEL = codeOf('channel');
const COIN = codeOf('coinInfoId');
const KIND = codeOf('kind');
const SEQ = codeOf('seq');
const PREV_SEQ = codeOf('prevSeq');
const TS = codeOf('ts');
const PTS = codeOf('pts');
const DEPTH = codeOf('depth');
const INTERVAL = codeOf('interval');
const PERIOD = codeOf('period');
const CS = codeOf('cs');
const CS0 = codeOf('cs0');
const SNAPSHOT = codeOf('snapshot');
const DELTA = codeOf('delta');
const BOOKS = codeOf('books');
const TRADES = codeOf('trades');
const TICKERS = codeOf('tickers');
const CANDLES = codeOf('candles');
const ORDERS = codeOf('orders');
const BALANCES = codeOf('balances');
const SLOW_CODES = new Set(SLOW_CHANNELS.map(codeOf));
const PERIODS = new Map<number, Interval>(INTERVALS.map((name) => [codeOf(name), name]));

/** Head of a data message while it is being read. */
interface Head {
  type: number;
  channel: number;
  kind: number;
  coinInfoId: number;
  depth: number;
  interval: number;
  period: number;
  seq: number;
  prevSeq: number;
  ts: number;
  pts: number;
  cs: number;
  cs0: number;
}

/** Decodes messages of the markets that were set; those of other markets are `ignored`. */
export class JsonDecoder {
  readonly #cursor = new JsonCursor();
  readonly #reader = new JsonDataReader(this.#cursor);
  #instruments: ReadonlyMap<number, Instrument> = new Map();
  readonly #head: Head = {
    type: 0,
    channel: 0,
    kind: 0,
    coinInfoId: 0,
    depth: 0,
    interval: 0,
    period: 0,
    seq: 0,
    prevSeq: 0,
    ts: 0,
    pts: 0,
    cs: NaN,
    cs0: NaN,
  };
  readonly #book = bookEvent();
  readonly #trades = tradesEvent();
  readonly #tickers = tickersEvent();
  readonly #candles = candlesEvent();

  setInstruments(instruments: ReadonlyMap<number, Instrument>): void {
    this.#instruments = instruments;
  }

  /** Never throws: a malformed message gives a `bad` event with a reason. */
  decode(text: string): MarketEvent {
    const cursor = this.#cursor;
    const h = this.#head;
    cursor.reset(text);
    const dataAt = this.#readHead();
    if (cursor.failed) return { kind: 'bad', reason: 'not a message' };
    if (h.type !== DATA) return readControl(text);
    if (h.channel === ORDERS || h.channel === BALANCES) return readPrivate(text);
    if (SLOW_CODES.has(h.channel)) return readSlowChannel(text);
    if (dataAt < 0 || (h.kind !== SNAPSHOT && h.kind !== DELTA))
      return { kind: 'bad', reason: 'a data message without data' };
    // `data` came before the fields that say how to read it.
    if (dataAt > 0) {
      cursor.at = dataAt;
      this.#readData();
    }
    return this.#finish();
  }

  /**
   * Reads the head, and `data` too when all fields that it depends on come before it. Returns 0 then, else the position
   * of `data`, or -1 where there is none.
   */
  #readHead(): number {
    const cursor = this.#cursor;
    const h = this.#head;
    h.type = h.channel = h.kind = h.coinInfoId = h.depth = h.interval = h.period = h.ts = h.pts = 0;
    h.seq = h.prevSeq = -1;
    h.cs = h.cs0 = NaN;
    let dataAt = -1;
    if (!cursor.begin(OBJECT, OBJECT_END)) return dataAt;
    do {
      switch (cursor.key()) {
        case TYPE:
          h.type = cursor.word();
          break;
        case CHANNEL:
          h.channel = cursor.word();
          break;
        case COIN:
          h.coinInfoId = cursor.number();
          break;
        case KIND:
          h.kind = cursor.word();
          break;
        case SEQ:
          h.seq = cursor.number();
          break;
        case PREV_SEQ:
          h.prevSeq = cursor.number();
          break;
        case TS:
          h.ts = cursor.number();
          break;
        case PTS:
          h.pts = cursor.number();
          break;
        case CS:
          h.cs = cursor.number();
          break;
        case CS0:
          h.cs0 = cursor.number();
          break;
        case DEPTH:
          h.depth = cursor.number();
          break;
        case INTERVAL:
          h.interval = cursor.number();
          break;
        case PERIOD:
          h.period = cursor.word();
          break;
        case DATA:
          if (this.#canReadData()) {
            this.#readData();
            dataAt = 0;
          } else {
            dataAt = cursor.at;
            cursor.skip();
          }
          break;
        default:
          cursor.skip();
      }
    } while (cursor.more(OBJECT_END));
    if (!cursor.failed && cursor.peek() >= 0) cursor.fail();
    return dataAt;
  }

  /** Whether the head read so far suffices to read `data`. */
  #canReadData(): boolean {
    const { type, channel, coinInfoId } = this.#head;
    return (
      type === DATA &&
      (channel === BOOKS || channel === TRADES ? coinInfoId > 0 : channel === TICKERS || channel === CANDLES)
    );
  }

  #readData(): void {
    const { channel, coinInfoId } = this.#head;
    const reader = this.#reader;
    const market = this.#instruments.get(coinInfoId);
    if (channel === TICKERS) reader.readTickers(this.#tickers.rows, this.#instruments);
    else if (channel === CANDLES) reader.readCandles(this.#candles.rows);
    else if (channel === BOOKS && market) reader.readBook(this.#book, market);
    else if (channel === TRADES && market) reader.readTrades(this.#trades.rows, market);
    else this.#cursor.skip();
  }

  /** The event that was read, with its head filled in. */
  #finish(): MarketEvent {
    const h = this.#head;
    if (this.#cursor.failed) return { kind: 'bad', reason: 'malformed data' };
    if (h.channel !== TICKERS && !this.#instruments.has(h.coinInfoId)) return { kind: 'ignored' };
    const event = this.#eventOf(h.channel);
    if (event === null) return { kind: 'ignored' };
    event.snapshot = h.kind === SNAPSHOT;
    event.seq = h.seq;
    event.prevSeq = h.prevSeq;
    event.ts = h.ts;
    event.pts = h.pts;
    if (event.kind !== 'book') {
      event.cs = h.cs;
      event.cs0 = h.cs0;
    }
    return event;
  }

  #eventOf(channel: number): BookEvent | TradesEvent | TickersEvent | CandlesEvent | null {
    const h = this.#head;
    if (channel === TICKERS) return this.#tickers;
    if (channel === BOOKS) {
      const book = this.#book;
      book.coinInfoId = h.coinInfoId;
      book.depth = h.depth;
      book.interval = h.interval;
      return book;
    }
    if (channel === TRADES) {
      const trades = this.#trades;
      trades.coinInfoId = h.coinInfoId;
      return trades;
    }
    const period = PERIODS.get(h.period);
    if (channel !== CANDLES || period === undefined) return null;
    const candles = this.#candles;
    candles.coinInfoId = h.coinInfoId;
    candles.period = period;
    return candles;
  }
}
