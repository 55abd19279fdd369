// Seams where candles are missing: a thin dashed upright between the candles that do not follow each other, with a small mark at its foot unless the market was closed.
import type { DrawList } from '../draw-list.ts';
import { devicePx, type View } from '../scene/view.ts';

const DASH_CSS_PX = 2;
const MARK_CSS_PX = 5;
/** Closer seams would be a texture, not a sign: none is drawn then. */
const LEAST_DISTANCE_CSS_PX = 14;

export function drawGapSeams(view: View, list: DrawList): void {
  const { data, time, ratio, palette, market } = view;
  data.syncGaps(market.interval);
  const { gaps } = data;
  const first = gaps.indexFrom(time.firstRow);
  const end = gaps.indexFrom(time.endRow);
  if (first === end || (end - first) * LEAST_DISTANCE_CSS_PX * ratio > view.plotRightPx) return;
  const hair = devicePx(0.5, ratio);
  const dash = devicePx(DASH_CSS_PX, ratio);
  const mark = devicePx(MARK_CSS_PX, ratio);
  const { topPx, bottomPx } = view.panes[0]!;
  for (let at = first; at < end; at += 1) {
    const x = Math.round(time.xOf(gaps.rows[at]! - 0.5 - time.origin));
    if (x < 0 || x >= view.plotRightPx) continue;
    for (let y = topPx; y < bottomPx - mark; y += 2 * dash) list.under.add(x, y, hair, dash, palette.line);
    if (!gaps.isClosure(gaps.rows[at]!, market.session)) drawFoot(list, x, bottomPx - hair, mark, hair, palette.text3);
  }
}

/** Two short uprights with a gap between them, standing on `bottomPx`. */
function drawFoot(list: DrawList, x: number, bottomPx: number, sizePx: number, hairPx: number, color: number): void {
  const half = Math.max(hairPx + 1, sizePx >> 1);
  list.under.add(x - half, bottomPx - sizePx, hairPx, sizePx, color);
  list.under.add(x + half, bottomPx - sizePx, hairPx, sizePx, color);
}
