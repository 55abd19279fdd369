// One market's candles of one interval: history, live updates, gap repair, older pages.
import { errorMessage } from '../../core/errors/error-message.ts';
import { type EpochMs, type Interval, nextCandleStart } from '../../core/units/time.ts';
import { CANDLE_ROW } from '../decode/decoded-event.ts';
import { Rows } from '../decode/rows.ts';
import { CandleSeries } from './candle-series.ts';
import type { CandleListener, CandleSource } from './candle-source.ts';

/** Candles of the first page. Older pages are longer, as scrolling needs more at once. */
const PAGE = 300;
const OLDER_PAGE = 500;
/** Most candles that one call returns. */
const REPAIR_PAGE = 1000;
/** Most pages of one gap repair; after a longer gap the series is loaded again. */
const REPAIR_PAGES = 5;
/** Most candles in memory: about 35 days of minutes. At the limit no older ones are loaded. */
const MAX_CANDLES = 50_000;
/** A failed load or repair is retried after this long. */
const RETRY_MS = 5_000;

/** Query of a page of candles; bounds as in the call, but in ms. */
export interface CandleQuery {
  limit: number;
  /** Exclusive upper bound. */
  before?: EpochMs;
  /** Inclusive lower bound. */
  from?: EpochMs;
}

/** Candle rows, ascending. `hasMore` as the exchange answered, undefined where it did not. */
export interface CandlePage {
  rows: Rows;
  hasMore: boolean | undefined;
  /** Whether the last one was over when it was read. */
  isLastClosed?: boolean;
}

export class CandleFeed implements CandleSource {
  readonly series = new CandleSeries();
  readonly listeners = new Set<CandleListener>();
  phase: CandleSource['phase'] = 'idle';
  hasMore = true;
  readonly #interval: Interval;
  readonly #fetchPage: (query: CandleQuery) => Promise<CandlePage>;
  /** Live candles that arrived while the history was loading. */
  #early = new Rows(CANDLE_ROW);
  #olderPending = false;
  #repairPending = false;
  /** Whether the series may have holes near its end. */
  #mayHaveGap = false;
  /** Time of the first candle that may lack trades: the last one before a lost connection. NaN without one. */
  #gapFrom = NaN;
  /** How often something may have been missed. */
  #losses = 0;
  /** Time of the first candle of this subscription; NaN before its snapshot. What ends before it may lack some. */
  #liveFrom = NaN;
  /** Time of the last candle that ended an answer and was over then. */
  #closedTime = NaN;
  #triedStamp = -Infinity;
  /** Number of the current load: answers to calls of an earlier one are dropped. */
  #epoch = 0;

  constructor(interval: Interval, fetchPage: (query: CandleQuery) => Promise<CandlePage>) {
    this.#interval = interval;
    this.#fetchPage = fetchPage;
  }

  get isComplete(): boolean {
    return this.phase === 'ready' && !this.#mayHaveGap && !this.#repairPending;
  }

