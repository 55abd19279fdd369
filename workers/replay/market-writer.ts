// Converts a venue's messages of one market into messages of our own feed.
import { ASK, BID, type SideCode, levelChange } from '../../core/feed/checksum.ts';
import type { Instrument } from '../../core/instruments/instrument.ts';
import type { Level } from '../../core/market-data/market-data.ts';
import { printSteps, stepsToNumber } from '../../core/units/units.ts';
import { type Loss, VenueBook, type VenueEvent, type VenueRules } from '../../core/venue/venue-book.ts';
import { plainDecimal } from '../../core/venue/venue-decimal.ts';
import { type VenueBest, type VenueMessage, type VenueTrade, rowsOf } from '../../core/venue/venue-message.ts';

/**
 * One message and when it was received, microseconds since the epoch. For a lost book `lost` is its market and the text
 * is empty.
 */
export interface TapeFrame {
  t: number;
  text: string;
  lost?: number;
}

/** `candles`: build 1 m candles from the trades. `tickers`: send tickers (the default). */
export interface TapeOptions {
  candles?: boolean;
  tickers?: boolean;
}

/** Start in ms, open, high, low and close in ticks, lots. */
type Candle = [number, number, number, number, number, number];

/** Book interval of subscriptions to a tape. */
export const TAPE_INTERVAL = 0;
/** Least time between two candle updates, microseconds of tape. */
const CANDLE_PACE_US = 250_000;
/** Largest quote amount: the feed has 18 digits before the point, and no exponent. */
const MAX_QUOTE = 1e17;

/** The venue's rules decide what a message does to its book; the checksum is that of our own feed. */
export class MarketWriter {
  readonly #market: Instrument;
  readonly #depth: number;
  readonly #options: TapeOptions;
  readonly #book: VenueBook;
  readonly #sides: [Map<number, number>, Map<number, number>] = [new Map(), new Map()];
  #checksum = 0;
  #seq = -1;
  #tickerSeq = 0;
  #tradeSeq = 0;
  #lastTradeId = 0;
  /** By start. */
  readonly #candles = new Map<number, Candle>();
  #newest: Candle | null = null;
  #candleSentAt = -Infinity;
  #candleSeq = 0;
  #candleIsFresh = false;

  /** `depth` as in our subscriptions; `onLoss` is called for every lost book and trade. */
  constructor(
    market: Instrument,
    rules: VenueRules,
    depth: number,
    options: TapeOptions,
    onLoss: (loss: Loss) => void,
  ) {
    this.#market = market;
    this.#depth = depth;
    this.#options = options;
    this.#book = new VenueBook(market, rules, onLoss);
  }

  /** Whether a snapshot was received. */
  get hasBegun(): boolean {
    return this.#seq >= 0;
  }

  /** Converts a message sent at `t`, microseconds since the epoch; appends to `out`. */
  write(message: VenueMessage, t: number, out: TapeFrame[]): void {
    if (message.k === 'bbo') {
      if (this.#options.tickers !== false) this.#ticker(message, t, out);
      return;
    }
    const events = this.#book.apply(message);
    if (message.k === 'tr') for (const event of events) if (event.kind === 'trade') this.#trade(message, event, t, out);
    if (message.k === 'snap' || message.k === 'd')
      this.#writeBook(events, message.E ?? message.ts ?? Math.floor(t / 1000), t, out);
  }

  /** Applies a message for the faults that it has, and writes nothing. */
  check(message: VenueMessage): void {
    if (message.k === 'bbo') return;
    const events = this.#book.apply(message);
    if (message.k !== 'tr' && this.#book.inStep && events.length > 0) this.#seq += 1;
  }

  /** Sends the last candle if it was delayed by the update interval. */
  finish(t: number, out: TapeFrame[]): void {
    if (!this.#candleIsFresh) return;
    this.#sendCandle(this.#newest!, 0, out, t);
    this.#candleSentAt = t;
    this.#candleIsFresh = false;
  }

  /** The book is lost: it is unverified until the next snapshot. */
  loseBook(t: number, out: TapeFrame[]): void {
    this.#book.reset();
    this.#reportLost(t, out);
  }

  /** Writes what a message changed: a snapshot after a reset, else a delta. */
  #writeBook(events: readonly VenueEvent[], ts: number, t: number, out: TapeFrame[]): void {
    const a: Level[] = [];
    const b: Level[] = [];
    let isSnapshot = false;
    for (const event of events) {
      if (event.kind === 'bookReset') {
        for (const levels of this.#sides) levels.clear();
        this.#checksum = 0;
        isSnapshot = true;
      } else if (event.kind === 'level')
        (event.side === ASK ? a : b).push(this.#set(event.side, event.priceTicks, event.lots));
    }
    if (!this.#book.inStep) {
      // What came after the loss stays: a snapshot of before it may be continued with it.
      if (isSnapshot) this.#reportLost(t, out);
    } else if (isSnapshot) {
      this.#seq += 1;
      this.#push(t, out, `"kind":"snapshot","seq":${this.#seq},"prevSeq":-1`, ts, {
        asks: this.#best(ASK),
        bids: this.#best(BID),
        cs: this.#checksum,
      });
    } else if (events.length > 0) {
      this.#seq += 1;
      this.#push(t, out, `"kind":"delta","seq":${this.#seq},"prevSeq":${this.#seq - 1}`, ts, {
        a,
        b,
        cs: this.#checksum,
      });
    }
  }

