// Trades of the columns as bubbles: their area is the size, their parts are what was bought and sold.
import type { Context2d } from '../render/context-2d.ts';
import { cssColor } from '../render/canvas2d/css-color.ts';
import type { View } from '../scene/view.ts';
import { CODES, codeOf, sizeOf } from './heat-scale.ts';
import type { HeatSource, HeatTile } from './heat-tiles.ts';
import { xOfTime } from './time-places.ts';

/** Radius of the largest size in sight, and of the smallest that is drawn. */
const LARGEST_CSS_PX = 13;
const SMALLEST_CSS_PX = 1.5;
/** The largest are drawn where there are more. */
const MOST_BUBBLES = 300;
const OPACITY = 0.72;

const counts = new Uint32Array(CODES);

/** Trades worth less than `smallest` quote units are left out. */
export function paintBubbles(
  context: Context2d,
  view: View,
  { tickPrice, lotCoins }: HeatSource,
  tiles: readonly HeatTile[],
  smallest: number,
): void {
  const largest = largestSize(tiles);
  if (largest === 0) return;
  const { ratio, palette, plotRightPx } = view;
  const { scale, topPx, bottomPx } = view.panes[0]!;
  const maxPx = LARGEST_CSS_PX * ratio;
  const least = Math.max(sizeOf(fewestCode()), largest * (SMALLEST_CSS_PX / LARGEST_CSS_PX) ** 2);
  const bought = new Path2D();
  const sold = new Path2D();
  for (const { fromMs, columnMs, levelTicks, trades } of tiles)
    for (let at = 0; at < trades.count; at++) {
      const total = trades.sold[at]! + trades.bought[at]!;
      const price = ((trades.level[at]! + 0.5) * levelTicks - 0.5) * tickPrice;
      if (total < least || total * lotCoins * price < smallest) continue;
      const x = xOfTime(view, fromMs + (trades.column[at]! + 0.5) * columnMs);
      const y = scale.yOf(price);
      const radius = Math.min(maxPx, maxPx * Math.sqrt(total / largest));
      if (x + radius <= 0 || x - radius >= plotRightPx || y + radius <= topPx || y - radius >= bottomPx) continue;
      addSlice(sold, x, y, radius, 0, trades.sold[at]! / total);
      addSlice(bought, x, y, radius, trades.sold[at]! / total, 1);
    }
  context.save();
  context.beginPath();
  context.rect(0, topPx, plotRightPx, bottomPx - topPx);
  context.clip();
  context.globalAlpha = OPACITY;
  context.lineWidth = Math.max(1, 0.75 * ratio);
  for (const [path, color] of [
    [sold, palette.down],
    [bought, palette.up],
  ] as const) {
    context.fillStyle = cssColor(color);
    context.fill(path);
    context.strokeStyle = cssColor(palette.bg);
    context.stroke(path);
  }
  context.restore();
}

/** The part of a disc from one share to another, clockwise from the left. */
function addSlice(path: Path2D, x: number, y: number, radius: number, from: number, to: number): void {
  if (to <= from) return;
  const isWhole = to - from === 1;
  const start = Math.PI * (1 + 2 * from);
  path.moveTo(isWhole ? x + radius * Math.cos(start) : x, isWhole ? y + radius * Math.sin(start) : y);
  path.arc(x, y, radius, start, Math.PI * (1 + 2 * to));
  path.closePath();
}

/** Size that all but half a percent stay below; 0 without trades. Fills `counts`. */
function largestSize(tiles: readonly HeatTile[]): number {
  counts.fill(0);
  let all = 0;
  for (const { trades } of tiles)
    for (let at = 0; at < trades.count; at++) counts[codeOf(trades.sold[at]! + trades.bought[at]!)]!++;
  for (const { trades } of tiles) all += trades.count;
  if (all === 0) return 0;
  return sizeOf(codeWithAbove(Math.floor(all * 0.005)));
}

/** Sizes from this code on are few enough to draw. */
function fewestCode(): number {
  return codeWithAbove(MOST_BUBBLES);
}

/** The largest code that has at least `most + 1` sizes at or above it. */
function codeWithAbove(most: number): number {
  let seen = 0;
  for (let code = CODES - 1; code > 0; code--) {
    seen += counts[code]!;
    if (seen > most) return code;
  }
  return 0;
}
