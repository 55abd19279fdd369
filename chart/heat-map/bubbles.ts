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
/** The largest are drawn where there are more: one for each so many px across, and at least and at most these. */
const SPACING_CSS_PX = 7;
const LEAST_BUBBLES = 20;
const MOST_BUBBLES = 250;
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
  const least = Math.max(
    sizeOf(codeWithAbove(mostBubbles(view, tiles))),
    largest * (SMALLEST_CSS_PX / LARGEST_CSS_PX) ** 2,
  );
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

/** Bubbles that have space beside each other where the tiles are in sight. */
function mostBubbles(view: View, tiles: readonly HeatTile[]): number {
  const edges = tiles.flatMap(({ fromMs, columnMs, columns }) => [fromMs, fromMs + columns * columnMs]);
  const [left, right] = [Math.min(...edges), Math.max(...edges)].map((ms) => xOfTime(view, ms));
  const widthPx = Math.min(view.plotRightPx, right!) - Math.max(0, left!);
  return Math.min(MOST_BUBBLES, Math.max(LEAST_BUBBLES, Math.round(widthPx / view.ratio / SPACING_CSS_PX)));
}

/** The code above which there are at most so many sizes. */
function codeWithAbove(most: number): number {
  let seen = 0;
  for (let code = CODES - 1; code > 0; code--) {
    seen += counts[code]!;
    if (seen > most) return code + 1;
  }
  return 0;
}
