// One market's order flow at one bar length: live trades as bars of price levels.
import type { Instrument } from '../../core/instruments/instrument.ts';
import { LEVEL_TICKS } from '../../core/market-data/tile.ts';
import { type ChartInterval, INTERVAL_MS, candleStart } from '../../core/units/time.ts';
import { type PriceTicks, stepsToNumber } from '../../core/units/units.ts';
import { TRADE_FIELD } from '../../core/worker-protocol/worker-protocol.ts';
import { Rows } from '../decode/rows.ts';
import { addAscending, newest, oldestAfter, orderById } from '../trades/trade-rows.ts';
import { FlowBars } from './flow-bars.ts';
import { FlowLines } from './flow-lines.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Height of a level of a one-minute bar as a share of the price; it grows with the root of the bar length. */
const MINUTE_LEVEL = 0.000_03;

/** Ticks of a level at a price, so that a bar has about 10 to 60 of them: the next lower one of `LEVEL_TICKS`. */
export function levelTicksFor(price: PriceTicks, interval: ChartInterval): number {
  const minutes = (INTERVAL_MS[interval] || 30 * DAY_MS) / MINUTE_MS;
  const wanted = price * MINUTE_LEVEL * Math.sqrt(minutes);
  return LEVEL_TICKS.findLast((ticks) => ticks <= wanted) ?? LEVEL_TICKS[0]!;
}

/**
 * Trade ids are consecutive, so missed trades are detected: the bars on both sides of a gap that the exchange's last
 * trades do not fill are marked as recorded in part, as is the first bar.
 */
export class FlowFeed {
  /** Null before the first trade. */
  bars: FlowBars | null = null;
  readonly coinInfoId: number;
  readonly #market: Instrument;
  readonly #interval: ChartInterval;
  readonly #fetchTrades: () => Promise<Rows>;
  readonly #markDirty: () => void;
  /** Trades that are not in bars yet: some before them are being fetched. */
  readonly #pending = new Rows(TRADE_FIELD.size);
  #fetching = false;
  #lastId = NaN;
  /** Bar of the newest trade. */
  #lastStart = NaN;
  #levelTicks = 1;

  /** `fetchTrades` returns the exchange's last trades, in either order; `markDirty` is called after their answer. */
  constructor(market: Instrument, interval: ChartInterval, fetchTrades: () => Promise<Rows>, markDirty: () => void) {
    this.#market = market;
    this.coinInfoId = market.info.id;
    this.#interval = interval;
    this.#fetchTrades = fetchTrades;
    this.#markDirty = markDirty;
    void this.#repair();
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
    return name === 'DELTA' || name === 'CVD' ? new FlowLines(name === 'CVD', () => this.bars) : null;
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
    this.bars?.clear();
    this.#lastId = this.#lastStart = NaN;
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
    // A late trade counts to the running bar, as at the exchange.
    let start = candleStart(data[at + TRADE_FIELD.ts]!, this.#interval);
    if (start < this.#lastStart) start = this.#lastStart;
    const isAfterGap = id !== (Number.isNaN(this.#lastId) ? 1 : this.#lastId + 1);
    const isBuy = data[at + TRADE_FIELD.side] === 1;
    if (isAfterGap) bars.markPart(this.#lastStart);
    bars.add(start, Math.floor(price / this.#levelTicks), data[at + TRADE_FIELD.lots]!, isBuy);
    if (isAfterGap) bars.markPart(start);
    this.#lastId = id;
    this.#lastStart = start;
  }

  #begin(price: PriceTicks): FlowBars {
    const { price: prices, amount } = this.#market;
    this.#levelTicks = levelTicksFor(price, this.#interval);
    return new FlowBars({
      levelPrice: stepsToNumber(this.#levelTicks, prices),
      lotCoins: stepsToNumber(1, amount),
    });
  }
}
