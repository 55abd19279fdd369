// The price range around an order: candle interval, price line and marks of the fills.
import type { ContractOrder } from '../../../core/orders/contract-order.ts';
import type { Candle } from '../../../core/market-data/market-data.ts';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import { INTERVALS, INTERVAL_MS, type Interval } from '../../../core/units/time.ts';

/** A fill, opening or closing at a price; `ts` in ms. */
export interface SnippetMark {
  ts: number;
  price: number;
  /** Bought: up. Sold: down. */
  tone: 'up' | 'down';
}

/** The time range of the price line and its candle interval. */
export interface SnippetRange {
  fromMs: number;
  toMs: number;
  period: Interval;
}

/** The price line and its marks, in percent from the left and from the top. */
export interface PriceSnippet {
  /** SVG path in a box of 100 by 100. */
  path: string;
  low: number;
  high: number;
  marks: { x: number; y: number; tone: SnippetMark['tone'] }[];
}

/** Time shown before and after the order: this share of its duration, but at least the minimum. */
const MARGIN_SHARE = 0.25;
const MIN_MARGIN_MS = 15 * 60_000;
/** Most candles; more cannot be distinguished at this size. */
const MAX_CANDLES = 150;

/** Fills of a spot order. */
export function spotMarks({ side, deals = [] }: SpotOrder): SnippetMark[] {
  return deals.map(({ ts, price }) => ({ ts, price: Number(price), tone: side === 'buy' ? 'up' : 'down' }));
}

/** Where a contract was opened and closed. */
export function contractMarks({ direction, events = [] }: ContractOrder): SnippetMark[] {
  return events.flatMap(({ kind, ts, price }) =>
    (kind === 'open' || kind === 'close') && Number(price) > 0
      ? [{ ts, price: Number(price), tone: (direction === 'long') === (kind === 'open') ? 'up' : 'down' } as const]
      : [],
  );
}

/** The time range around an order, with the shortest interval that fits. */
export function snippetRange(beganMs: number, endedMs: number): SnippetRange {
  const aroundMs = Math.max(MIN_MARGIN_MS, (endedMs - beganMs) * MARGIN_SHARE);
  const [fromMs, toMs] = [beganMs - aroundMs, endedMs + aroundMs];
  return { fromMs, toMs, period: INTERVALS.find((one) => INTERVAL_MS[one] * MAX_CANDLES >= toMs - fromMs) ?? '1w' };
}

/** How far a value is between two, in percent; half way where they are one. */
const percentOf =
  (start: number, end: number) =>
  (value: number): number =>
    start === end ? 50 : ((value - start) / (end - start)) * 100;

/** The candles within the range as a line; null for fewer than two. */
export function priceSnippet(
  candles: readonly Candle[],
  { fromMs, toMs, period }: SnippetRange,
  marks: readonly SnippetMark[],
): PriceSnippet | null {
  const line = candles
    .map(([startS, , , , close]) => ({ ts: startS * 1000 + INTERVAL_MS[period], price: Number(close) }))
    .filter(({ ts }) => ts >= fromMs && ts <= toMs + INTERVAL_MS[period]);
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 2) return null;
  // The range ends with the newest candle or mark, not in the future.
  const endMs = Math.max(last.ts, ...marks.map(({ ts }) => ts));
  const startMs = Math.min(first.ts, ...marks.map(({ ts }) => ts));
  const prices = [...line, ...marks].map(({ price }) => price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const x = percentOf(startMs, endMs);
  const height = percentOf(low, high);
  const y = (price: number): number => 100 - height(price);
  const path = line
    .map(({ ts, price }, at) => `${at === 0 ? 'M' : 'L'}${x(ts).toFixed(2)} ${y(price).toFixed(2)}`)
    .join('');
  return { path, low, high, marks: marks.map(({ ts, price, tone }) => ({ x: x(ts), y: y(price), tone })) };
}