  /** Loads the newest page and replaces the series with it. Never rejects: listeners get the failure. */
  async load(stampMs: number): Promise<void> {
    this.phase = 'loading';
    this.#triedStamp = stampMs;
    this.#mayHaveGap = false;
    this.#gapFrom = NaN;
    const epoch = ++this.#epoch;
    try {
      const page = await this.#fetchPage({ limit: PAGE });
      if (epoch === this.#epoch) this.#begin(page);
    } catch (error) {
      if (epoch !== this.#epoch) return;
      this.phase = 'failed';
      this.#early.clear();
      for (const listener of this.listeners) listener.onFailure(errorMessage(error));
    }
  }

  /** Live rows, ascending; those of a snapshot are the first ones of a subscription. */
  apply(rows: Rows, stampMs: number, isSnapshot = false): void {
    if (isSnapshot && rows.count > 0) this.#noteLive(rows.data[0]!);
    if (this.phase !== 'ready') {
      if (this.phase === 'loading') copyRows(rows, this.#early);
      return;
    }
    for (let i = 0; i < rows.count; i++) this.#applyRow(rows, i * CANDLE_ROW);
    if (this.#mayHaveGap) void this.#repair(stampMs);
  }

  /** Subscribed again after a connection loss: candles that closed meanwhile are fetched. */
  resubscribed(stampMs: number): void {
    this.#liveFrom = NaN;
    if (this.phase === 'failed') void this.load(stampMs);
    else if (this.phase === 'ready') {
      this.#noteLoss(this.series.lastTime);
      this.#triedStamp = -Infinity;
      void this.#repair(stampMs);
    } else if (this.#early.count > 0) this.#noteLoss(this.#early.data[(this.#early.count - 1) * CANDLE_ROW]!);
  }

  /** Call about once a second: retries what failed. */
  check(stampMs: number): void {
    if (stampMs - this.#triedStamp < RETRY_MS) return;
    if (this.phase === 'failed') void this.load(stampMs);
    else if (this.phase === 'ready' && this.#mayHaveGap) void this.#repair(stampMs);
  }

  /**
   * Fetches the page before the first candle, unless one is being fetched or there is none. A failure changes nothing:
   * the chart asks again when the user pans.
   */
  async older(): Promise<void> {
    if (this.phase !== 'ready' || this.#olderPending || !this.hasMore) return;
    this.#olderPending = true;
    const epoch = this.#epoch;
    try {
      const page = await this.#fetchPage({ limit: OLDER_PAGE, before: this.series.timeAt(0) });
      if (epoch === this.#epoch) this.#prepend(page);
    } catch (error) {
      console.warn('candles.older_failed', error);
    } finally {
      this.#olderPending = false;
    }
  }

  #begin(page: CandlePage): void {
    this.series.clear();
    this.series.merge(page.rows);
    this.hasMore = page.rows.count > 0 && (page.hasMore ?? page.rows.count >= PAGE);
    this.phase = 'ready';
    // After a loss meanwhile it is not known either where the messages before it began.
    if (this.#mayHaveGap) this.#noteLoss(this.series.lastTime);
    else this.#noteEnd(this.series.lastTime, page.isLastClosed);
    this.#addEarly();
    for (const listener of this.listeners) listener.onReset();
  }

  /**
   * Adds live candles that arrived while loading: newer than the history's last, or the same one with at least its
   * volume.
   */
  #addEarly(): void {
    const early = this.#early;
    const { series } = this;
    for (let i = 0; i < early.count; i++) {
      const at = i * CANDLE_ROW;
      const isOlder = early.data[at] === series.lastTime && early.data[at + 5]! < series.volume[series.length - 1]!;
      if (!isOlder) this.#noteGap(early.data[at]!);
      if (!isOlder) this.#set(early, at);
    }
    early.clear();
  }

  #prepend(page: CandlePage): void {
    const first = this.series.timeAt(0);
    const fresh = new Rows(CANDLE_ROW, Math.max(1, page.rows.count));
    for (let i = 0; i < page.rows.count; i++) {
      if (this.series.length > 0 && !(page.rows.data[i * CANDLE_ROW]! < first)) break;
      copyRow(page.rows, i, fresh);
    }
    const hasCapacity = this.series.length + fresh.count < MAX_CANDLES;
    this.hasMore = fresh.count > 0 && hasCapacity && (page.hasMore ?? page.rows.count >= OLDER_PAGE);
    this.series.prepend(fresh);
    for (const listener of this.listeners) listener.onPrepend(fresh.count);
  }

  #applyRow(rows: Rows, at: number): void {
    const time = rows.data[at]!;
    const inPast = time < this.series.lastTime;
    this.#noteGap(time);
    const row = this.#set(rows, at);
    if (row >= 0) this.#notifyTail(row, inPast);
  }

  /** Sets one candle, which may be over: it had a late trade. Returns its row, or -1 before the first. */
  #set(rows: Rows, at: number): number {
    const { series } = this;
    const row = series.upsert(rows.data, at);
    if (row >= 0 || !(rows.data[at]! >= series.timeAt(0))) return row;
    const one = new Rows(CANDLE_ROW, 1);
    copyRow(rows, at / CANDLE_ROW, one);
    return series.merge(one);
  }

  /** A candle that does not follow the last one leaves a gap, unless there were no trades in between. */
  #noteGap(time: number): void {
    const last = this.series.lastTime;
    if (time > last && time > nextCandleStart(last, this.#interval)) this.#mayHaveGap = true;
  }

  /** The subscription begins with the candle that starts at `time`: what follows is received. */
  #noteLive(time: number): void {
    this.#liveFrom = time;
    // A repair that is due compares with its own answer.
    if (this.phase === 'ready' && Number.isNaN(this.#gapFrom)) this.#noteEnd(this.series.lastTime);
  }

  /** A candle that ends an answer may have been read before its last trades, which no message had either. */
  #noteEnd(time: number, isClosed = false): void {
    if (isClosed) this.#closedTime = time;
    if (time < this.#liveFrom && time !== this.#closedTime) this.#noteLoss(time);
  }

  /** Trades may be missing in the candle that starts at `time`, and candles after it. */
  #noteLoss(time: number): void {
    this.#losses++;
    this.#mayHaveGap = true;
    if (!(this.#gapFrom <= time)) this.#gapFrom = time;
  }

  #notifyTail(first: number, inPast: boolean): void {
    for (const listener of this.listeners) listener.onTail(first, inPast);
  }

  /** Fetches from the last candle known to be closed up to the newest, and merges. One repair runs at a time. */
  async #repair(stampMs: number): Promise<void> {
    if (this.#repairPending || stampMs - this.#triedStamp < RETRY_MS) return;
    this.#repairPending = true;
    this.#triedStamp = stampMs;
    this.#mayHaveGap = false;
    const epoch = this.#epoch;
    const losses = this.#losses;
    try {
      const whole = await this.#fillFrom(this.#repairStart(), epoch);
      if (epoch !== this.#epoch) return;
      if (!whole) void this.load(stampMs);
      // What was missed meanwhile may not be in the answers.
      else if (losses !== this.#losses) this.#mayHaveGap = true;
      else this.#gapFrom = NaN;
    } catch {
      // The call failed: the series stays as it is, and check() retries.
      this.#mayHaveGap = true;
    } finally {
      this.#repairPending = false;
    }
  }

  /** Marks the seam when at least one whole candle was missed. */
  #noteSeam(): void {
    const gapFrom = this.#gapFrom;
    const { series } = this;
    if (!Number.isNaN(gapFrom) && series.length - series.indexOf(gapFrom) > 2) series.seam = gapFrom;
  }

  /** Start of the newest candle before the first that may lack trades, or the first gap at most one page back. */
  #repairStart(): EpochMs {
    const { series } = this;
    const last = Number.isNaN(this.#gapFrom) ? series.length - 1 : series.indexOf(this.#gapFrom);
    for (let i = Math.max(1, series.length - REPAIR_PAGE); i <= last; i++) {
      if (series.timeAt(i) > nextCandleStart(series.timeAt(i - 1), this.#interval))
        return series.timeAt(Math.max(0, i - 2));
    }
    return series.timeAt(Math.max(0, last - 1));
  }

  /** Merges page after page. Returns false when the gap is too long, or the exchange no longer has its start. */
  async #fillFrom(from: EpochMs, epoch: number): Promise<boolean> {
    for (let pages = 0; pages < REPAIR_PAGES; pages++) {
      const { rows, isLastClosed } = await this.#fetchPage(
        Number.isNaN(from) ? { limit: REPAIR_PAGE } : { limit: REPAIR_PAGE, from },
      );
      if (epoch !== this.#epoch || rows.count === 0) return true;
      if (rows.count >= REPAIR_PAGE && rows.data[0]! > from) return false;
      const first = this.series.merge(rows);
      this.#noteSeam();
      this.#notifyTail(first, true);
      from = rows.data[(rows.count - 1) * CANDLE_ROW]!;
      // The page contains what was missing before a live candle that arrived meanwhile.
      if (this.series.lastTime <= nextCandleStart(from, this.#interval)) this.#mayHaveGap = false;
      if (rows.count < REPAIR_PAGE) {
        this.#noteEnd(from, isLastClosed);
        return true;
      }
    }
    return false;
  }
}

function copyRow(from: Rows, row: number, to: Rows): void {
  const at = to.add();
  for (let field = 0; field < CANDLE_ROW; field++) to.data[at + field] = from.data[row * CANDLE_ROW + field]!;
}

function copyRows(from: Rows, to: Rows): void {
  for (let i = 0; i < from.count; i++) copyRow(from, i, to);
}