  #reportLost(t: number, out: TapeFrame[]): void {
    out.push({ t, text: '', lost: this.#market.info.id });
  }

  #push(t: number, out: TapeFrame[], sequence: string, ts: number, data: object): void {
    const head = `{"type":"data","channel":"books","coinInfoId":${this.#market.info.id},"depth":${this.#depth},"interval":${TAPE_INTERVAL}`;
    out.push({ t, text: `${head},${sequence},"ts":${ts},"pts":${ts},"data":${JSON.stringify(data)}}` });
  }

  #set(code: SideCode, ticks: number, lots: number): Level {
    const levels = this.#sides[code - 1]!;
    this.#checksum = (this.#checksum + levelChange(code, ticks, levels.get(ticks) ?? 0, lots)) >>> 0;
    if (lots === 0) levels.delete(ticks);
    else levels.set(ticks, lots);
    return [printSteps(ticks, this.#market.price), printSteps(lots, this.#market.amount)];
  }

  #best(code: SideCode): Level[] {
    const rows = [...this.#sides[code - 1]!].sort(([x], [y]) => (code === BID ? y - x : x - y));
    return rows.map(([ticks, lots]) => [printSteps(ticks, this.#market.price), printSteps(lots, this.#market.amount)]);
  }

  #ticker(line: VenueBest, t: number, out: TapeFrame[]): void {
    const [bid, ask] = [rowsOf(line.b)[0], rowsOf(line.a)[0]];
    if (!bid && !ask) return;
    const ts = line.E ?? Math.floor(t / 1000);
    const row = {
      coinInfoId: this.#market.info.id,
      ...(bid ? { bid1: plainDecimal(bid[0]) } : {}),
      ...(ask ? { ask1: plainDecimal(ask[0]) } : {}),
      ts,
    };
    const seq = ++this.#tickerSeq;
    const head = `{"type":"data","channel":"tickers","kind":"delta","seq":${seq},"prevSeq":${seq - 1}`;
    out.push({ t, text: `${head},"ts":${ts},"pts":${ts},"data":[${JSON.stringify(row)}]}` });
  }

  /** Writes a trade, with the venue's id while those increase. */
  #trade(
    line: VenueTrade,
    { priceTicks, lots, side, ts }: Extract<VenueEvent, { kind: 'trade' }>,
    t: number,
    out: TapeFrame[],
  ): void {
    const { price, amount, info } = this.#market;
    const own = Number(line.id);
    this.#lastTradeId = Number.isSafeInteger(own) && own > this.#lastTradeId ? own : this.#lastTradeId + 1;
    const row = {
      id: this.#lastTradeId,
      price: printSteps(priceTicks, price),
      amount: printSteps(lots, amount),
      side,
      ts,
    };
    const seq = ++this.#tradeSeq;
    const head = `{"type":"data","channel":"trades","coinInfoId":${info.id},"kind":"delta","seq":${seq},"prevSeq":${seq - 1}`;
    out.push({ t, text: `${head},"ts":${ts},"pts":${ts},"data":[${JSON.stringify(row)}]}` });
    if (this.#options.candles) this.#fold(t, ts, priceTicks, lots, out);
  }

  /** Folds a trade into the 1 m candle of its time, which may be over: one that comes late is sent at once. */
  #fold(t: number, ts: number, ticks: number, lots: number, out: TapeFrame[]): void {
    const start = Math.floor(ts / 60_000) * 60_000;
    const newest = this.#newest;
    const candle = this.#candleOf(start, ticks);
    candle[2] = Math.max(candle[2], ticks);
    candle[3] = Math.min(candle[3], ticks);
    candle[4] = ticks;
    candle[5] = Math.min(candle[5] + lots, Number.MAX_SAFE_INTEGER);
    if (newest && start < newest[0]) return this.#sendCandle(candle, 1, out, t);
    if (newest && newest !== candle) this.#sendCandle(newest, 1, out, t);
    this.#newest = candle;
    this.#candleIsFresh = true;
    if (t - this.#candleSentAt >= CANDLE_PACE_US) this.finish(t, out);
  }

  #candleOf(start: number, ticks: number): Candle {
    let candle = this.#candles.get(start);
    if (!candle) this.#candles.set(start, (candle = [start, ticks, ticks, ticks, ticks, 0]));
    return candle;
  }

  #sendCandle([start, open, high, low, close, lots]: Candle, closed: 0 | 1, out: TapeFrame[], t: number): void {
    const { price, amount, info } = this.#market;
    const quote = Math.min(stepsToNumber(lots, amount) * stepsToNumber(close, price), MAX_QUOTE).toFixed(4);
    const row = [
      start / 1000,
      ...[open, high, low, close].map((ticks) => printSteps(ticks, price)),
      printSteps(lots, amount),
      quote,
      closed,
    ];
    const seq = ++this.#candleSeq;
    const head = `{"type":"data","channel":"candles","coinInfoId":${info.id},"period":"1m","kind":"delta","seq":${seq},"prevSeq":${seq - 1}`;
    out.push({ t, text: `${head},"ts":${start},"pts":${start},"data":[${JSON.stringify(row)}]}` });
  }
}
