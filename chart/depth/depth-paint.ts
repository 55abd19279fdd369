// Paints a depth scene on a 2D canvas: grid, areas with what the crosshair would fill, axes, crosshair.
import type { ChartTheme } from '../api.ts';
import type { DepthReading, DepthScene, Outline } from './depth-scene.ts';

type Context = CanvasRenderingContext2D;

const FONT_CSS_PX = 11;
const AREA_OPACITY = 0.16;
/** Of what the crosshair would fill. */
const FILLED_OPACITY = 0.34;
const LINE_CSS_PX = 1.5;
/** The point of the crosshair on the outline: its radius, and the ring around it. */
const DOT_CSS_PX = 4;
const DOT_RING_CSS_PX = 2;
/** Dashes of the crosshair, and the gaps between them. */
const DASH_CSS_PX = 3;
/** Size labels: distance to the right edge, and how far their middle is above their line. */
const LABEL_MARGIN_CSS_PX = 4;
const LABEL_RISE_CSS_PX = FONT_CSS_PX * 0.7;
/** Half a device px: a line one px wide is sharp in the middle of a px. */
const PX_MIDDLE = 0.5;

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

/** Thickness of grid lines and crosshair in device px. */
function hairlinePx(ratio: number): number {
  return Math.max(1, Math.round(ratio / 2));
}

function paintGrid(context: Context, scene: DepthScene, theme: ChartTheme): void {
  const { widthPx, plotBottomPx } = scene;
  const linePx = hairlinePx(scene.ratio);
  context.fillStyle = theme.line;
  for (const { atPx } of scene.sizeLabels) context.fillRect(0, atPx, widthPx, linePx);
  context.fillRect(0, plotBottomPx, widthPx, linePx);
  context.fillRect(Math.floor(widthPx / 2), 0, linePx, plotBottomPx);
}

function trace(context: Context, { xsPx, ysPx, count }: Outline): void {
  for (let i = 0; i < count; i += 1) context.lineTo(xsPx[i]!, ysPx[i]!);
}

function paintSide(
  context: Context,
  outline: Outline,
  bottomPx: number,
  color: string,
  ratio: number,
  reading: DepthReading | null,
): void {
  const { xsPx, count } = outline;
  if (count === 0) return;
  context.save();
  context.beginPath();
  context.moveTo(xsPx[0]!, bottomPx);
  trace(context, outline);
  context.lineTo(xsPx[count - 1]!, bottomPx);
  context.closePath();
  context.fillStyle = color;
  context.globalAlpha = AREA_OPACITY;
  context.fill();
  if (reading?.cost) {
    context.clip();
    context.globalAlpha = FILLED_OPACITY - AREA_OPACITY;
    context.fillRect(Math.min(xsPx[0]!, reading.xPx), 0, Math.abs(reading.xPx - xsPx[0]!), bottomPx);
  }
  context.restore();
  context.beginPath();
  context.moveTo(xsPx[0]!, bottomPx);
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
    const halfPx = context.measureText(text).width / 2;
    if (atPx - halfPx >= 0 && atPx + halfPx <= widthPx) context.fillText(text, atPx, axisMiddlePx);
  }
  context.textAlign = 'right';
  for (const { atPx, text } of scene.sizeLabels)
    context.fillText(text, widthPx - LABEL_MARGIN_CSS_PX * ratio, atPx - LABEL_RISE_CSS_PX * ratio);
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
  context.lineWidth = hairlinePx(ratio);
  context.setLineDash([DASH_CSS_PX * ratio, DASH_CSS_PX * ratio]);
  context.beginPath();
  context.moveTo(xPx + PX_MIDDLE, 0);
  context.lineTo(xPx + PX_MIDDLE, plotBottomPx);
  if (reading.cost) {
    context.moveTo(0, yPx + PX_MIDDLE);
    context.lineTo(widthPx, yPx + PX_MIDDLE);
  }
  context.stroke();
  context.restore();
  if (!reading.cost) return;
  context.beginPath();
  context.arc(xPx, yPx, DOT_CSS_PX * ratio, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.strokeStyle = theme.bg;
  context.lineWidth = DOT_RING_CSS_PX * ratio;
  context.fill();
  context.stroke();
}
