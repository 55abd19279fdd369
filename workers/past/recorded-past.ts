// The past as a file has it: what a recorded feed did to one market, as blocks, and candles of its trades.
import { channelKey } from '../../core/feed/feed-protocol.ts';
import type { Instrument } from '../../core/instruments/instrument.ts';
import { EventColumns, ROW_KIND, type RowKind } from '../../core/market-data/event-columns.ts';
import { countedMs } from '../../core/market-data/tile.ts';
import { type EpochMs, type Interval, candleStart } from '../../core/units/time.ts';
import { stepsToNumber } from '../../core/units/units.ts';
import { BOOK_STATE, TRADE_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import { BookSync } from '../book/book-sync.ts';
import type { CandlePage, CandleQuery } from '../candles/candle-feed.ts';
import { type BookEvent, CANDLE_ROW, type MarketEvent } from '../decode/decoded-event.ts';
import { JsonDecoder } from '../decode/json-decoder.ts';
import { MsgpackDecoder } from '../decode/msgpack-decoder.ts';
import { Rows } from '../decode/rows.ts';
import { RECORD } from '../recorder/recording-file.ts';
import { LOST_BOOK, type Recording, type Step } from '../replay/recording.ts';
import { orderById } from '../trades/trade-rows.ts';
import type { PastBlock, PastPage, PastSource } from './past-source.ts';

/** A message may be from this much before or after the recording, by the exchange's clock; else its arrival counts. */
const CLOCK_MS = 600_000;
/** Most trades and book changes; what follows them is left out. */
const MAX_EVENTS = 4_000_000;
const BLOCK_EVENTS = 4_096;
const MINUTE = '1m';
const BUY = 1;
const SIDES = [
  ['bids', ROW_KIND.bid],
  ['asks', ROW_KIND.ask],
] as const;

/** The recorded books of a market: whole ones first, then those with the most messages. */
function bestBook({ channels }: Recording, id: number): { key: string; depth: number } | null {
  const books = channels.flatMap(({ arg, frames }) =>
    arg.channel === 'books' && arg.coinInfoId === id ? [{ key: channelKey(arg), depth: arg.depth, frames }] : [],
  );
  const reach = (depth: number): number => (depth === 0 ? Infinity : depth);
  books.sort((a, b) => (reach(a.depth) === reach(b.depth) ? b.frames - a.frames : reach(b.depth) - reach(a.depth)));
  return books[0] ?? null;
}

/** Throws Error for a market without a message. */
export function recordedPast(recording: Recording, market: Instrument): PastSource {
  const blocks = new BlockMaker(recording, market).run();
  const minutes = minutesOf(blocks, market);
  const { id } = market.info;
  return {
    isOfEvents: true,
    async page(): Promise<PastPage | null> {
      const [first] = blocks;
      return first
        ? { blocks: [...blocks], hasMore: false, firstMs: first.head.fromTs, lastMs: blocks.at(-1)!.head.toTs }
        : null;
    },
    async candles(period: Interval, { limit, from = -Infinity, before = Infinity }: CandleQuery): Promise<CandlePage> {
      const saved = recording.candles.find((each) => each.coinInfoId === id && each.period === period);
      const base = recording.candles.find((each) => each.coinInfoId === id && each.period === MINUTE)?.rows ?? minutes;
      const all = (saved?.rows ?? joined(base, period)).filter(([time = NaN]) => time >= from && time < before);
      const some = from === -Infinity ? all.slice(-limit) : all.slice(0, limit);
      const rows = new Rows(CANDLE_ROW, Math.max(1, some.length));
      for (const row of some) rows.data.set(row.slice(0, CANDLE_ROW), rows.add());
      return { rows, hasMore: all.length > some.length };
    },
  };
}

class BlockMaker {
  readonly #recording: Recording;
  readonly #id: number;
  readonly #book: { key: string; depth: number } | null;
  readonly #sync: BookSync;
  /** Levels as the blocks have them. */
  readonly #levels = { bids: new Map<number, number>(), asks: new Map<number, number>() };
  readonly #json = new JsonDecoder();
  readonly #msgpack = new MsgpackDecoder();
  readonly #blocks: PastBlock[] = [];
  #block: PastBlock | null = null;
  #count = 0;
  #lastTradeId = -1;
  #nowMs: EpochMs = NaN;
  #isLive = false;

  constructor(recording: Recording, market: Instrument) {
    this.#recording = recording;
    this.#id = market.info.id;
    this.#book = bestBook(recording, this.#id);
    this.#sync = new BookSync(this.#book?.depth ?? 0, () => {});
    const markets = new Map([[this.#id, market]]);
    this.#json.setInstruments(markets);
    this.#msgpack.setInstruments(markets);
  }

  run(): PastBlock[] {
    const steps = this.#recording.steps();
    for (let step = steps.next(); !step.done && this.#count < MAX_EVENTS; step = steps.next()) this.#play(step.value);
    return this.#blocks;
  }

  #play({ atMs, kind, text, bytes }: Step): void {
    this.#nowMs = atMs;
    if (kind === RECORD.closed || (kind === LOST_BOOK && text === this.#book?.key)) {
      this.#sync.onDisconnected();
      this.#follow(atMs);
    } else if (bytes) this.#msgpack.read(bytes, (event) => this.#apply(event));
    else if (kind === RECORD.text) this.#apply(this.#json.decode(text));
    else if (kind === RECORD.keyframe && !this.#isLive) this.#apply(this.#json.decode(text));
  }

  #apply(event: MarketEvent): void {
    if (event.kind === 'trades' && event.coinInfoId === this.#id) this.#addTrades(event.rows, event.snapshot);
    else if (event.kind === 'book' && event.coinInfoId === this.#id && this.#isOfBook(event)) {
      const isVerified = this.#sync.accept(event, 0);
      const ts = this.#timeOf(event.snapshot ? event.pts : event.ts);
      if (this.#isLive && isVerified && !event.snapshot) this.#followChange(event, ts);
      else this.#follow(ts);
    }
  }

  #isOfBook({ coinInfoId, depth, interval }: BookEvent): boolean {
    return channelKey({ channel: 'books', coinInfoId, depth, interval }) === this.#book?.key;
  }

  /** Trades of the first snapshot are from before the recording. */
  #addTrades(rows: Rows, isSnapshot: boolean): void {
    const isBefore = isSnapshot && this.#lastTradeId < 0;
    const { data, width, count } = rows;
    const order = orderById(rows);
    for (let row = 0; row < count; row++) {
      const at = order ? order[row]! : row * width;
      const id = data[at + TRADE_FIELD.id]!;
      if (id <= this.#lastTradeId) continue;
      this.#lastTradeId = id;
      if (isBefore) continue;
      const kind = data[at + TRADE_FIELD.side] === BUY ? ROW_KIND.buy : ROW_KIND.sell;
      const ts = this.#timeOf(data[at + TRADE_FIELD.ts]!);
      this.#add(kind, ts, data[at + TRADE_FIELD.price]!, data[at + TRADE_FIELD.lots]!, id);
    }
  }

  /** Adds what the book is now, as changes to what it was. */
  #follow(ts: EpochMs): void {
    const isLive = this.#sync.state === BOOK_STATE.live;
    if (!isLive) {
      if (this.#isLive) this.#add(ROW_KIND.bookReset, ts, 0, 0, 0);
      this.#isLive = false;
      this.#levels.bids.clear();
      this.#levels.asks.clear();
      return;
    }
    this.#isLive = true;
    for (const [name, kind] of SIDES) {
      const [side, known] = [this.#sync.book[name], this.#levels[name]];
      const gone = new Set(known.keys());
      for (let rank = 0; rank < side.length; rank++) {
        const price = side.priceAt(rank);
        gone.delete(price);
        this.#set(known, kind, ts, price, side.lotsAt(rank));
      }
      for (const price of gone) this.#set(known, kind, ts, price, 0);
    }
  }

  /** The same for a change of a live book: a deep one has far more levels than change. */
  #followChange(event: BookEvent, ts: EpochMs): void {
    for (const [name, kind] of SIDES) {
      const [side, known] = [this.#sync.book[name], this.#levels[name]];
      const { data, count } = event[name];
      for (let at = 0; at < 2 * count; at += 2) this.#set(known, kind, ts, data[at]!, data[at + 1]!);
      if (known.size === side.length) continue;
      // The worst ones fell out of the depth.
      const worst = side.priceAt(side.length - 1);
      for (const price of known.keys())
        if (kind === ROW_KIND.bid ? price < worst : price > worst) this.#set(known, kind, ts, price, 0);
    }
  }

  #set(known: Map<number, number>, kind: RowKind, ts: EpochMs, price: number, lots: number): void {
    if ((known.get(price) ?? 0) === lots) return;
    if (lots > 0) known.set(price, lots);
    else known.delete(price);
    this.#add(kind, ts, price, lots, 0);
  }

  /** By the exchange's clock, where that is near to the recording's. */
  #timeOf(ts: EpochMs): EpochMs {
    const { firstMs, lastMs } = this.#recording;
    return ts >= firstMs - CLOCK_MS && ts <= lastMs + CLOCK_MS ? ts : this.#nowMs;
  }

  #add(kind: RowKind, ts: EpochMs, price: number, lots: number, id: number): void {
    const block = (this.#block ??= this.#begin(ts));
    block.events.add(kind, ts, price, lots, id);
    this.#count++;
    block.head.events = block.events.size;
    block.head.toTs = Math.max(block.head.toTs, ts);
    if (block.events.size >= BLOCK_EVENTS) this.#block = null;
  }

  #begin(ts: EpochMs): PastBlock {
    const number = this.#blocks.length + 1;
    const head = {
      coinInfoId: this.#id,
      number,
      events: 0,
      fromTs: ts,
      toTs: ts,
      checksum: 0,
      hasBook: false,
      isSeam: number === 1,
      isBookLost: false,
      bytes: 0,
      prev: new Uint8Array(0),
    };
    const block: PastBlock = { head, book: null, events: new EventColumns() };
    this.#blocks.push(block);
    return block;
  }
}

/** Candles of a minute as saved ones are: time in ms, open, high, low, close, volume. */
function minutesOf(blocks: readonly PastBlock[], { price, amount }: Instrument): number[][] {
  const rows: number[][] = [];
  let newestMs = -Infinity;
  for (const { events } of blocks)
    for (let at = 0; at < events.size; at++) {
      const kind = events.kinds[at];
      if (kind !== ROW_KIND.buy && kind !== ROW_KIND.sell) continue;
      const traded = stepsToNumber(events.prices[at]!, price);
      const counted = countedMs(events.times[at]!, newestMs);
      newestMs = Math.max(newestMs, counted);
      rows.push([counted, traded, traded, traded, traded, stepsToNumber(events.lots[at]!, amount)]);
    }
  return joined(rows, MINUTE);
}

/** Rows joined to the candles of an interval. */
function joined(rows: readonly number[][], interval: Interval): number[][] {
  const candles: number[][] = [];
  for (const [ts = NaN, open = NaN, high = NaN, low = NaN, close = NaN, volume = NaN] of rows) {
    const start = candleStart(ts, interval);
    let at = candles.length;
    while (at > 0 && candles[at - 1]![0]! > start) at -= 1;
    const known = candles[at - 1];
    if (known?.[0] !== start) candles.splice(at, 0, [start, open, high, low, close, volume]);
    else known.splice(2, 4, Math.max(known[2]!, high), Math.min(known[3]!, low), close, known[5]! + volume);
  }
  return candles;
}
