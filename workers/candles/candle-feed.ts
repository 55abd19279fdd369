// One market's candles of one interval: history, live continuation, gap repair after a reconnect, older pages.
import { type EpochMs, type Interval, nextCandleStart } from '../../core/units/time.ts';
import { CANDLE_ROW } from '../decode/decoded-event.ts';
import { Rows } from '../decode/rows.ts';
import { CandleSeries } from './candle-series.ts';
import type { CandleListener, CandleSource } from './candle-source.ts';

/** Candles of the first load, and of an older page. */
const PAGE = 300;
const OLDER_PAGE = 500;
/** Most candles one call gives. */
const REPAIR_PAGE = 1000;
/** Pages a gap repair may take before the series is loaded anew instead. */
const REPAIR_PAGES = 5;
/** Most candles kept: about 35 days of minutes. At the limit there are no older ones. */
const MAX_CANDLES = 50_000;
/** A failed load or repair is tried again after this long. */
const RETRY_MS = 5_000;

/** What is asked of the exchange; bounds as the call has them, but in ms. */
export interface CandleQuery {
  limit: number;
  /** Candles before it. */
  before?: EpochMs;
  /** Candles from it on. */
  from?: EpochMs;
}

/** Ascending candle rows; `hasMore` as the exchange says it, or undefined. */
export interface CandlePage {
  rows: Rows;
  hasMore: boolean | undefined;
}

export class CandleFeed implements CandleSource {
  readonly series = new CandleSeries();
  readonly listeners = new Set<CandleListener>();
  phase: CandleSource['phase'] = 'idle';
  hasMore = true;
  private readonly interval: Interval;
  private readonly fetchPage: (query: CandleQuery) => Promise<CandlePage>;
  /** Live candles that came while the history was under way. */
  private early = new Rows(CANDLE_ROW);
  private olderPending = false;
  private repairPending = false;
  /** Whether the series may have holes near its end. */
  private mayHaveGap = false;
  /** Last candle heard before the connection was lost; NaN once what followed it was fetched. */
  private gapFrom = NaN;
  private triedStamp = -Infinity;
  /** Grows with every load anew: answers of before are dropped. */
  private epoch = 0;

  constructor(interval: Interval, fetchPage: (query: CandleQuery) => Promise<CandlePage>) {
    this.interval = interval;
    this.fetchPage = fetchPage;
  }

  get whole(): boolean {
    return this.phase === 'ready' && !this.mayHaveGap && !this.repairPending;
  }

  /** Loads the newest page and starts anew with it. */
  async load(stampMs: number): Promise<void> {
    this.phase = 'loading';
    this.triedStamp = stampMs;
    this.mayHaveGap = false;
    const epoch = ++this.epoch;
    try {
      const page = await this.fetchPage({ limit: PAGE });
      if (epoch === this.epoch) this.begin(page);
    } catch (error) {
      if (epoch !== this.epoch) return;
      this.phase = 'failed';
      this.early.clear();
      for (const listener of this.listeners) listener.onFailure(error instanceof Error ? error.message : String(error));
    }
  }

  /** Live rows, ascending. */
  apply(rows: Rows, stampMs: number): void {
    if (this.phase !== 'ready') {
      if (this.phase === 'loading') copyRows(rows, this.early);
      return;
    }
    for (let i = 0; i < rows.count; i++) this.applyRow(rows, i * CANDLE_ROW);
    if (this.mayHaveGap) void this.repair(stampMs);
  }

  /** The connection was lost and is there again: what closed meanwhile is fetched. */
  resubscribed(stampMs: number): void {
    if (this.phase === 'failed') void this.load(stampMs);
    else if (this.phase === 'ready') {
      this.gapFrom = this.series.lastTime;
      this.mayHaveGap = true;
      this.triedStamp = -Infinity;
      void this.repair(stampMs);
    }
  }

  /** To be called about once a second: tries again what failed. */
  check(stampMs: number): void {
    if (stampMs - this.triedStamp < RETRY_MS) return;
    if (this.phase === 'failed') void this.load(stampMs);
    else if (this.phase === 'ready' && this.mayHaveGap) void this.repair(stampMs);
  }

  /**
   * Fetches the page before the first candle, unless one is under way or there is none. Failing is told to the
   * listeners.
   */
  async older(): Promise<void> {
    if (this.phase !== 'ready' || this.olderPending || !this.hasMore) return;
    this.olderPending = true;
    const { epoch } = this;
    try {
      const page = await this.fetchPage({ limit: OLDER_PAGE, before: this.series.timeAt(0) });
      if (epoch === this.epoch) this.prepend(page);
    } catch (error) {
      for (const listener of this.listeners) listener.onFailure(error instanceof Error ? error.message : String(error));
    } finally {
      this.olderPending = false;
    }
  }

