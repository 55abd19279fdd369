// Draws the index ticks with strike price, expiry and win zone of a running order.
import type { TickPoint } from '../../../stores/market/index-ticks.ts';
import { type Plot, drawAxes, sharpLine } from './draw-axes.ts';
import { type TickScale, type ChartedOrder, splitAtGaps, winZone } from './tick-scale.ts';

/** Labels of the strike and expiry lines, and of a price on the axis. */
export interface ChartLabels {
  strike: string;
  expiry: string;
  price: (price: number) => string;
}

/** Of the strike price's label. */
const LABEL_PX = 16;

/** Draws on an empty canvas, whose axes are to the right of the scale and below it. `ctx` must be scaled to CSS px. */
export function drawTicks(
  plot: Plot,
  points: readonly TickPoint[],
  order: ChartedOrder | null,
  labels: ChartLabels,
): void {
  if (order) drawWinZone(plot, order);
  drawTickLine(plot, points);
  drawAxes(plot, points.at(-1) ?? null, labels.price);
  if (order) drawOrderLines(plot, order, labels);
  drawNewestTick(plot, points);
}

function drawWinZone({ ctx, scale, colorOf }: Plot, order: ChartedOrder): void {
  const zone = winZone(scale, order);
  if (!zone) return;
  ctx.fillStyle = colorOf(order.direction === 'up' ? '--up-soft' : '--down-soft');
  ctx.fillRect(zone.x, zone.y, zone.width, zone.height);
}

function drawTickLine(plot: Plot, points: readonly TickPoint[]): void {
  const { ctx, scale, colorOf } = plot;
  // Starts one tick before the left edge, so that the line enters from outside.
  const first = Math.max(0, points.findIndex(({ ts }) => ts >= scale.fromMs) - 1);
  const shade = ctx.createLinearGradient(0, 0, 0, scale.height);
  shade.addColorStop(0, colorOf('--accent-soft'));
  // `transparent` is transparent black and would grey the gradient in the light theme.
  shade.addColorStop(1, colorOf('--bg'));
  ctx.strokeStyle = colorOf('--accent');
  ctx.fillStyle = shade;
  ctx.lineWidth = 2;
  ctx.lineJoin = 'round';
  for (const run of splitAtGaps(points.slice(first))) drawRun(plot, run);
}

function drawRun({ ctx, scale }: Plot, run: readonly TickPoint[]): void {
  const [start, end] = [run[0], run.at(-1)];
  if (!start || !end) return;
  tracePath(ctx, scale, run);
  ctx.lineTo(scale.x(end.ts), scale.height);
  ctx.lineTo(scale.x(start.ts), scale.height);
  ctx.globalAlpha = 0.55;
  ctx.fill();
  ctx.globalAlpha = 1;
  tracePath(ctx, scale, run);
  ctx.stroke();
}

function tracePath(ctx: CanvasRenderingContext2D, scale: TickScale, points: readonly TickPoint[]): void {
  ctx.beginPath();
  for (const { ts, value } of points) ctx.lineTo(scale.x(ts), scale.y(value));
}

function drawOrderLines(plot: Plot, order: ChartedOrder, labels: ChartLabels): void {
  const { ctx, scale, colorOf } = plot;
  const [openX, expiryX] = [scale.x(order.openTime), scale.x(order.expirationTime)];
  ctx.strokeStyle = ctx.fillStyle = colorOf('--warn');
  ctx.lineWidth = 1;
  ctx.setLineDash([5, 4]);
  sharpLine(ctx, openX, 0, openX, scale.height);
  sharpLine(ctx, expiryX, 0, expiryX, scale.height);
  ctx.textAlign = 'right';
  ctx.fillText(labels.expiry, expiryX - 5, scale.height - 6);
  if (order.strikePrice !== '') {
    const y = scale.y(Number(order.strikePrice));
    sharpLine(ctx, openX, y, scale.width, y);
    dot(ctx, openX, y);
    labelBeside(plot, labels.strike, openX + 8, y);
  }
  ctx.setLineDash([]);
}

/** A label above its line, or below it at the top, on its own ground: the line of prices never strikes through it. */
function labelBeside({ ctx, scale, colorOf }: Plot, text: string, x: number, lineY: number): void {
  const width = ctx.measureText(text).width + 8;
  const left = Math.max(0, Math.min(x, scale.width - width));
  const top = lineY < LABEL_PX + 8 ? lineY + 4 : lineY - LABEL_PX - 4;
  const color = ctx.fillStyle;
  ctx.fillStyle = colorOf('--bg');
  ctx.globalAlpha = 0.85;
  ctx.fillRect(left, top, width, LABEL_PX);
  ctx.globalAlpha = 1;
  ctx.fillStyle = color;
  ctx.textAlign = 'left';
  ctx.fillText(text, left + 4, top + 12);
}

function drawNewestTick({ ctx, scale, colorOf }: Plot, points: readonly TickPoint[]): void {
  const [before, newest] = [points.at(-2), points.at(-1)];
  if (!newest) return;
  ctx.fillStyle = colorOf(before && newest.value < before.value ? '--down-graphic' : '--up-graphic');
  dot(ctx, scale.x(newest.ts), scale.y(newest.value));
}

function dot(ctx: CanvasRenderingContext2D, x: number, y: number): void {
  ctx.beginPath();
  ctx.arc(x, y, 4.5, 0, Math.PI * 2);
  ctx.fill();
}
