// One market's bars by volume, trades, delta or range: past trades from tiles, continued by live ones.
import { errorMessage } from '../../core/errors/error-message.ts';
import type { Instrument } from '../../core/instruments/instrument.ts';
import { BarBuilder, type BarRule, barRuleOf, barsSpanStart } from '../../core/market-data/trade-bars.ts';
import { LATE_MS } from '../../core/market-data/tile.ts';
import type { TradeTile } from '../../core/market-data/trade-tile.ts';
import { BARS_SPAN_MS } from '../../core/units/bar-interval.ts';
import type { BarInterval, EpochMs } from '../../core/units/time.ts';
import { stepsToNumber } from '../../core/units/units.ts';
import { TRADE_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import { CANDLE_ROW } from '../decode/decoded-event.ts';
import { Rows } from '../decode/rows.ts';
import type { Tiles } from '../tiles/tile-loader.ts';
import { BarFlow } from '../order-flow/bar-flow.ts';
import { addAscending, newest, oldestAfter, orderById } from '../trades/trade-rows.ts';
import { CandleSeries } from './candle-series.ts';
import type { CandleListener, TradeCandleSource } from './candle-source.ts';
import { PastTrades, type TradeHours } from './past-trades.ts';

/** Most bars in memory; at the limit the older half is dropped, and no older ones are loaded. */
const MAX_BARS = 50_000;
/** Most live trades that wait for a tile before them; at the limit the bars go on without it, behind a gap. */
const MAX_PENDING = 16_384;
/** Spans without a trade that one call for older bars passes over. */
const MAX_EMPTY_SPANS = 12;
/** A failed load is retried after this long. */
const RETRY_MS = 5_000;
const NO_TRADES = new Rows(TRADE_FIELD.size, 1);

interface TradeBarOptions {
  market: Instrument;
  interval: BarInterval;
  /** The exchange's last trades, in either order. */
  fetchTrades: () => Promise<Rows>;
  /** Called after answers. */
  markDirty: () => void;
  /** Null: there is no past. */
  tiles: Tiles | null;
}

/**
 * Trade ids are consecutive, so missing trades are detected: those that neither the exchange's last trades nor a tile
 * has end the bar before them, and the bar behind them is one of `series.seams`. So is the first bar of the recording.
 */
export class TradeBarFeed implements TradeCandleSource {
  readonly series = new CandleSeries();
  readonly listeners = new Set<CandleListener>();
  readonly coinInfoId: number;
  readonly flow: BarFlow;
  hasMore = true;
  phase: TradeCandleSource['phase'] = 'idle';
  readonly #market: Instrument;
  readonly #rule: BarRule;
  readonly #fetchTrades: () => Promise<Rows>;
  readonly #markDirty: () => void;
  readonly #past: PastTrades | null;
  #bar: BarBuilder;
  /** Trades that are not in bars yet: some before them are being fetched. */
  readonly #pending = new Rows(TRADE_FIELD.size);
  #fetching = false;
  #olderPending = false;
  #firstId = NaN;
  #lastId = NaN;
  #lastMs: EpochMs = NaN;
  /** Until when something is recorded before the first span that was loaded; 0: nothing is. */
  #priorMs: EpochMs = 0;
  /** First row that changed and is not published yet. */
  #changed = Infinity;
  #triedStamp = -Infinity;
  readonly #row = new Float64Array(CANDLE_ROW);

  constructor({ market, interval, fetchTrades, markDirty, tiles }: TradeBarOptions) {
    this.#market = market;
    this.coinInfoId = market.info.id;
    this.#rule = barRuleOf(interval, market.amount);
    this.#bar = new BarBuilder(this.#rule);
    this.flow = new BarFlow(market, this.#rule);
    this.#fetchTrades = fetchTrades;
    this.#markDirty = markDirty;
    this.#past = tiles && new PastTrades(tiles, this.coinInfoId);
  }

  get isComplete(): boolean {
    return this.phase === 'ready' && !this.#fetching;
  }

  async load(stampMs: number): Promise<void> {
    this.phase = 'loading';
    this.#triedStamp = stampMs;
    this.#restart();
    try {
      await this.#fetch();
      this.phase = 'ready';
      this.#publish(true);
    } catch (error) {
      this.phase = 'failed';
      this.#pending.clear();
      for (const listener of this.listeners) listener.onFailure(errorMessage(error));
    }
    this.#markDirty();
  }

  /** Loads the four hours with trades before the first ones, unless they are being loaded or there are none. */
  async older(): Promise<void> {
    if (this.phase !== 'ready' || this.#olderPending || !this.hasMore) return;
    this.#olderPending = true;
    try {
      for (let spans = 0; spans < MAX_EMPTY_SPANS && this.hasMore; spans++)
        if (await this.#loadSpan(barsSpanStart(this.#priorMs))) return;
      for (const listener of this.listeners) listener.onPrepend(0);
    } finally {
      this.#olderPending = false;
      this.#markDirty();
    }
  }

  /** Missed trades are detected by the id of the next one. */
  resubscribed(stampMs: number): void {
    if (this.phase === 'failed') void this.load(stampMs);
  }

  check(stampMs: number): void {
    if (this.phase === 'failed' && stampMs - this.#triedStamp >= RETRY_MS) void this.load(stampMs);
  }

  /** Applies live trades, rows of TRADE_FIELD in either order; known ones are dropped. */
  apply(rows: Rows, snapshot: boolean): void {
    if (this.phase !== 'ready' && this.phase !== 'loading') return;
    addAscending(rows, this.#pending);
    if (this.#pending.count > MAX_PENDING) this.#past?.giveUp();
    if (this.phase === 'loading' || this.#fetching) return;
    const isRenumbered = snapshot && newest(rows) < this.#lastId;
    // Where nothing was traded lately, the past is loaded with the first trade.
    const isFirst = Number.isNaN(this.#lastId) && this.#past !== null && this.#pending.count > 0;
    if (isRenumbered || isFirst || oldestAfter(this.#pending, this.#lastId) > this.#lastId + 1) void this.#repair();
    else {
      this.#flush();
      this.#publish(false);
    }
  }

  dispose(): void {
    this.#past?.dispose();
  }

  async #repair(): Promise<void> {
    // A tile may have what the exchange did not answer; else the bars show a gap.
    this.#publish(await this.#fetch(() => this.#fetchTrades().catch(() => NO_TRADES)));
    this.#markDirty();
  }

  /** Applies the last trades, tiles where they do not reach back, and what is pending; whether all is new. */
  async #fetch(fetchTrades = this.#fetchTrades): Promise<boolean> {
    this.#fetching = true;
    try {
      let isNew = false;
      let filledId: number;
      do {
        const rows = await fetchTrades();
        // The request was sent after these trades: smaller ids mean that the exchange restarted its numbering.
        const isRenumbered = newest(rows) < this.#lastId;
        if (isRenumbered) this.#restart();
        isNew ||= isRenumbered;
        addAscending(rows, this.#pending);
        filledId = await this.#fillFromTiles();
        // More may have been missed meanwhile.
      } while (this.#flush(filledId));
      return isNew;
    } finally {
      this.#fetching = false;
    }
  }

  /**
   * Applies the tiles between the last trade, or the beginning of the running four hours, and the first one that is
   * pending. Returns its id; NaN without one.
   */
  async #fillFromTiles(): Promise<number> {
    const isFirst = Number.isNaN(this.#lastId);
    const next = oldestRow(this.#pending, this.#lastId);
    this.hasMore = this.hasMore && (!isFirst || this.#past !== null);
    if (next === null && isFirst && this.#past?.endMs !== undefined) await this.#fillUntil(this.#past.endMs - 1);
    if (next === null) return NaN;
    if (this.#past === null || next.id === this.#lastId + 1) return next.id;
    const fromMs = isFirst ? barsSpanStart(next.ts) : this.#lastMs;
    // Trades before it may carry a later time.
    const untilMs = next.ts + (this.#market.info.watchOnly === 1 ? LATE_MS : 0);
    const hours = await this.#past.load(
      fromMs,
      next.ts,
      (last) => last.untilMs > untilMs || lastIdOf(last) + 1 >= next.id,
    );
    if (hours !== null && isFirst) this.#setPrior(hours);
    if (hours !== null) this.#addHours(hours);
    return next.id;
  }

  /** Applies the tiles of the four hours that end with `lastMs`, or of the last ones before with a trade. */
  async #fillUntil(lastMs: EpochMs): Promise<void> {
    this.#priorMs = lastMs;
    for (let spans = 0; spans <= MAX_EMPTY_SPANS && this.hasMore && this.series.length === 0; spans++) {
      const toMs = this.#priorMs;
      const hours = await this.#past!.load(barsSpanStart(toMs), toMs, () => true);
      if (hours === null) return;
      this.#setPrior(hours);
      this.#addHours(hours);
    }
  }

  #addHours(hours: TradeHours): void {
    for (const hour of hours)
      if (hour)
        for (let at = 0; at < hour.ids.length; at++)
          this.#trade(hour.ids[at]!, hour.times[at]!, hour.prices[at]!, hour.lots[at]!, hour.buys[at] === 1);
  }

  #setPrior([first]: TradeHours): void {
    this.#priorMs = first?.priorMs ?? 0;
    this.hasMore = this.#priorMs > 0 && this.series.length < MAX_BARS;
  }

  /** Puts the bars of the four hours from `startMs` on in front; returns whether there were any. */
  async #loadSpan(startMs: EpochMs): Promise<boolean> {
    const before = this.#firstId;
    const hours = await this.#past!.load(startMs, startMs + BARS_SPAN_MS - 1, (last) => lastIdOf(last) + 1 >= before);
    // Disposed, or started again meanwhile.
    if (hours === null || before !== this.#firstId) return true;
    this.#setPrior(hours);
    const { rows, seams, firstId, lastId } = this.#barsOf(hours.filter((hour) => hour !== null));
    if (rows.count === 0) return false;
    if (lastId + 1 !== this.#firstId) this.#cut(seams, this.series.timeAt(0));
    this.#firstId = firstId;
    if (!this.hasMore && firstId !== 1) seams.unshift(rows.data[0]!);
    this.series.seams.unshift(...seams);
    this.series.prepend(rows);
    for (const listener of this.listeners) listener.onPrepend(rows.count);
    return true;
  }

  #barsOf(hours: readonly TradeTile[]): { rows: Rows; seams: EpochMs[]; firstId: number; lastId: number } {
    const bar = new BarBuilder(this.#rule);
    const rows = new Rows(CANDLE_ROW);
    const seams: EpochMs[] = [];
    let firstId = NaN;
    let lastId = NaN;
    let to = 0;
    for (const { ids, times, prices, lots, buys } of hours)
      for (let at = 0; at < ids.length; at++) {
        const id = ids[at]!;
        if (id <= lastId) continue;
        const isAfterGap = id > lastId + 1;
        if (isAfterGap) bar.cut();
        if (Number.isNaN(lastId)) firstId = id;
        lastId = id;
        if (bar.add(times[at]!, prices[at]!, lots[at]!, buys[at] === 1)) to = rows.add();
        this.flow.add(bar.time, prices[at]!, lots[at]!, buys[at] === 1);
        if (isAfterGap) this.#cut(seams, bar.time);
        this.#write(bar, rows.data, to);
      }
    return { rows, seams, firstId, lastId };
  }

  #restart(): void {
    this.series.clear();
    this.flow.clear();
    this.#bar = new BarBuilder(this.#rule);
    this.#firstId = this.#lastId = this.#lastMs = NaN;
    this.#priorMs = 0;
    this.hasMore = true;
    this.#changed = Infinity;
  }

  /** Adds pending trades to the bars up to a gap that is not before the given one; returns whether there is one. */
  #flush(behindGapId = oldestRow(this.#pending, this.#lastId)?.id): boolean {
    const { data, width, count } = this.#pending;
    const order = orderById(this.#pending);
    for (let i = 0; i < count; i++) {
      const at = order ? order[i]! : i * width;
      const id = data[at + TRADE_FIELD.id]!;
      if (id > this.#lastId + 1 && id !== behindGapId) return true;
      this.#trade(
        id,
        data[at + TRADE_FIELD.ts]!,
        data[at + TRADE_FIELD.price]!,
        data[at + TRADE_FIELD.lots]!,
        data[at + TRADE_FIELD.side] === 1,
      );
    }
    this.#pending.clear();
    return false;
  }

  #trade(id: number, ts: EpochMs, price: number, lots: number, isBuy: boolean): void {
    if (id <= this.#lastId) return;
    const isFirst = Number.isNaN(this.#lastId);
    const isAfterGap = isFirst ? !this.hasMore && id !== 1 : id > this.#lastId + 1;
    if (isFirst) this.#firstId = id;
    if (isAfterGap) this.#bar.cut();
    this.#lastId = id;
    this.#lastMs = Math.max(ts, isFirst ? ts : this.#lastMs);
    this.#bar.add(ts, price, lots, isBuy);
    this.flow.add(this.#bar.time, price, lots, isBuy);
    if (isAfterGap) this.#cut(this.series.seams, this.#bar.time);
    this.#write(this.#bar, this.#row, 0);
    this.#changed = Math.min(this.#changed, this.series.upsert(this.#row, 0));
    if (this.series.length > MAX_BARS) this.#dropOldest();
  }

  #write({ time, open, high, low, close, lots }: BarBuilder, out: Float64Array, at: number): void {
    const { price, amount } = this.#market;
    out[at] = time;
    out[at + 1] = stepsToNumber(open, price);
    out[at + 2] = stepsToNumber(high, price);
    out[at + 3] = stepsToNumber(low, price);
    out[at + 4] = stepsToNumber(close, price);
    out[at + 5] = stepsToNumber(lots, amount);
  }

  #cut(seams: EpochMs[], time: EpochMs): void {
    seams.push(time);
    this.flow.cut(time);
  }

  #dropOldest(): void {
    this.series.dropFirst(this.series.length - MAX_BARS / 2);
    this.series.seams = this.series.seams.filter((ms) => ms > this.series.timeAt(0));
    this.hasMore = false;
    // Older bars that are being loaded do not come before the first one any more.
    this.#firstId = NaN;
    this.#changed = -1;
  }

  /** Notifies the listeners of what changed since the last time. */
  #publish(isReset: boolean): void {
    const first = this.#changed;
    this.#changed = Infinity;
    if (isReset || first < 0) for (const listener of this.listeners) listener.onReset();
    else if (first < Infinity) for (const listener of this.listeners) listener.onTail(first, false);
  }
}

function lastIdOf({ ids }: TradeTile): number {
  return ids.at(-1) ?? -1;
}

/** Id and time of the first row after `id`, of all rows when that is NaN; null without one. */
function oldestRow({ data, width, count }: Rows, id: number): { id: number; ts: EpochMs } | null {
  let found = -1;
  for (let at = 0; at < count * width; at += width)
    if (!(data[at]! <= id) && (found < 0 || data[at]! < data[found]!)) found = at;
  return found < 0 ? null : { id: data[found + TRADE_FIELD.id]!, ts: data[found + TRADE_FIELD.ts]! };
}
