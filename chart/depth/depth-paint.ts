// Paints a depth scene on a 2D canvas: grid, areas with what the crosshair would fill, axes,
// crosshair.
import type { ChartTheme } from '../api.ts';
import type { DepthReading, DepthScene, Outline } from './depth-scene.ts';

type Context = CanvasRenderingContext2D;

const FONT_CSS_PX = 11;
const AREA_OPACITY = 0.16;
/** Of what the crosshair would fill. */
const FILLED_OPACITY = 0.34;
const LINE_CSS_PX = 1.5;
const DOT_CSS_PX = 4;

export function paintDepth(context: Context, scene: DepthScene, theme: ChartTheme, stale: boolean): void {
  const { widthPx, heightPx, ratio, plotBottomPx } = scene;
  context.clearRect(0, 0, widthPx, heightPx);
  context.font = `${FONT_CSS_PX * ratio}px ${theme.fontFamily}`;
  context.textBaseline = 'middle';
  paintGrid(context, scene, theme);
  const { reading } = scene;
  const up = stale ? theme.text3 : theme.up;
  const down = stale ? theme.text3 : theme.down;
  paintSide(context, scene.bids, plotBottomPx, up, ratio, reading?.side === 'bid' ? reading : null);
  paintSide(context, scene.asks, plotBottomPx, down, ratio, reading?.side === 'ask' ? reading : null);
  paintAxes(context, scene, theme);
  if (reading) paintCrosshair(context, scene, reading, theme, reading.side === 'bid' ? up : down);
}

/** A line one device px wide. */
function stroke(context: Context, color: string, x: number, y: number, width: number, height: number): void {
  context.fillStyle = color;
  context.fillRect(x, y, width, height);
}

function paintGrid(context: Context, scene: DepthScene, theme: ChartTheme): void {
  const { widthPx, plotBottomPx } = scene;
  const linePx = Math.max(1, Math.round(scene.ratio / 2));
  for (const { atPx } of scene.sizeLabels) stroke(context, theme.line, 0, atPx, widthPx, linePx);
  stroke(context, theme.line, 0, plotBottomPx, widthPx, linePx);
  stroke(context, theme.line, Math.floor(widthPx / 2), 0, linePx, plotBottomPx);
}

function trace(context: Context, { xs, ys, count }: Outline): void {
  for (let i = 0; i < count; i += 1) context.lineTo(xs[i]!, ys[i]!);
}

function paintSide(
  context: Context,
  outline: Outline,
  bottomPx: number,
  color: string,
  ratio: number,
  reading: DepthReading | null,
): void {
  const { xs, count } = outline;
  if (count === 0) return;
  context.save();
  context.beginPath();
  context.moveTo(xs[0]!, bottomPx);
  trace(context, outline);
  context.lineTo(xs[count - 1]!, bottomPx);
  context.closePath();
  context.fillStyle = color;
  context.globalAlpha = AREA_OPACITY;
  context.fill();
  if (reading?.cost) {
    context.clip();
    context.globalAlpha = FILLED_OPACITY - AREA_OPACITY;
    context.fillRect(Math.min(xs[0]!, reading.xPx), 0, Math.abs(reading.xPx - xs[0]!), bottomPx);
  }
  context.restore();
  context.beginPath();
  context.moveTo(xs[0]!, bottomPx);
  trace(context, outline);
  context.strokeStyle = color;
  context.lineWidth = LINE_CSS_PX * ratio;
  context.lineJoin = 'miter';
  context.stroke();
}

function paintAxes(context: Context, scene: DepthScene, theme: ChartTheme): void {
  const { widthPx, heightPx, ratio, plotBottomPx } = scene;
  const axisMiddlePx = (plotBottomPx + heightPx) / 2;
  context.fillStyle = theme.text2;
  context.textAlign = 'center';
  for (const { atPx, text } of scene.priceLabels) {
    const half = context.measureText(text).width / 2;
    if (atPx - half >= 0 && atPx + half <= widthPx) context.fillText(text, atPx, axisMiddlePx);
  }
  context.textAlign = 'right';
  for (const { atPx, text } of scene.sizeLabels)
    context.fillText(text, widthPx - 4 * ratio, atPx - FONT_CSS_PX * 0.7 * ratio);
}

function paintCrosshair(
  context: Context,
  scene: DepthScene,
  reading: DepthReading,
  theme: ChartTheme,
  color: string,
): void {
  const { widthPx, ratio, plotBottomPx } = scene;
  const { xPx, yPx } = reading;
  context.save();
  context.strokeStyle = theme.text2;
  context.lineWidth = Math.max(1, Math.round(ratio / 2));
  context.setLineDash([3 * ratio, 3 * ratio]);
  context.beginPath();
  context.moveTo(xPx + 0.5, 0);
  context.lineTo(xPx + 0.5, plotBottomPx);
  if (reading.cost) {
    context.moveTo(0, yPx + 0.5);
    context.lineTo(widthPx, yPx + 0.5);
  }
  context.stroke();
  context.restore();
  if (!reading.cost) return;
  context.beginPath();
  context.arc(xPx, yPx, DOT_CSS_PX * ratio, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.strokeStyle = theme.bg;
  context.lineWidth = 2 * ratio;
  context.fill();
  context.stroke();
}
