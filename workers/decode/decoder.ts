// Text frame -> one checked event. Book, trade, ticker and candle frames are read straight into columns; the rest
// through JSON.parse.
import type { Instrument } from '../../core/instruments/instrument.ts';
import { TICKER_FIELD, TRADE_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import { INTERVALS, type Interval } from '../../core/units/time.ts';
import { RARE, channelEvent, controlEvent, privateEvent } from './control.ts';
import { ARRAY, ARRAY_END, Cursor, OBJECT, OBJECT_END, codeOf } from './json-cursor.ts';
import {
  type BookEvent,
  CANDLE_ROW,
  type CandlesEvent,
  type MarketEvent,
  type TickersEvent,
  type TradesEvent,
  bookEvent,
  candlesEvent,
  tickersEvent,
  tradesEvent,
} from './decoded-event.ts';
import type { Rows } from './rows.ts';

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
const SNAPSHOT = codeOf('snapshot');
const DELTA = codeOf('delta');
const BOOKS = codeOf('books');
const TRADES = codeOf('trades');
const TICKERS = codeOf('tickers');
const CANDLES = codeOf('candles');
const ORDERS = codeOf('orders');
const BALANCES = codeOf('balances');
const RARE_CODES = new Set(RARE.map(codeOf));
const ASKS = codeOf('asks');
const BIDS = codeOf('bids');
const A = codeOf('a');
const B = codeOf('b');
const CS = codeOf('cs');
const CS0 = codeOf('cs0');
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
const QUOTE_CHAR = 34;
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

/** Reads frames of the markets it is told of; those of unknown markets are `ignored`. */
export class Decoder {
  private readonly cursor = new Cursor();
  private instruments: ReadonlyMap<number, Instrument> = new Map();
  private readonly head: Head = {
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
  private readonly book = bookEvent();
  private readonly trades = tradesEvent();
  private readonly tickers = tickersEvent();
  private readonly candles = candlesEvent();

  setInstruments(instruments: ReadonlyMap<number, Instrument>): void {
    this.instruments = instruments;
  }

  /** Never throws: what cannot be read is a `bad` event with a reason. */
  decode(text: string): MarketEvent {
    const { cursor, head: h } = this;
    cursor.reset(text);
    const dataAt = this.readHead();
    if (cursor.failed) return { kind: 'bad', reason: 'not a message' };
    if (h.type !== DATA) return controlEvent(text);
    if (h.channel === ORDERS || h.channel === BALANCES) return privateEvent(text);
    if (RARE_CODES.has(h.channel)) return channelEvent(text);
    if (dataAt < 0 || (h.kind !== SNAPSHOT && h.kind !== DELTA))
      return { kind: 'bad', reason: 'a data message without data' };
    // Data stood before the names that say how to read it.
    if (dataAt > 0) {
      cursor.at = dataAt;
      this.readData();
    }
    return this.finished();
  }

  /**
   * Reads the head, and `data` too when all that it depends on stands before it: 0 then, else its place, or -1 for
   * none.
   */
  private readHead(): number {
    const { cursor, head: h } = this;
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
          if (this.hasDataHead()) {
            this.readData();
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

  private hasDataHead(): boolean {
    const { type, channel, coinInfoId } = this.head;
    return (
      type === DATA &&
      (channel === BOOKS || channel === TRADES ? coinInfoId > 0 : channel === TICKERS || channel === CANDLES)
    );
  }

  private readData(): void {
    const { channel, coinInfoId } = this.head;
    const market = this.instruments.get(coinInfoId);
    if (channel === TICKERS) this.readTickers();
    else if (channel === CANDLES) this.readCandles();
    else if (channel === BOOKS && market) this.readBook(market);
    else if (channel === TRADES && market) this.readTrades(market);
    else this.cursor.skip();
  }

  /** The event that was read, with its head filled in. */
  private finished(): MarketEvent {
    const h = this.head;
    if (this.cursor.failed) return { kind: 'bad', reason: 'data out of shape' };
    if (h.channel !== TICKERS && !this.instruments.has(h.coinInfoId)) return { kind: 'ignored' };
    const event = this.eventOf(h.channel);
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

  private eventOf(channel: number): BookEvent | TradesEvent | TickersEvent | CandlesEvent | null {
    const { head: h, book, trades, candles } = this;
    if (channel === TICKERS) return this.tickers;
    if (channel === BOOKS) {
      book.coinInfoId = h.coinInfoId;
      book.depth = h.depth;
      book.interval = h.interval;
      return book;
    }
    if (channel === TRADES) {
      trades.coinInfoId = h.coinInfoId;
      return trades;
    }
    const period = PERIODS.get(h.period);
    if (channel !== CANDLES || period === undefined) return null;
    candles.coinInfoId = h.coinInfoId;
    candles.period = period;
    return candles;
  }

  private readBook(market: Instrument): void {
    const { cursor, book } = this;
    book.bids.clear();
    book.asks.clear();
    book.cs = NaN;
    book.lost = false;
    if (cursor.begin(OBJECT, OBJECT_END)) {
      do {
        switch (cursor.key()) {
          case A:
          case ASKS:
            this.readLevels(book.asks, market);
            break;
          case B:
          case BIDS:
            this.readLevels(book.bids, market);
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

  private readLevels(rows: Rows, { price, amount }: Instrument): void {
    const { cursor } = this;
    if (!cursor.begin(ARRAY, ARRAY_END)) return;
    do {
      cursor.expect(ARRAY);
      const priceTicks = cursor.steps(price.decimals, price.step);
      cursor.expect(44);
      const lots = cursor.steps(amount.decimals, amount.step);
      cursor.expect(ARRAY_END);
      const at = rows.add();
      rows.data[at] = priceTicks;
      rows.data[at + 1] = lots;
    } while (cursor.more(ARRAY_END));
  }

  private readTrades(market: Instrument): void {
    const {
      cursor,
      trades: { rows },
    } = this;
    rows.clear();
    if (!cursor.begin(ARRAY, ARRAY_END)) return;
    do {
      const at = rows.add();
      rows.data.fill(NaN, at, at + rows.width);
      this.readTrade(rows, at, market);
    } while (cursor.more(ARRAY_END));
  }

  private readTrade(rows: Rows, at: number, { price, amount }: Instrument): void {
    const { cursor } = this;
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

  private readTickers(): void {
    const {
      cursor,
      tickers: { rows },
    } = this;
    rows.clear();
    if (!cursor.begin(ARRAY, ARRAY_END)) return;
    do this.readTicker(rows);
    while (cursor.more(ARRAY_END));
  }

  private readTicker(rows: Rows): void {
    const { cursor } = this;
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
        market = this.instruments.get(id);
        data[at + TICKER_FIELD.id] = id;
      } else if (market) this.readTickerField(key, data, at, market);
      else cursor.skip();
    } while (cursor.more(OBJECT_END));
    if (market && this.idStoodFirst(start)) return;
    rows.count--;
    if (market) this.readLateTicker(start, market);
  }

  /** Whether the row that starts at `start` names its market before anything else, as the wire's own server does. */
  private idStoodFirst(start: number): boolean {
    return this.cursor.failed || this.cursor.text.startsWith('{"coinInfoId"', start);
  }

  /** Reads a row again whose market was named late. */
  private readLateTicker(start: number, market: Instrument): void {
    const {
      cursor,
      tickers: { rows },
    } = this;
    const at = rows.add();
    cursor.at = start;
    cursor.begin(OBJECT, OBJECT_END);
    do {
      const key = cursor.key();
      if (key === COIN) cursor.number();
      else this.readTickerField(key, rows.data, at, market);
    } while (cursor.more(OBJECT_END));
  }

  private readTickerField(key: number, data: Float64Array, at: number, { price }: Instrument): void {
    const { cursor } = this;
    switch (key) {
      case LAST:
        data[at + TICKER_FIELD.last] = this.stepsOrNone(price.decimals, price.step);
        break;
      case BID1:
        data[at + TICKER_FIELD.bid] = this.stepsOrNone(price.decimals, price.step);
        break;
      case ASK1:
        data[at + TICKER_FIELD.ask] = this.stepsOrNone(price.decimals, price.step);
        break;
      case OPEN:
        data[at + TICKER_FIELD.open] = this.stepsOrNone(price.decimals, price.step);
        break;
      case HIGH:
        data[at + TICKER_FIELD.high] = this.stepsOrNone(price.decimals, price.step);
        break;
      case LOW:
        data[at + TICKER_FIELD.low] = this.stepsOrNone(price.decimals, price.step);
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

  /** Steps of a price that may be unknown: null and "" read as NaN (an empty book has no best bid). */
  private stepsOrNone(decimals: number, step: number): number {
    const { cursor } = this;
    if (cursor.peek() === QUOTE_CHAR && cursor.text.charCodeAt(cursor.at + 1) !== QUOTE_CHAR)
      return cursor.steps(decimals, step);
    cursor.skip();
    return NaN;
  }

  private readCandles(): void {
    const {
      cursor,
      candles: { rows },
    } = this;
    rows.clear();
    if (!cursor.begin(ARRAY, ARRAY_END)) return;
    do {
      const at = rows.add();
      cursor.expect(ARRAY);
      rows.data[at] = cursor.number() * 1000;
      for (let field = 1; field < CANDLE_ROW; field++) {
        cursor.expect(44);
        rows.data[at + field] = cursor.decimal();
      }
      while (cursor.more(ARRAY_END)) cursor.skip();
    } while (cursor.more(ARRAY_END));
  }
}

/** Side as TRADE_FIELD has it; NaN for anything else. */
function sideCode(word: number): number {
  if (word === BUY) return 1;
  return word === SELL ? 2 : NaN;
}