  private begin(page: CandlePage): void {
    this.series.clear();
    this.series.merge(page.rows);
    this.hasMore = page.rows.count > 0 && (page.hasMore ?? page.rows.count >= PAGE);
    this.phase = 'ready';
    this.addEarly();
    for (const listener of this.listeners) listener.onReset();
  }

  /** Live candles of the loading time: each newer than the history's last, or the same one with at least its volume. */
  private addEarly(): void {
    const { early, series } = this;
    for (let i = 0; i < early.count; i++) {
      const at = i * CANDLE_ROW;
      const isOlder = early.data[at] === series.lastTime && early.data[at + 5]! < series.volume[series.length - 1]!;
      if (!isOlder) this.noteGap(early.data[at]!);
      if (!isOlder) series.upsert(early.data, at);
    }
    early.clear();
  }

  private prepend(page: CandlePage): void {
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

  private applyRow(rows: Rows, at: number): void {
    const { series } = this;
    const time = rows.data[at]!;
    this.noteGap(time);
    const row = series.upsert(rows.data, at);
    if (row >= 0) this.notifyTail(row, false);
    else if (series.timeAt(series.indexOf(time)) === time) {
      const one = new Rows(CANDLE_ROW, 1);
      one.data.set(rows.data.subarray(at, at + CANDLE_ROW));
      one.count = 1;
      this.notifyTail(series.merge(one), true);
    }
  }

  /** A candle that does not follow the last one leaves a hole: real where nobody traded, else to be filled. */
  private noteGap(time: number): void {
    const last = this.series.lastTime;
    if (time > last && time > nextCandleStart(last, this.interval)) this.mayHaveGap = true;
  }

  private notifyTail(first: number, inPast: boolean): void {
    for (const listener of this.listeners) listener.onTail(first, inPast);
  }

  /** Fetches from the last candle known to be closed up to the newest, and merges. One under way at most. */
  private async repair(stampMs: number): Promise<void> {
    if (this.repairPending || stampMs - this.triedStamp < RETRY_MS) return;
    this.repairPending = true;
    this.triedStamp = stampMs;
    this.mayHaveGap = false;
    const { epoch } = this;
    try {
      const whole = await this.fillFrom(this.repairStart(), epoch);
      if (epoch === this.epoch && !whole) void this.load(stampMs);
    } catch {
      // The world failed, not the series: it stays as it is, and check() tries again.
      this.mayHaveGap = true;
    } finally {
      this.repairPending = false;
    }
  }

  /** A seam is where a whole candle or more was not heard. */
  private noteSeam(): void {
    const { series, gapFrom } = this;
    if (series.length - series.indexOf(gapFrom) > 2) series.seam = gapFrom;
    this.gapFrom = NaN;
  }

  /** Start of the newest candle that has a candle right behind it all the way, at most one repair page back. */
  private repairStart(): EpochMs {
    const { series } = this;
    for (let i = Math.max(1, series.length - REPAIR_PAGE); i < series.length; i++) {
      if (series.timeAt(i) > nextCandleStart(series.timeAt(i - 1), this.interval))
        return series.timeAt(Math.max(0, i - 2));
    }
    return series.timeAt(Math.max(0, series.length - 2));
  }

  /** Merges page after page; false when the hole is too long, or its start is not offered any more. */
  private async fillFrom(from: EpochMs, epoch: number): Promise<boolean> {
    for (let pages = 0; pages < REPAIR_PAGES; pages++) {
      const { rows } = await this.fetchPage(Number.isNaN(from) ? { limit: REPAIR_PAGE } : { limit: REPAIR_PAGE, from });
      if (epoch !== this.epoch || rows.count === 0) return true;
      if (rows.count >= REPAIR_PAGE && rows.data[0]! > from) return false;
      const first = this.series.merge(rows);
      this.noteSeam();
      this.notifyTail(first, true);
      from = rows.data[(rows.count - 1) * CANDLE_ROW]!;
      // Live candles that did not follow while this page was under way are explained by it.
      if (this.series.lastTime <= nextCandleStart(from, this.interval)) this.mayHaveGap = false;
      if (rows.count < REPAIR_PAGE) return true;
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
