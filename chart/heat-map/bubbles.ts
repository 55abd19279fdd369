// Trades as bubbles: their area is the size; those that would lie over each other are summed.
import type { Context2d } from '../render/context-2d.ts';
import type { View } from '../scene/view.ts';
import { BubbleSprites, LARGEST_CSS_PX } from './bubble-sprites.ts';
import { CODES, codeOf, sizeOf } from './heat-scale.ts';
import { TILE_COLUMNS, type HeatSource, type HeatTile } from './heat-tiles.ts';
import { pxOfSpan, xOfTime } from './time-places.ts';

/** Trades within about this distance are one bubble; the smallest radius that is drawn. */
const APART_CSS_PX = 14;
const SMALLEST_CSS_PX = 1.5;
/** Share of the bubbles in sight that are no larger than the largest radius shows. */
const TOP_SHARE = 0.02;
/** Numbers of a bubble: time in ms, price in quote units, lots sold, lots bought. */
const BUBBLE = 4;

interface Grouped {
  revision: number;
  key: string;
  bubbles: Float64Array;
}

const grouped = new WeakMap<HeatTile, Grouped>();
const counts = new Uint32Array(CODES);
let sprites: BubbleSprites | null = null;

/** Trades worth less than `smallest` quote units are left out. */
export function paintBubbles(
  context: Context2d,
  view: View,
  source: HeatSource,
  tiles: readonly HeatTile[],
  smallest: number,
): void {
  const all = tiles.map((tile) => bubblesOf(view, source, tile, smallest));
  const largest = largestSize(all);
  if (largest === 0) return;
  const { ratio, palette, plotRightPx } = view;
  const { scale, topPx, bottomPx } = view.panes[0]!;
  const maxPx = LARGEST_CSS_PX * ratio;
  if (!sprites?.fits(palette, ratio)) sprites = new BubbleSprites(palette, ratio);
  context.save();
  context.beginPath();
  context.rect(0, topPx, plotRightPx, bottomPx - topPx);
  context.clip();
  for (const bubbles of all)
    for (let at = 0; at < bubbles.length; at += BUBBLE) {
      const total = bubbles[at + 2]! + bubbles[at + 3]!;
      const radius = Math.min(maxPx, maxPx * Math.sqrt(total / largest));
      if (radius < SMALLEST_CSS_PX * ratio) continue;
      const x = xOfTime(view, bubbles[at]!);
      const y = scale.yOf(bubbles[at + 1]!);
      if (x + radius <= 0 || x - radius >= plotRightPx || y + radius <= topPx || y - radius >= bottomPx) continue;
      sprites.add(x, y, radius, bubbles[at + 2]! / total);
    }
  sprites.flush(context);
  context.restore();
}

/** Steps of powers of two that fill at least the distance of bubbles: the groups stay while the view moves. */
function stepsFor(stepPx: number, ratio: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2((APART_CSS_PX * ratio) / stepPx)));
}

/** Bubbles of a tile, summed by groups of columns and levels, in the middle of their trades. */
function bubblesOf(view: View, source: HeatSource, tile: HeatTile, smallest: number): Float64Array {
  const { tickPrice, lotCoins } = source;
  const { fromMs, columnMs, levelTicks, trades } = tile;
  const { scale } = view.panes[0]!;
  const middle = scale.valueAt((scale.topPx + scale.bottomPx) / 2);
  const levelPx = Math.abs(scale.yOf(middle) - scale.yOf(middle + levelTicks * tickPrice));
  const columns = stepsFor(pxOfSpan(view, columnMs), view.ratio);
  const levels = stepsFor(levelPx, view.ratio);
  const key = `${columns} ${levels} ${smallest}`;
  const known = grouped.get(tile);
  if (known?.key === key && known.revision === trades.revision) return known.bubbles;
  const groups = new Map<number, [lotMs: number, lotPrice: number, sold: number, bought: number]>();
  for (let at = 0; at < trades.count; at++) {
    const [column, level] = [trades.column[at]!, trades.level[at]!];
    const lots = trades.sold[at]! + trades.bought[at]!;
    const price = ((level + 0.5) * levelTicks - 0.5) * tickPrice;
    if (lots * lotCoins * price < smallest) continue;
    const place = Math.floor(level / levels) * TILE_COLUMNS + Math.floor(column / columns);
    let sums = groups.get(place);
    if (!sums) groups.set(place, (sums = [0, 0, 0, 0]));
    sums[0] += lots * (column + 0.5);
    sums[1] += lots * price;
    sums[2] += trades.sold[at]!;
    sums[3] += trades.bought[at]!;
  }
  const bubbles = new Float64Array(groups.size * BUBBLE);
  let at = 0;
  for (const [lotColumns, lotPrices, sold, bought] of groups.values()) {
    const total = sold + bought;
    bubbles.set([fromMs + (lotColumns / total) * columnMs, lotPrices / total, sold, bought], at);
    at += BUBBLE;
  }
  grouped.set(tile, { revision: trades.revision, key, bubbles });
  return bubbles;
}

/** Size that all but a small share of the bubbles stay below; 0 without bubbles. */
function largestSize(all: readonly Float64Array[]): number {
  counts.fill(0);
  let left = 0;
  for (const bubbles of all)
    for (let at = 0; at < bubbles.length; at += BUBBLE, left++) counts[codeOf(bubbles[at + 2]! + bubbles[at + 3]!)]!++;
  left = Math.floor(left * TOP_SHARE);
  for (let code = CODES - 1; code > 0; code--) {
    left -= counts[code]!;
    if (left < 0) return sizeOf(code + 1);
  }
  return 0;
}
