// One market's order flow at one bar length: live trades as bars of price levels.
import type { Instrument } from '../../core/instruments/instrument.ts';
import { ALL_BEFORE_END, FLOW_BARS, type FlowTile, coarserFlowTile } from '../../core/market-data/flow-tile.ts';
import { LATE_MS, LEVEL_TICKS, countedMs } from '../../core/market-data/tile.ts';
import { DAY_MS, MINUTE_MS } from '../../core/units/durations.ts';
import { type EpochMs, INTERVAL_MS, type TimeInterval, candleStart, nextCandleStart } from '../../core/units/time.ts';
import { type PriceTicks, stepsToNumber } from '../../core/units/units.ts';
import { TRADE_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import { Rows } from '../decode/rows.ts';
import type { Tiles } from '../tiles/tile-loader.ts';
import { addAscending, newest, oldestAfter, orderById } from '../trades/trade-rows.ts';
import { FlowBars } from '../../chart/order-flow/flow-bars.ts';
import { flowRowFrom } from '../../chart/order-flow/flow-columns.ts';
import { type FlowLines, flowLinesOf } from './flow-lines.ts';
import { FlowWriter } from './flow-writer.ts';
import type { FlowSource } from './flow-source.ts';
import { PastFlow } from './past-flow.ts';
import { isInTile, RecentFlow, type TileEnd } from './recent-flow.ts';

const NO_LEVELS = { count: 0, sold: new Float64Array(0), bought: new Float64Array(0), from: 0 };
/** Height of a level of a one-minute bar as a share of the price; it grows with the root of the bar length. */
const MINUTE_LEVEL = 0.000_03;

/** Ticks of a level at a price, so that a bar has about 10 to 60 of them: the next lower one of `LEVEL_TICKS`. */
export function flowLevelTicks(price: PriceTicks, interval: TimeInterval): number {
  const minutes = (INTERVAL_MS[interval] || 30 * DAY_MS) / MINUTE_MS;
  const wanted = price * MINUTE_LEVEL * Math.sqrt(minutes);
  return LEVEL_TICKS.findLast((ticks) => ticks <= wanted) ?? LEVEL_TICKS[0]!;
}

interface FlowFeedOptions {
  market: Instrument;
  interval: TimeInterval;
  /** The exchange's last trades, in either order. */
  fetchTrades: () => Promise<Rows>;
  /** Called after their answer. */
  markDirty: () => void;
  /** Null: there is no past. */
  tiles: Tiles | null;
}

/**
 * Trade ids are consecutive, so missed trades are detected: the bars on both sides of a gap that the exchange's last
 * trades do not fill are marked as recorded in part, as is the first bar, until a tile of the past completes them.
 */
export class FlowFeed implements FlowSource {
  /** Null before the first trade. */
  bars: FlowBars | null = null;
  readonly coinInfoId: number;
  readonly #market: Instrument;
  readonly #interval: TimeInterval;
  readonly #fetchTrades: () => Promise<Rows>;
  readonly #markDirty: () => void;
  /** Null also from the disposal on: the last trades may arrive after it. */
  #tiles: Tiles | null;
  #past: PastFlow | null = null;
  readonly #recent: RecentFlow;
  /** How late trades may be: those of watched venues carry the venue's time. */
  readonly #lateMs: number;
  /** Start of the first candle that is shown. */
  #fromMs = Infinity;
  /** Trades that are not in bars yet: some before them are being fetched. */
  readonly #pending = new Rows(TRADE_FIELD.size);
  #fetching = false;
  #lastId = NaN;
  /** Bar of the newest trade. */
  #lastStart = NaN;
  #newestMs: EpochMs = -Infinity;
  /** A bar that begins until then may lack trades that were missed. */
  #partUntilMs: EpochMs = -Infinity;
  /** Bars from there on that a tile made, and where it ends: trades that it has may still arrive. */
  readonly #tiled = new Map<EpochMs, TileEnd>();
  #levelTicks = 1;

  constructor({ market, interval, fetchTrades, markDirty, tiles }: FlowFeedOptions) {
    this.#tiles = tiles;
    this.#market = market;
    this.#lateMs = market.info.watchOnly === 1 ? LATE_MS : 0;
    this.#recent = new RecentFlow(this.#lateMs);
    this.coinInfoId = market.info.id;
    this.#interval = interval;
    this.#fetchTrades = fetchTrades;
    this.#markDirty = markDirty;
    void this.#repair();
  }

  /** Loads what is missing of the bars from `fromMs` on. */
  cover(fromMs: EpochMs): void {
    this.#fromMs = Math.min(this.#fromMs, fromMs);
    if (this.bars) this.#past?.cover(this.#fromMs, this.#lastStart);
  }

  dispose(): void {
    this.#past?.dispose();
    this.#tiles = null;
  }

  /** Applies live trades, rows of TRADE_FIELD in either order; known ones are dropped. */
  apply(rows: Rows, snapshot: boolean): void {
    addAscending(rows, this.#pending);
    if (this.#fetching) return;
    const isRenumbered = snapshot && newest(rows) < this.#lastId;
    if (isRenumbered || oldestAfter(this.#pending, this.#lastId) > this.#lastId + 1) void this.#repair();
    else this.#flush();
  }

  /** The line of an indicator beside the candles; null for one that the chart makes of the bars. */
  lines(name: string): FlowLines | null {
    return flowLinesOf(name, () => this.bars);
  }

  /** Writes the bars for one page that draws them itself. */
  createWriter(): FlowWriter {
    return new FlowWriter(() => this.bars);
  }

  /** Fills a gap with the exchange's last trades; where those do not reach back to it, the gap stays. */
  async #repair(): Promise<void> {
    this.#fetching = true;
    try {
      const rows = await this.#fetchTrades();
      // The request was sent after these trades: smaller ids mean that the exchange restarted its numbering.
      if (newest(rows) < this.#lastId) this.#restart();
      addAscending(rows, this.#pending);
    } catch {
      // The missed trades stay missing: bars are marked.
    } finally {
      this.#fetching = false;
    }
    this.#flush();
    this.#markDirty();
  }

  #restart(): void {
    this.bars = null;
    this.#past?.dispose();
    this.#past = null;
    this.#lastId = this.#lastStart = NaN;
    this.#newestMs = this.#partUntilMs = -Infinity;
    this.#tiled.clear();
    this.#recent.clear();
  }

  #flush(): void {
    const waiting = this.#pending;
    const order = orderById(waiting);
    for (let i = 0; i < waiting.count; i++) this.#trade(waiting.data, order ? order[i]! : i * waiting.width);
    waiting.clear();
  }

  #trade(data: Float64Array, at: number): void {
    const id = data[at + TRADE_FIELD.id]!;
    if (id <= this.#lastId) return;
    const price = data[at + TRADE_FIELD.price]!;
    const bars = (this.bars ??= this.#begin(price));
    const ts = data[at + TRADE_FIELD.ts]!;
    const counted = countedMs(ts, this.#newestMs);
    const start = candleStart(counted, this.#interval);
    const isAfterGap = id !== (Number.isNaN(this.#lastId) ? 1 : this.#lastId + 1);
    const isBuy = data[at + TRADE_FIELD.side] === 1;
    const level = Math.floor(price / this.#levelTicks);
    const lots = data[at + TRADE_FIELD.lots]!;
    if (isAfterGap) {
      // What a tile began was to be continued by the missing trades.
      for (const [time, end] of this.#tiled) {
        const isBegun = time <= start && end.untilMs < nextCandleStart(time, this.#interval);
        if (isBegun && !isInTile(end, id - 1, ts - 1)) bars.markPart(time);
      }
      this.#recent.clear();
    }
    for (const time of this.#tiled.keys()) if (this.#isSettled(time)) this.#tiled.delete(time);
    const { length } = bars;
    if (!this.#isTiled(start, id, ts)) bars.add(start, level, lots, isBuy);
    this.#recent.add(start, level, lots, isBuy, ts, id);
    if (isAfterGap) {
      // Those that are missing may be late, or this one.
      this.#partUntilMs = counted + this.#lateMs;
      const beforeMs = Number.isNaN(this.#lastId) ? counted : Math.min(counted, this.#newestMs);
      const fromMs = candleStart(beforeMs - this.#lateMs, this.#interval);
      for (let row = flowRowFrom(bars, fromMs); row < bars.length; row++) bars.markPart(bars.time[row]!);
      this.#past?.reopen(fromMs, start);
    } else if (bars.length > length && start <= this.#partUntilMs) bars.markPart(start);
    this.#lastId = id;
    this.#newestMs = Math.max(this.#newestMs, counted);
    if (!(start < this.#lastStart)) this.#lastStart = start;
  }

  /** Whether no trade of a bar may come any more. */
  #isSettled(time: EpochMs): boolean {
    return nextCandleStart(time, this.#interval) <= this.#newestMs - LATE_MS;
  }

  /** Whether a tile has a trade already. */
  #isTiled(start: EpochMs, id: number, ts: EpochMs): boolean {
    const end = this.#tiled.get(start);
    if (end === undefined || !isInTile(end, id, ts)) return false;
    // Trades of watched venues carry the venue's time: a tile without an id lacks late ones until it is finished.
    return end.lastId !== 0 || this.#lateMs === 0 || end.untilMs >= end.fromMs + FLOW_BARS * end.barMs;
  }

  #begin(price: PriceTicks): FlowBars {
    const { price: prices, amount } = this.#market;
    this.#levelTicks = flowLevelTicks(price, this.#interval);
    const request = {
      coinInfoId: this.coinInfoId,
      barMs: INTERVAL_MS[this.#interval],
      levelTicks: this.#levelTicks,
    };
    this.#past = this.#tiles && new PastFlow(this.#tiles, request, (tile) => this.#applyTile(tile));
    return new FlowBars({
      levelPrice: stepsToNumber(this.#levelTicks, prices),
      tickPrice: stepsToNumber(1, prices),
      lotCoins: stepsToNumber(1, amount),
    });
  }

  /** Takes the bars that are missing or recorded in part; returns whether none of the tile's bars is any more. */
  #applyTile(given: FlowTile): boolean {
    if (given.levelTicks > this.#levelTicks) this.#coarsen(given.levelTicks);
    const tile = coarserFlowTile(given, this.#levelTicks);
    const bars = this.bars!;
    // Live trades continue the tile where they reach back to its end.
    const isJoined = this.#recent.continues(tile);
    const taken = new Set<EpochMs>();
    let cell = tile.sold.length;
    // The newest first: where memory is full, older ones are left out.
    for (let bar = tile.time.length - 1; bar >= 0; bar--) {
      const time = tile.time[bar]!;
      const count = tile.levelCount[bar]!;
      cell -= count;
      if (!bars.isWhole(time)) {
        const { sold, bought } = tile;
        const levels = { firstLevel: tile.firstLevel[bar]!, count, sold, bought, from: cell };
        bars.replace(time, levels, this.#isCut(tile, time, isJoined));
        taken.add(time);
      }
    }
    const { fromMs, barMs, untilMs, lastId } = tile;
    const endMs = fromMs + FLOW_BARS * barMs;
    if (isJoined) {
      // Of bars behind its end, trades may have come before the recent ones, with a time that is early.
      const isBehind = lastId === ALL_BEFORE_END || this.#recent.hasAllFrom(endMs);
      this.#join(tile, bars, taken, isBehind ? Infinity : endMs);
      if (isBehind || this.#partUntilMs < endMs) this.#partUntilMs = Math.min(this.#partUntilMs, fromMs - 1);
    }
    const end = { fromMs, barMs, untilMs, lastId };
    for (const time of taken) if (!this.#isSettled(time)) this.#tiled.set(time, end);
    this.#markDirty();
    // Bars behind its end are those of live trades where they continue it, else missing.
    return (untilMs >= endMs && !(lastId > 0)) || (isJoined && !bars.hasPart(fromMs, endMs));
  }

  /** Whether trades of a bar are in neither the tile nor, where they continue it, the recent ones. */
  #isCut({ untilMs, lastId, seams }: FlowTile, time: EpochMs, isJoined: boolean): boolean {
    const endMs = nextCandleStart(time, this.#interval);
    // A tile with an id lacks the trades that come late.
    const wholeMs = lastId > 0 ? untilMs - LATE_MS : untilMs;
    return (endMs > wholeMs && !isJoined) || seams.some(([from, to]) => from < endMs && to > time);
  }

  /** Adds the trades behind the tile to the bars that it began, and to others before `toMs` recorded in part. */
  #join(tile: FlowTile, bars: FlowBars, taken: Set<EpochMs>, toMs: EpochMs): void {
    this.#recent.behind(tile, (start, level, lots, isBuy) => {
      // Late ones are of the tile before.
      if (start < tile.fromMs || start >= toMs) return;
      if (!taken.has(start)) {
        if (bars.isWhole(start)) return;
        bars.replace(start, { ...NO_LEVELS, firstLevel: level }, this.#isCut(tile, start, true));
        taken.add(start);
      }
      bars.add(start, level, lots, isBuy);
    });
  }

  /** The server has only these levels for one of the tiles. */
  #coarsen(levelTicks: number): void {
    const ratio = levelTicks / this.#levelTicks;
    this.bars = this.bars!.coarser(ratio);
    this.#recent.coarsen(ratio);
    this.#levelTicks = levelTicks;
  }
}
