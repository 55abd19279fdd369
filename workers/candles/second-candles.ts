// One market's candles of a second, made from its trades as they come: live only, whole seconds only, a hole wherever
// trades were missed.
import type { Instrument } from '../../core/instruments/instrument.ts';
import { TRADE_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import { INTERVAL_MS, LIVE_INTERVAL, candleStart } from '../../core/units/time.ts';
import { stepsToNumber } from '../../core/units/units.ts';
import { CANDLE_ROW } from '../decode/decoded-event.ts';
import { Rows } from '../decode/rows.ts';
import { CandleSeries } from './candle-series.ts';
import type { CandleListener, CandleSource } from './candle-source.ts';

const SECOND_MS = INTERVAL_MS[LIVE_INTERVAL];
/**
 * Seconds without a trade are flat candles up to here; a longer silence is left out, as every interval of the exchange
 * leaves it out.
 */
const LONGEST_SILENCE_MS = 60_000;
/** Most candles kept, six hours of them; at the limit the older half is forgotten. */
const MAX_CANDLES = 21_600;
/** A failed load is tried again after this long. */
const RETRY_MS = 5_000;

/**
 * Trades are numbered without holes, so what was missed is known. A second whose trades were not all seen has no
 * candle: the first after the start, and those on both sides of a hole that the exchange's last trades do not fill. A
 * candle that misses in the sequence therefore means: nothing traded for over a minute, or this page did not see what
 * was traded.
 */
export class SecondCandleFeed implements CandleSource {
  readonly series = new CandleSeries();
  readonly listeners = new Set<CandleListener>();
  readonly hasMore = false;
  phase: CandleSource['phase'] = 'idle';
  get whole(): boolean {
    return this.phase === 'ready' && !this.fetching;
  }

  private readonly market: Instrument;
  private readonly fetchTrades: () => Promise<Rows>;
  private readonly markDirty: () => void;
  /** Trades that wait for those before them. */
  private readonly waiting = new Rows(TRADE_FIELD.size);
  private fetching = false;
  private lastId = NaN;
  /** Trades before it belong to seconds that were not seen whole. */
  private wholeFromMs = NaN;
  /** Whether the last candle may miss trades: the next one takes its place. */
  private cut = false;
  /** The last candle's volume, exactly. */
  private lots = 0;
  /** First row that changed and is not published yet. */
  private changed = Infinity;
  private triedStamp = -Infinity;
  private readonly row = new Float64Array(CANDLE_ROW);

  /**
   * `fetchTrades` gives the exchange's last trades, in either order; `stir` is called when an answer of it changed
   * something.
   */
  constructor(market: Instrument, fetchTrades: () => Promise<Rows>, markDirty: () => void) {
    this.market = market;
    this.fetchTrades = fetchTrades;
    this.markDirty = markDirty;
  }

  async load(stampMs: number): Promise<void> {
    this.phase = 'loading';
    this.triedStamp = stampMs;
    try {
      await this.fetch();
      this.phase = 'ready';
      this.flush();
      this.changed = Infinity;
      for (const listener of this.listeners) listener.onReset();
    } catch (error) {
      this.phase = 'failed';
      this.waiting.clear();
      for (const listener of this.listeners) listener.onFailure(error instanceof Error ? error.message : String(error));
    }
    this.markDirty();
  }

  /** There are none of before: what was not seen live is not told. */
  async older(): Promise<void> {}

  /** Trades missed meanwhile are noticed by the number of the next one. */
  resubscribed(stampMs: number): void {
    if (this.phase === 'failed') void this.load(stampMs);
  }

  check(stampMs: number): void {
    if (this.phase === 'failed' && stampMs - this.triedStamp >= RETRY_MS) void this.load(stampMs);
  }

  /** Live trades as rows of TRADE_FIELD, in either order; those already known are left out. */
  apply(rows: Rows, snapshot: boolean): void {
    if (this.phase !== 'ready' && this.phase !== 'loading') return;
    addAscending(rows, this.waiting);
    if (this.phase === 'loading' || this.fetching) return;
    const renumbered = snapshot && newest(rows) < this.lastId;
    if (renumbered || oldestAfter(this.waiting, this.lastId) > this.lastId + 1) void this.repair();
    else this.flush();
  }

  /** Fills a hole with the exchange's last trades; where they do not reach, or do not come, the hole stays. */
  private async repair(): Promise<void> {
    try {
      await this.fetch();
    } catch {
      // The trades between are lost to this page: that is what a hole says.
    }
    this.flush();
    this.markDirty();
  }

  private async fetch(): Promise<void> {
    this.fetching = true;
    try {
      const rows = await this.fetchTrades();
      // Asked after what is known: numbers below it are those of an exchange that began anew.
      if (newest(rows) < this.lastId) this.restart();
      addAscending(rows, this.waiting);
    } finally {
      this.fetching = false;
    }
  }

  private restart(): void {
    this.series.clear();
    this.lastId = this.wholeFromMs = NaN;
    this.cut = false;
    for (const listener of this.listeners) listener.onReset();
  }

  /** Makes candles of everything that waits. */
  private flush(): void {
    const { waiting } = this;
    const order = inOrder(waiting);
    for (let i = 0; i < waiting.count; i++) this.trade(waiting.data, order ? order[i]! : i * waiting.width);
    waiting.clear();
    if (this.series.length > MAX_CANDLES) this.dropOldest();
    else if (this.changed < Infinity) for (const listener of this.listeners) listener.onTail(this.changed, false);
    this.changed = Infinity;
  }

  private trade(data: Float64Array, at: number): void {
    const id = data[at + TRADE_FIELD.id]!;
    if (id <= this.lastId) return;
    const start = candleStart(data[at + TRADE_FIELD.ts]!, LIVE_INTERVAL);
    if (id !== (Number.isNaN(this.lastId) ? 1 : this.lastId + 1)) {
      this.cut = this.series.length > 0;
      this.wholeFromMs = start + SECOND_MS;
    }
    this.lastId = id;
    if (!(start < this.wholeFromMs)) this.add(start, data[at + TRADE_FIELD.price]!, data[at + TRADE_FIELD.lots]!);
  }

  /** A late trade counts to the running candle, as at the exchange. */
  private add(start: number, ticks: number, lots: number): void {
    const { series } = this;
    const price = stepsToNumber(ticks, this.market.price);
    if (series.length === 0 || this.cut || start > series.lastTime) return this.begin(start, price, lots);
    const last = series.length - 1;
    this.lots += lots;
    this.write(
      series.lastTime,
      series.open[last]!,
      Math.max(series.high[last]!, price),
      Math.min(series.low[last]!, price),
      price,
    );
  }

  private begin(start: number, price: number, lots: number): void {
    const { series } = this;
    if (this.cut) series.dropLast();
    else this.fill(start);
    this.cut = false;
    this.lots = lots;
    this.write(
      Math.max(start, series.length === 0 ? -Infinity : series.lastTime + SECOND_MS),
      price,
      price,
      price,
      price,
    );
  }

  /** Flat candles for the seconds between the last candle and `start`. */
  private fill(start: number): void {
    const { series } = this;
    if (!(start - series.lastTime <= LONGEST_SILENCE_MS)) return;
    const close = series.close[series.length - 1]!;
    this.lots = 0;
    for (let time = series.lastTime + SECOND_MS; time < start; time += SECOND_MS)
      this.write(time, close, close, close, close);
  }

  private write(time: number, open: number, high: number, low: number, close: number): void {
    const { row } = this;
    row[0] = time;
    row[1] = open;
    row[2] = high;
    row[3] = low;
    row[4] = close;
    row[5] = stepsToNumber(this.lots, this.market.amount);
    this.changed = Math.min(this.changed, this.series.upsert(row, 0));
  }

  private dropOldest(): void {
    this.series.dropFirst(this.series.length - MAX_CANDLES / 2);
    for (const listener of this.listeners) listener.onReset();
  }
}

/** Rows of a message are in one order or the other; they are added oldest first. */
function addAscending({ data, width, count }: Rows, to: Rows): void {
  const descending = count > 1 && data[0]! > data[(count - 1) * width]!;
  for (let i = 0; i < count; i++) {
    const from = (descending ? count - 1 - i : i) * width;
    const at = to.add();
    for (let field = 0; field < width; field++) to.data[at + field] = data[from + field]!;
  }
}

/** Newest number of rows in either order; NaN without any. */
function newest({ data, width, count }: Rows): number {
  return count === 0 ? NaN : Math.max(data[0]!, data[(count - 1) * width]!);
}

/** Smallest number above `id` among the rows; -Infinity without any, or before the first trade (NaN). */
function oldestAfter({ data, width, count }: Rows, id: number): number {
  let oldest = Infinity;
  for (let at = 0; at < count * width; at += width) if (data[at]! > id && data[at]! < oldest) oldest = data[at]!;
  return oldest === Infinity ? -Infinity : oldest;
}

/** Offsets of the rows by ascending number; null when they stand so. */
function inOrder({ data, width, count }: Rows): number[] | null {
  let ascending = true;
  for (let at = width; at < count * width; at += width) ascending &&= data[at]! >= data[at - width]!;
  if (ascending) return null;
  return Array.from({ length: count }, (_, i) => i * width).sort((a, b) => data[a]! - data[b]!);
}
