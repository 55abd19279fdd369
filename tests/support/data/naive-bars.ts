// Bars made of trades in the plainest way, by whole numbers of any size: the twin of the fast ones.
import type { BarRule } from '../../../core/market-data/trade-bars.ts';

export interface BarTrade {
  id: number;
  ts: number;
  priceTicks: number;
  lots: number;
  isBuy: boolean;
}

export interface NaiveBar {
  lastId: number;
  count: bigint;
  /** Of its first trade, or of an earlier one that came with a later time. */
  ms: number;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
  volume: bigint;
  delta: bigint;
}

const SPAN_MS = 4 * 60 * 60 * 1000;

function isFull({ kind, size }: BarRule, { count, high, low, volume, delta }: NaiveBar): boolean {
  const grown = { volume, trades: count, delta: delta < 0n ? -delta : delta, range: high - low };
  return grown[kind] >= BigInt(size);
}

/** Trades in their order; a missing id, another four hours of the day, or a full bar before it begins a bar. */
export function naiveBars(trades: readonly BarTrade[], rule: BarRule): NaiveBar[] {
  const bars: NaiveBar[] = [];
  let running = -Infinity;
  for (const { id, ts, priceTicks, lots, isBuy } of trades) {
    const before = running;
    running = Math.max(running, ts);
    const price = BigInt(priceTicks);
    let bar = bars.at(-1);
    const isNext =
      bar &&
      bar.lastId === id - 1 &&
      Math.floor(before / SPAN_MS) === Math.floor(running / SPAN_MS) &&
      !isFull(rule, bar);
    if (!bar || !isNext) {
      bar = {
        lastId: id,
        count: 0n,
        ms: running,
        open: price,
        high: price,
        low: price,
        close: price,
        volume: 0n,
        delta: 0n,
      };
      bars.push(bar);
    }
    bar.lastId = id;
    bar.count += 1n;
    bar.close = price;
    if (price > bar.high) bar.high = price;
    if (price < bar.low) bar.low = price;
    bar.volume += BigInt(lots);
    bar.delta += isBuy ? BigInt(lots) : -BigInt(lots);
  }
  return bars;
}

/** Time, open, high, low, close, volume, delta and number of trades. */
export function figuresOf({ ms, open, high, low, close, volume, delta, count }: NaiveBar): number[] {
  return [ms, ...[open, high, low, close, volume, delta, count].map(Number)];
}
