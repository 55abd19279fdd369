// How a volume profile is drawn and named: its rows from one edge, the words of the legend, the price on the axis.
import type { DrawList, Rgba } from '../render/draw-list.ts';
import { priceText } from '../indicators/value-format.ts';
import { contrastColor } from '../layers/contrast-color.ts';
import { lastPriceTag } from '../layers/last-price.ts';
import { fade } from '../scene/palette.ts';
import { type Covered, baselineAt, devicePx, isCovered, type View } from '../scene/view.ts';
import type { FlowColumns } from './flow-columns.ts';
import { rowEdgePx } from './level-group.ts';
import type { RangeProfile } from './range-profile.ts';

/** Opacity of rows inside and outside the value area. */
const INSIDE = 0.42;
const OUTSIDE = 0.2;
/** From this height on a row leaves a px to the next one. */
const GAP_FROM_CSS_PX = 4;
const TAG_HEIGHT_CSS_PX = 16;
const TAG_RADIUS_CSS_PX = 3;

/** What a profile, of volume or of time, names. */
export interface ProfileLevels {
  control: number;
  areaLow: number;
  areaHigh: number;
  priceOf(flow: FlowColumns, row: number): number;
}

/** "POC 67,012.40", the edges of the value area behind it. */
export function profileReading(view: View, flow: FlowColumns, profile: ProfileLevels): string {
  if (profile.control < 0) return '';
  const text = (row: number): string => priceText(view, profile.priceOf(flow, row));
  return `POC ${text(profile.control)}  VA ${text(profile.areaLow)}–${text(profile.areaHigh)}`;
}

/**
 * Rows from `edgePx` on, the longest `lengthPx` long: to the right, or to the left where it is negative. What was
 * bought is at the edge.
 */
export function paintProfileRows(
  { palette, panes, ratio }: View,
  { under }: DrawList,
  flow: FlowColumns,
  profile: RangeProfile,
  edgePx: number,
  lengthPx: number,
): void {
  const { count, lots: sizes, bought, largest, areaLow, areaHigh, group, firstRow } = profile;
  const { scale, topPx, bottomPx } = panes[0]!;
  const upIn = fade(palette.up, INSIDE);
  const downIn = fade(palette.down, INSIDE);
  const upOut = fade(palette.up, OUTSIDE);
  const downOut = fade(palette.down, OUTSIDE);
  const rowPx = Math.abs(rowEdgePx(scale, flow, group, firstRow) - rowEdgePx(scale, flow, group, firstRow + 1));
  const gap = rowPx >= GAP_FROM_CSS_PX * ratio ? devicePx(1, ratio) : 0;
  for (let row = 0; row < count; row++) {
    const lots = sizes[row]!;
    if (lots === 0) continue;
    const one = Math.round(rowEdgePx(scale, flow, group, firstRow + row));
    const other = Math.round(rowEdgePx(scale, flow, group, firstRow + row + 1));
    const top = Math.max(topPx, Math.min(one, other));
    const bottom = Math.min(bottomPx, Math.max(one, other) - gap);
    if (bottom <= top) continue;
    const isIn = row >= areaLow && row <= areaHigh;
    const width = Math.max(1, Math.round((lots / largest) * Math.abs(lengthPx)));
    const buys = Math.round((bought[row]! / lots) * width);
    const tall = bottom - top;
    if (buys > 0) under.add(lengthPx > 0 ? edgePx : edgePx - buys, top, buys, tall, isIn ? upIn : upOut);
    if (width > buys)
      under.add(lengthPx > 0 ? edgePx + buys : edgePx - width, top, width - buys, tall, isIn ? downIn : downOut);
  }
}

/** A price on the axis, unless another tag is there. */
export function paintPriceTag(view: View, list: DrawList, covered: Covered[], price: number, color: Rgba): void {
  const { scale, topPx, bottomPx } = view.panes[0]!;
  const y = Math.round(scale.yOf(price));
  if (y < topPx || y >= bottomPx) return;
  const half = devicePx(TAG_HEIGHT_CSS_PX, view.ratio) >> 1;
  const covers = { fromPx: y - half, toPx: y + half };
  const last = lastPriceTag(view);
  if (last && isCovered([last.covers], covers.fromPx, covers.toPx)) return;
  if (isCovered(covered, covers.fromPx, covers.toPx)) return;
  const left = view.plotRightPx + devicePx(2, view.ratio);
  const width = view.widthPx - left - devicePx(3, view.ratio);
  list.over.add(left, covers.fromPx, width, 2 * half, color, TAG_RADIUS_CSS_PX * view.ratio);
  const text = priceText(view, price);
  list.tags.add(text, view.plotRightPx + 8 * view.ratio, baselineAt(y, view.fontPx), contrastColor(color));
  covered.push(covers);
}
