// The stretch of price around an order: which candles show it, and where its line and the marks of its fills stand.
import { scaleLinear } from 'd3-scale';
import type { ContractOrder } from '../../../core/orders/contract-order.ts';
import type { Candle } from '../../../core/market-data/market-data.ts';
import type { SpotOrder } from '../../../core/orders/spot-order.ts';
import { INTERVALS, INTERVAL_MS, type Interval } from '../../../core/units/time.ts';

/** Something that happened at a price; `ts` in ms. */
export interface Mark {
  ts: number;
  price: number;
  /** Bought, or sold. */
  tone: 'up' | 'down';
}

/** Times in ms. */
export interface Stretch {
  fromMs: number;
  toMs: number;
  period: Interval;
}

/** Shares of the picture, from the left and from the top. */
export interface Snippet {
  /** SVG path in a box of 100 by 100. */
  path: string;
  low: number;
  high: number;
  marks: { x: number; y: number; tone: Mark['tone'] }[];
}

/** Shown on both sides of the order, as a share of its life, and at least. */
const AROUND = 0.25;
const LEAST_AROUND_MS = 15 * 60_000;
/** More candles than this are not told apart in so small a picture. */
const MOST_CANDLES = 150;

/** Fills of a spot order. */
export function spotMarks({ side, deals = [] }: SpotOrder): Mark[] {
  return deals.map(({ ts, price }) => ({ ts, price: Number(price), tone: side === 'buy' ? 'up' : 'down' }));
}

/** Where a contract was opened and closed. */
export function contractMarks({ direction, events = [] }: ContractOrder): Mark[] {
  return events.flatMap(({ kind, ts, price }) =>
    (kind === 'open' || kind === 'close') && Number(price) > 0
      ? [{ ts, price: Number(price), tone: (direction === 'long') === (kind === 'open') ? 'up' : 'down' } as const]
      : [],
  );
}

/** The stretch that shows an order's life, in the shortest candles that fit. */
export function stretchOf(beganMs: number, endedMs: number): Stretch {
  const aroundMs = Math.max(LEAST_AROUND_MS, (endedMs - beganMs) * AROUND);
  const [fromMs, toMs] = [beganMs - aroundMs, endedMs + aroundMs];
  return { fromMs, toMs, period: INTERVALS.find((one) => INTERVAL_MS[one] * MOST_CANDLES >= toMs - fromMs) ?? '1w' };
}

/** What of the candles lies in the stretch; null where fewer than two do. */
export function snippetOf(
  candles: readonly Candle[],
  { fromMs, toMs, period }: Stretch,
  marks: readonly Mark[],
): Snippet | null {
  const line = candles
    .map(([startS, , , , close]) => ({ ts: startS * 1000 + INTERVAL_MS[period], price: Number(close) }))
    .filter(({ ts }) => ts >= fromMs && ts <= toMs + INTERVAL_MS[period]);
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 2) return null;
  // What has not happened yet takes no room.
  const endMs = Math.max(last.ts, ...marks.map(({ ts }) => ts));
  const startMs = Math.min(first.ts, ...marks.map(({ ts }) => ts));
  const prices = [...line, ...marks].map(({ price }) => price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const x = scaleLinear([startMs, endMs], [0, 100]);
  const y = scaleLinear([low, high], [100, 0]);
  const path = line
    .map(({ ts, price }, at) => `${at === 0 ? 'M' : 'L'}${x(ts).toFixed(2)} ${y(price).toFixed(2)}`)
    .join('');
  return { path, low, high, marks: marks.map(({ ts, price, tone }) => ({ x: x(ts), y: y(price), tone })) };
}
