// Time and price scales of the index chart, its win zone, and runs of ticks without gaps.
import { type ScaleLinear, scaleLinear } from 'd3-scale';
import type { SecondsOrder } from '../../../../core/orders/binary-option-order.ts';
import type { TickPoint } from '../../../stores/market/index-ticks.ts';

/** Scales and size of the chart. Sizes in CSS px. */
export interface TickScale {
  fromMs: number;
  toMs: number;
  /** Server time in ms to px from the left. */
  x: ScaleLinear<number, number>;
  /** Price to px from the top. */
  y: ScaleLinear<number, number>;
  width: number;
  height: number;
}

/**
 * Time range without an order, and the share of it that is future. With fewer ticks it begins with the first, so that
 * the line is as wide as the chart.
 */
const IDLE_SPAN_MS = 300_000;
const MIN_SPAN_MS = 20_000;
const FUTURE_SHARE = 0.04;
/** Time before the opening of a running order and after its expiry, as shares of its period. */
const BEFORE_SHARE = 0.5;
const AFTER_SHARE = 0.1;
/** Padding above and below the line as a share of its height; a constant line gets a share of its price. */
const PADDING_SHARE = 0.14;
const FLAT_SHARE = 0.0002;

export type ChartedOrder = Pick<SecondsOrder, 'openTime' | 'expirationTime' | 'strikePrice' | 'direction'>;

/** Scales for the newest ticks, or for the whole of a running order. Null without a tick. */
export function tickScale(
  points: readonly TickPoint[],
  order: ChartedOrder | null,
  width: number,
  height: number,
): TickScale | null {
  const newest = points.at(-1);
  if (!newest) return null;
  const [fromMs, toMs] = order ? orderSpan(order, newest.ts) : idleSpan(points[0]!.ts, newest.ts);
  const prices = points.filter(({ ts }) => ts >= fromMs).map(({ value }) => value);
  if (order && order.strikePrice !== '') prices.push(Number(order.strikePrice));
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const padding = high > low ? (high - low) * PADDING_SHARE : high * FLAT_SHARE;
  return {
    fromMs,
    toMs,
    x: scaleLinear([fromMs, toMs], [0, width]),
    y: scaleLinear([low - padding, high + padding], [height, 0]),
    width,
    height,
  };
}

function idleSpan(oldestMs: number, newestMs: number): [number, number] {
  const spanMs = Math.min(IDLE_SPAN_MS, Math.max(MIN_SPAN_MS, newestMs - oldestMs));
  return [newestMs - spanMs, newestMs + spanMs * FUTURE_SHARE];
}

function orderSpan({ openTime, expirationTime }: ChartedOrder, newestMs: number): [number, number] {
  const periodMs = expirationTime - openTime;
  return [openTime - periodMs * BEFORE_SHARE, Math.max(newestMs, expirationTime) + periodMs * AFTER_SHARE];
}

/** The area in which the order wins, from its opening to its expiry. Null before the strike price is known. */
export function winZone(
  scale: TickScale,
  order: ChartedOrder,
): { x: number; y: number; width: number; height: number } | null {
  if (order.strikePrice === '') return null;
  const x = Math.max(0, scale.x(order.openTime));
  const strikeY = scale.y(Number(order.strikePrice));
  const up = order.direction === 'up';
  return {
    x,
    y: up ? 0 : strikeY,
    width: scale.x(order.expirationTime) - x,
    height: up ? strikeY : scale.height - strikeY,
  };
}

/** Ticks come every second; after a longer silence (a thin book, an exchange that was away) no price is known. */
const MAX_SILENCE_MS = 5_000;

/** Splits ticks where numbers are missing and where none came for long; no line is drawn across a gap. */
export function splitAtGaps(points: readonly TickPoint[]): TickPoint[][] {
  const runs: TickPoint[][] = [];
  for (const point of points) {
    const before = runs.at(-1)?.at(-1);
    if (before?.seq === point.seq - 1 && point.ts - before.ts <= MAX_SILENCE_MS) runs.at(-1)!.push(point);
    else runs.push([point]);
  }
  return runs;
}
