// One market's one-second candles, built from live trades: complete seconds only.
import { errorMessage } from '../../core/errors/error-message.ts';
import type { Instrument } from '../../core/instruments/instrument.ts';
import { TRADE_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import { INTERVAL_MS, LIVE_INTERVAL, candleStart } from '../../core/units/time.ts';
import { stepsToNumber } from '../../core/units/units.ts';
import { CANDLE_ROW } from '../decode/decoded-event.ts';
import { Rows } from '../decode/rows.ts';
import { addAscending, newest, oldestAfter, orderById } from '../trades/trade-rows.ts';
import { CandleSeries } from './candle-series.ts';
import type { CandleListener, TradeCandleSource } from './candle-source.ts';

const SECOND_MS = INTERVAL_MS[LIVE_INTERVAL];
/**
 * Seconds without a trade become flat candles up to this length; a longer pause is left out, as in every interval of
 * the exchange.
 */
const LONGEST_SILENCE_MS = 60_000;
/** Most candles in memory, six hours; at the limit the older half is dropped. */
const MAX_CANDLES = 21_600;
/** A failed load is retried after this long. */
const RETRY_MS = 5_000;

/**
 * Trade ids are consecutive, so missed trades are detected. A second whose trades were not all received has no candle:
 * the first after the start, and those on both sides of a gap that the exchange's last trades do not fill. A missing
 * candle therefore means that there was no trade for over a minute, or that this page missed trades.
 */
export class SecondCandleFeed implements TradeCandleSource {
  readonly series = new CandleSeries();
  readonly listeners = new Set<CandleListener>();
  readonly hasMore = false;
  readonly coinInfoId: number;
  phase: TradeCandleSource['phase'] = 'idle';
  get isComplete(): boolean {
    return this.phase === 'ready' && !this.#fetching;
  }

  readonly #market: Instrument;
  readonly #fetchTrades: () => Promise<Rows>;
  readonly #markDirty: () => void;
  /** Trades that are not in candles yet: some before them are missing. */
  readonly #pending = new Rows(TRADE_FIELD.size);
  #fetching = false;
  #lastId = NaN;
  /** Trades before this time belong to seconds that were not received completely. */
  #wholeFromMs = NaN;
  /** Whether the last candle may lack trades: the next one replaces it. */
  #cut = false;
  /** Volume of the last candle in lots. */
  #lots = 0;
  /** First row that changed and is not published yet. */
  #changed = Infinity;
  #triedStamp = -Infinity;
  readonly #row = new Float64Array(CANDLE_ROW);

  /** `fetchTrades` returns the exchange's last trades, in either order; `markDirty` is called after their answer. */
  constructor(market: Instrument, fetchTrades: () => Promise<Rows>, markDirty: () => void) {
    this.#market = market;
    this.coinInfoId = market.info.id;
    this.#fetchTrades = fetchTrades;
    this.#markDirty = markDirty;
  }

  async load(stampMs: number): Promise<void> {
    this.phase = 'loading';
    this.#triedStamp = stampMs;
    try {
      await this.#fetch();
      this.phase = 'ready';
      this.#flush();
      this.#changed = Infinity;
      for (const listener of this.listeners) listener.onReset();
    } catch (error) {
      this.phase = 'failed';
      this.#pending.clear();
      for (const listener of this.listeners) listener.onFailure(errorMessage(error));
    }
    this.#markDirty();
  }

  /** Does nothing: one-second candles exist from live trades only. */
  async older(): Promise<void> {}

  /** Missed trades are detected by the id of the next one. */
  resubscribed(stampMs: number): void {
    if (this.phase === 'failed') void this.load(stampMs);
  }

  check(stampMs: number): void {
    if (this.phase === 'failed' && stampMs - this.#triedStamp >= RETRY_MS) void this.load(stampMs);
  }

  /** Does nothing: an answer that is late changes candles that are not shown. */
  dispose(): void {}

  apply(rows: Rows, snapshot: boolean): void {
    if (this.phase !== 'ready' && this.phase !== 'loading') return;
    addAscending(rows, this.#pending);
    if (this.phase === 'loading' || this.#fetching) return;
    const renumbered = snapshot && newest(rows) < this.#lastId;
    if (renumbered || oldestAfter(this.#pending, this.#lastId) > this.#lastId + 1) void this.#repair();
    else this.#flush();
  }

  /** Fills a gap with the exchange's last trades; where those do not reach back to it, the gap stays. */
  async #repair(): Promise<void> {
    try {
      await this.#fetch();
    } catch {
      // The missed trades stay missing: the candles show a gap.
    }
    this.#flush();
    this.#markDirty();
  }

  async #fetch(): Promise<void> {
    this.#fetching = true;
    try {
      const rows = await this.#fetchTrades();
      // The request was sent after these trades: smaller ids mean that the exchange restarted its numbering.
      if (newest(rows) < this.#lastId) this.#restart();
      addAscending(rows, this.#pending);
    } finally {
      this.#fetching = false;
    }
  }

  #restart(): void {
    this.series.clear();
    this.#lastId = this.#wholeFromMs = NaN;
    this.#cut = false;
    for (const listener of this.listeners) listener.onReset();
  }

  /** Adds all pending trades to the candles. */
  #flush(): void {
    const waiting = this.#pending;
    const order = orderById(waiting);
    for (let i = 0; i < waiting.count; i++) this.#trade(waiting.data, order ? order[i]! : i * waiting.width);
    waiting.clear();
    if (this.series.length > MAX_CANDLES) this.#dropOldest();
    else if (this.#changed < Infinity) for (const listener of this.listeners) listener.onTail(this.#changed, false);
    this.#changed = Infinity;
  }

  #trade(data: Float64Array, at: number): void {
    const id = data[at + TRADE_FIELD.id]!;
    if (id <= this.#lastId) return;
    const start = candleStart(data[at + TRADE_FIELD.ts]!, LIVE_INTERVAL);
    if (id !== (Number.isNaN(this.#lastId) ? 1 : this.#lastId + 1)) {
      this.#cut = this.series.length > 0;
      this.#wholeFromMs = start + SECOND_MS;
    }
    this.#lastId = id;
    if (!(start < this.#wholeFromMs)) this.#add(start, data[at + TRADE_FIELD.price]!, data[at + TRADE_FIELD.lots]!);
  }

  /** Adds a trade; a late one counts to the running candle: those before are complete. */
  #add(start: number, ticks: number, lots: number): void {
    const { series } = this;
    const price = stepsToNumber(ticks, this.#market.price);
    if (series.length === 0 || this.#cut || start > series.lastTime) return this.#begin(start, price, lots);
    const last = series.length - 1;
    this.#lots += lots;
    this.#write(
      series.lastTime,
      series.open[last]!,
      Math.max(series.high[last]!, price),
      Math.min(series.low[last]!, price),
      price,
    );
  }

  #begin(start: number, price: number, lots: number): void {
    const { series } = this;
    if (this.#cut) series.dropLast();
    else this.#fill(start);
    this.#cut = false;
    this.#lots = lots;
    this.#write(
      Math.max(start, series.length === 0 ? -Infinity : series.lastTime + SECOND_MS),
      price,
      price,
      price,
      price,
    );
  }

  /** Appends flat candles for the seconds between the last candle and `start`. */
  #fill(start: number): void {
    const { series } = this;
    if (!(start - series.lastTime <= LONGEST_SILENCE_MS)) return;
    const close = series.close[series.length - 1]!;
    this.#lots = 0;
    for (let time = series.lastTime + SECOND_MS; time < start; time += SECOND_MS)
      this.#write(time, close, close, close, close);
  }

  #write(time: number, open: number, high: number, low: number, close: number): void {
    const row = this.#row;
    row[0] = time;
    row[1] = open;
    row[2] = high;
    row[3] = low;
    row[4] = close;
    row[5] = stepsToNumber(this.#lots, this.#market.amount);
    this.#changed = Math.min(this.#changed, this.series.upsert(row, 0));
  }

  #dropOldest(): void {
    this.series.dropFirst(this.series.length - MAX_CANDLES / 2);
    for (const listener of this.listeners) listener.onReset();
  }
}
