// Draws the line of index ticks with the strike, the expiry and the win zone of a running order.
import type { TickPoint } from '../../../stores/market/index-ticks.ts';
import { type Scale, type Shown, runsOf, winZone } from './tick-picture.ts';

/** Colours by the names of tokens. */
export type Pen = (token: string) => string;
/** What stands on the strike and expiry lines. */
export interface Labels {
  strike: string;
  expiry: string;
}

const FONT = '11px system-ui, sans-serif';

/** The canvas is cleared, and its context scaled to CSS px. */
export function drawTicks(
  ctx: CanvasRenderingContext2D,
  scale: Scale,
  points: readonly TickPoint[],
  order: Shown | null,
  pen: Pen,
  labels: Labels,
): void {
  ctx.clearRect(0, 0, scale.width, scale.height);
  if (order) drawZone(ctx, scale, order, pen);
  drawLine(ctx, scale, points, pen);
  if (order) drawOrder(ctx, scale, order, pen, labels);
  drawNewest(ctx, scale, points, pen);
}

function drawZone(ctx: CanvasRenderingContext2D, scale: Scale, order: Shown, pen: Pen): void {
  const zone = winZone(scale, order);
  if (!zone) return;
  ctx.fillStyle = pen(order.direction === 'up' ? '--up-soft' : '--down-soft');
  ctx.fillRect(zone.x, zone.y, zone.width, zone.height);
}

function drawLine(ctx: CanvasRenderingContext2D, scale: Scale, points: readonly TickPoint[], pen: Pen): void {
  // One tick before the edge, so that the line comes from outside.
  const first = Math.max(0, points.findIndex(({ ts }) => ts >= scale.fromMs) - 1);
  const shade = ctx.createLinearGradient(0, 0, 0, scale.height);
  shade.addColorStop(0, pen('--accent-soft'));
  // Not `transparent`, which is black: the shade would grey a light page.
  shade.addColorStop(1, pen('--bg'));
  ctx.strokeStyle = pen('--accent');
  ctx.fillStyle = shade;
  ctx.lineWidth = 2;
  ctx.lineJoin = 'round';
  for (const run of runsOf(points.slice(first))) drawRun(ctx, scale, run);
}

function drawRun(ctx: CanvasRenderingContext2D, scale: Scale, run: readonly TickPoint[]): void {
  const [start, end] = [run[0], run.at(-1)];
  if (!start || !end) return;
  trace(ctx, scale, run);
  ctx.lineTo(scale.x(end.ts), scale.height);
  ctx.lineTo(scale.x(start.ts), scale.height);
  ctx.globalAlpha = 0.55;
  ctx.fill();
  ctx.globalAlpha = 1;
  trace(ctx, scale, run);
  ctx.stroke();
}

function trace(ctx: CanvasRenderingContext2D, scale: Scale, points: readonly TickPoint[]): void {
  ctx.beginPath();
  for (const { ts, value } of points) ctx.lineTo(scale.x(ts), scale.y(value));
}

function drawOrder(ctx: CanvasRenderingContext2D, scale: Scale, order: Shown, pen: Pen, labels: Labels): void {
  const [openX, expiryX] = [scale.x(order.openTime), scale.x(order.expirationTime)];
  ctx.strokeStyle = ctx.fillStyle = pen('--warn');
  ctx.lineWidth = 1;
  ctx.font = FONT;
  ctx.setLineDash([5, 4]);
  dashed(ctx, openX, 0, openX, scale.height);
  dashed(ctx, expiryX, 0, expiryX, scale.height);
  ctx.textAlign = 'right';
  ctx.fillText(labels.expiry, expiryX - 5, scale.height - 6);
  if (order.strikePrice !== '') {
    const y = scale.y(Number(order.strikePrice));
    dashed(ctx, openX, y, scale.width, y);
    ctx.textAlign = 'left';
    ctx.fillText(labels.strike, openX + 8, y < 24 ? y + 14 : y - 6);
    dot(ctx, openX, y);
  }
  ctx.setLineDash([]);
}

function drawNewest(ctx: CanvasRenderingContext2D, scale: Scale, points: readonly TickPoint[], pen: Pen): void {
  const [before, newest] = [points.at(-2), points.at(-1)];
  if (!newest) return;
  ctx.fillStyle = pen(before && newest.value < before.value ? '--down' : '--up');
  dot(ctx, scale.x(newest.ts), scale.y(newest.value));
}

/** On the middle of a pixel, where a hairline is sharp. */
function dashed(ctx: CanvasRenderingContext2D, fromX: number, fromY: number, toX: number, toY: number): void {
  const sharp = (value: number): number => Math.round(value) + 0.5;
  ctx.beginPath();
  ctx.moveTo(sharp(fromX), sharp(fromY));
  ctx.lineTo(sharp(toX), sharp(toY));
  ctx.stroke();
}

function dot(ctx: CanvasRenderingContext2D, x: number, y: number): void {
  ctx.beginPath();
  ctx.arc(x, y, 4.5, 0, Math.PI * 2);
  ctx.fill();
}
