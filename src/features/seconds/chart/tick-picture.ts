// The picture of index ticks: which stretch of time and price it shows, and where a tick, a strike and an expiry stand
// in it.
import { type ScaleLinear, scaleLinear } from 'd3-scale';
import type { SecondsOrder } from '../../../../core/orders/binary-option-order.ts';
import type { TickPoint } from '../../../stores/market/index-ticks.ts';

/** Size in CSS px. */
export interface Scale {
  fromMs: number;
  toMs: number;
  /** Time in ms of the server to px from the left. */
  x: ScaleLinear<number, number>;
  /** Price to px from the top. */
  y: ScaleLinear<number, number>;
  width: number;
  height: number;
}

/** Shown without an order, and the part of it that stays empty on the side of the future. */
const SPAN_MS = 120_000;
const AHEAD = 0.12;
/** Before the opening of a running order, as a share of its period, and behind its expiry. */
const BEFORE = 0.5;
const BEHIND = 0.1;
/** Room above and below the line, as a share of its height; a line without any height gets this share of its price. */
const PADDING = 0.14;
const FLAT = 0.0002;

export type Shown = Pick<SecondsOrder, 'openTime' | 'expirationTime' | 'strikePrice' | 'direction'>;

/** The stretch that shows the newest ticks, or the whole life of a running order. Null without a tick. */
export function scaleOf(
  points: readonly TickPoint[],
  order: Shown | null,
  width: number,
  height: number,
): Scale | null {
  const newest = points.at(-1);
  if (!newest) return null;
  const [fromMs, toMs] = order
    ? orderSpan(order, newest.ts)
    : [newest.ts - SPAN_MS * (1 - AHEAD), newest.ts + SPAN_MS * AHEAD];
  const prices = points.filter(({ ts }) => ts >= fromMs).map(({ value }) => value);
  if (order && order.strikePrice !== '') prices.push(Number(order.strikePrice));
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const room = high > low ? (high - low) * PADDING : high * FLAT;
  return {
    fromMs,
    toMs,
    x: scaleLinear([fromMs, toMs], [0, width]),
    y: scaleLinear([low - room, high + room], [height, 0]),
    width,
    height,
  };
}

function orderSpan({ openTime, expirationTime }: Shown, newestMs: number): [number, number] {
  const periodMs = expirationTime - openTime;
  return [openTime - periodMs * BEFORE, Math.max(newestMs, expirationTime) + periodMs * BEHIND];
}

/**
 * Where the order wins: between its strike and the edge, from the opening to the expiry. Null before the strike is
 * known.
 */
export function winZone(scale: Scale, order: Shown): { x: number; y: number; width: number; height: number } | null {
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

/** Ticks that follow each other without a gap: between two runs nothing is known, and no line is drawn. */
export function runsOf(points: readonly TickPoint[]): TickPoint[][] {
  const runs: TickPoint[][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    if (run && run.at(-1)?.seq === point.seq - 1) run.push(point);
    else runs.push([point]);
  }
  return runs;
}
