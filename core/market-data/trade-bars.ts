// Bars that trades close: after a volume, a number of trades, a delta or a range; one step a trade.
import { BARS_SPAN_MS } from '../units/bar-interval.ts';
import type { BarInterval, BarKind, EpochMs } from '../units/time.ts';
import { type Grid, type Lots, type PriceTicks, nearestSteps, parseSteps } from '../units/units.ts';

/** Bars that begin in the same ms are this far apart, so that every bar has a time of its own. Exact in a double. */
const MIN_APART_MS = 2 ** -10;

/** `size` is a number of trades, or counts lots (volume, delta) or ticks (range). */
export interface BarRule {
  kind: BarKind;
  size: number;
}

export function barsSpanStart(ts: EpochMs): EpochMs {
  return Math.floor(ts / BARS_SPAN_MS) * BARS_SPAN_MS;
}

/** The rule of an interval such as "volume-2.5"; amounts in coins become whole lots, at least one, rounded up. */
export function barRuleOf(interval: BarInterval, amount: Grid): BarRule {
  const dash = interval.indexOf('-');
  const kind = interval.slice(0, dash) as BarKind;
  const text = interval.slice(dash + 1);
  if (kind === 'trades' || kind === 'range') return { kind, size: Number(text) };
  const exact = parseSteps(text, amount);
  if (typeof exact === 'number') return { kind, size: exact };
  const above = parseSteps(nearestSteps(text, amount)?.[1] ?? '', amount);
  return { kind, size: typeof above === 'number' ? above : Number.MAX_SAFE_INTEGER };
}

/**
 * The bar of the newest trade. A trade is never split: the bar that it closes has all of it, and may be larger than the
 * rule. A bar that nothing closed ends with its four hours, or where trades are missing.
 */
export class BarBuilder {
  /** When it began, ms: the time of its first trade, and behind the bar before. NaN before the first trade. */
  time: EpochMs = NaN;
  open: PriceTicks = 0;
  high: PriceTicks = 0;
  low: PriceTicks = 0;
  close: PriceTicks = 0;
  lots: Lots = 0;
  /** Bought less sold. */
  delta: Lots = 0;
  trades = 0;
  readonly #rule: BarRule;
  #spanEndMs = -Infinity;
  /** Time of the newest trade: one that is late counts as of then. */
  #clockMs = -Infinity;
  #isOver = true;

  constructor(rule: BarRule) {
    this.#rule = rule;
  }

  /** Adds a trade; returns whether a bar began with it. */
  add(ts: EpochMs, price: PriceTicks, lots: Lots, isBuy: boolean): boolean {
    if (ts > this.#clockMs) this.#clockMs = ts;
    const isFirst = this.#isOver || this.#clockMs >= this.#spanEndMs;
    if (isFirst) this.#begin(price);
    else if (price > this.high) this.high = price;
    else if (price < this.low) this.low = price;
    this.close = price;
    this.lots += lots;
    this.delta += isBuy ? lots : -lots;
    this.trades += 1;
    this.#isOver = this.#grown() >= this.#rule.size;
    return isFirst;
  }

  /** Trades are missing here: the next one begins a bar. */
  cut(): void {
    this.#isOver = true;
  }

  #begin(price: PriceTicks): void {
    const ms = this.#clockMs;
    this.time = Number.isNaN(this.time) ? ms : Math.max(ms, this.time + MIN_APART_MS);
    this.#spanEndMs = barsSpanStart(ms) + BARS_SPAN_MS;
    this.open = this.high = this.low = price;
    this.lots = this.delta = this.trades = 0;
  }

  #grown(): number {
    switch (this.#rule.kind) {
      case 'volume':
        return this.lots;
      case 'trades':
        return this.trades;
      case 'delta':
        return Math.abs(this.delta);
      case 'range':
        return this.high - this.low;
    }
  }
}
