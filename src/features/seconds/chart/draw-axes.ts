// Price and time axes of the index chart, with the last price.
import { clockText } from '../../../lib/date-format.ts';
import type { TickPoint } from '../../../stores/market/index-ticks.ts';
import { type CanvasSurface, PRICE_AXIS_PX } from './canvas-surface.ts';
import type { TickScale } from './tick-scale.ts';

const PRICES = 3;
/** Room of a time's label, and the steps between two of them in seconds. */
const TIME_PX = 84;
const STEPS_S = [5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200];
const TAG_PX = 18;

/** Where ticks are drawn, and the scale that they are drawn to. */
export interface Plot extends Pick<CanvasSurface, 'ctx' | 'colorOf'> {
  scale: TickScale;
}

/** `ctx` has its font. The last price's tag covers a label of the axis that it would touch. */
export function drawAxes(plot: Plot, newest: TickPoint | null, priceText: (price: number) => string): void {
  const { ctx, scale, colorOf } = plot;
  ctx.lineWidth = 1;
  ctx.strokeStyle = colorOf('--line');
  ctx.fillStyle = colorOf('--text-3');
  ctx.textAlign = 'left';
  const lastY = newest ? scale.y(newest.value) : NaN;
  for (const price of axisPrices(scale)) {
    const y = scale.y(price);
    sharpLine(ctx, 0, y, scale.width, y);
    if (!(Math.abs(y - lastY) < TAG_PX)) ctx.fillText(priceText(price), scale.width + 6, y + 4, PRICE_AXIS_PX - 8);
  }
  ctx.textAlign = 'center';
  for (const ms of axisTimes(scale)) ctx.fillText(clockText(ms), scale.x(ms), scale.height + 15);
  if (newest) drawLastPrice(plot, lastY, priceText(newest.value));
}

/** Prices that part the plot evenly, clear of its edges. */
function axisPrices({ y }: TickScale): number[] {
  const [low, high] = y.domain() as [number, number];
  return Array.from({ length: PRICES }, (_, step) => low + ((high - low) * (2 * step + 1)) / (2 * PRICES));
}

/** Whole times of the clock whose labels fit into the plot. */
export function axisTimes({ x, width, fromMs, toMs }: TickScale): number[] {
  const atMost = Math.max(1, Math.floor(width / TIME_PX));
  const stepMs = (STEPS_S.find((step) => (toMs - fromMs) / (step * 1000) <= atMost) ?? STEPS_S.at(-1)!) * 1000;
  const times: number[] = [];
  for (let ms = Math.ceil(fromMs / stepMs) * stepMs; ms < toMs; ms += stepMs)
    if (x(ms) > TIME_PX / 3 && x(ms) < width - TIME_PX / 4) times.push(ms);
  return times;
}

function drawLastPrice({ ctx, scale, colorOf }: Plot, y: number, text: string): void {
  ctx.fillStyle = colorOf('--accent-fill');
  ctx.fillRect(scale.width, y - TAG_PX / 2, PRICE_AXIS_PX, TAG_PX);
  ctx.fillStyle = colorOf('--on-fill');
  ctx.textAlign = 'left';
  ctx.fillText(text, scale.width + 6, y + 4, PRICE_AXIS_PX - 8);
}

/** One pixel wide, on pixel centres, where such lines are sharp. */
export function sharpLine(ctx: CanvasRenderingContext2D, fromX: number, fromY: number, toX: number, toY: number): void {
  const sharp = (value: number): number => Math.round(value) + 0.5;
  ctx.beginPath();
  ctx.moveTo(sharp(fromX), sharp(fromY));
  ctx.lineTo(sharp(toX), sharp(toY));
  ctx.stroke();
}
