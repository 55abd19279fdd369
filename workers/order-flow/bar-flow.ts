// Order flow of bars made of trades: what was sold and bought at each level, bar by bar.
import type { Instrument } from '../../core/instruments/instrument.ts';
import type { BarRule } from '../../core/market-data/trade-bars.ts';
import { LEVEL_TICKS } from '../../core/market-data/tile.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { type Lots, type PriceTicks, stepsToNumber } from '../../core/units/units.ts';
import { FlowBars } from '../../chart/order-flow/flow-bars.ts';
import { flowLevelTicks } from './flow-feed.ts';
import { type FlowLines, flowLinesOf } from './flow-lines.ts';
import type { FlowSource } from './flow-source.ts';
import { FlowWriter } from './flow-writer.ts';

/** Levels of a range bar. */
const RANGE_LEVELS = 20;

export class BarFlow implements FlowSource {
  bars: FlowBars | null = null;
  readonly #market: Instrument;
  readonly #rule: BarRule;
  #levelTicks = 1;

  constructor(market: Instrument, rule: BarRule) {
    this.#market = market;
    this.#rule = rule;
  }

  /** Adds a trade to the bar that began at `time`; O(1) for the newest bar. */
  add(time: EpochMs, price: PriceTicks, lots: Lots, isBuy: boolean): void {
    this.bars ??= this.#begin(price);
    this.bars.add(time, Math.floor(price / this.#levelTicks), lots, isBuy);
  }

  /** Trades are missing before the bar that began at `time`. */
  cut(time: EpochMs): void {
    this.bars?.markPart(time);
  }

  clear(): void {
    this.bars = null;
  }

  /** Does nothing: the bars have all that the candles have. */
  cover(): void {}

  lines(name: string): FlowLines | null {
    return flowLinesOf(name, () => this.bars);
  }

  createWriter(): FlowWriter {
    return new FlowWriter(() => this.bars);
  }

  #begin(price: PriceTicks): FlowBars {
    const { price: prices, amount } = this.#market;
    const { kind, size } = this.#rule;
    this.#levelTicks =
      kind === 'range'
        ? (LEVEL_TICKS.findLast((ticks) => ticks <= size / RANGE_LEVELS) ?? LEVEL_TICKS[0]!)
        : flowLevelTicks(price, '1m');
    return new FlowBars({
      levelPrice: stepsToNumber(this.#levelTicks, prices),
      tickPrice: stepsToNumber(1, prices),
      lotCoins: stepsToNumber(1, amount),
    });
  }
}
