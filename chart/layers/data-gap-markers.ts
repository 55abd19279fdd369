// Markers where candles are missing: a thin dashed vertical line with a mark at its foot.
// Without the mark while the market was closed, with words where the recording begins, and with a block behind which
// candles were fetched rather than received over the feed.
import type { DrawList } from '../render/draw-list.ts';
import { isTimeInterval } from '../../core/units/time.ts';
import { baselineAt, devicePx, type View } from '../scene/view.ts';

const DASH_CSS_PX = 2;
const MARK_CSS_PX = 5;
/** Closer ones would look like a pattern: none is drawn then. */
const MIN_DISTANCE_CSS_PX = 14;
const BEGIN_PAD_CSS_PX = 6;
const BEGIN_ROW_CSS_PX = 18;
const BEGIN_RADIUS_CSS_PX = 4;
/** Above the foot of the pane: the legend of the heat map is below it. */
const BEGIN_BOTTOM_CSS_PX = 52;

export function drawGapMarkers(view: View, list: DrawList): void {
  drawFetchedMarker(view, list);
  const { data, time, ratio, palette, market } = view;
  data.syncGaps(market.interval);
  const { gaps } = data;
  const first = gaps.indexFrom(time.firstRow);
  const end = gaps.indexFrom(time.endRow);
  if (first === end || (end - first) * MIN_DISTANCE_CSS_PX * ratio > view.plotRightPx) return;
  for (let at = first; at < end; at += 1) {
    const x = Math.round(time.xOf(gaps.rows[at]! - 0.5 - time.origin));
    if (x < 0 || x >= view.plotRightPx) continue;
    drawDashes(view, list, x, palette.line);
    if (gaps.rows[at] === 0 && !isTimeInterval(market.interval)) writeBegin(view, list, x);
    if (!gaps.isClosure(gaps.rows[at]!, market.session)) drawFoot(view, list, x);
  }
}

/** Left of the first bar, and over the first bars as far as that is too narrow. */
function writeBegin(view: View, list: DrawList, x: number): void {
  const { ratio, palette, measure, fontPx, market, plotRightPx } = view;
  const { topPx, bottomPx } = view.panes[0]!;
  const pad = devicePx(BEGIN_PAD_CSS_PX, ratio);
  const row = devicePx(BEGIN_ROW_CSS_PX, ratio);
  const text = market.beginText ?? '';
  const width = Math.ceil(measure.width(text)) + 2 * pad;
  const left = Math.max(0, x - width);
  const top = bottomPx - devicePx(BEGIN_BOTTOM_CSS_PX, ratio) - row;
  if (text === '' || left + width > plotRightPx || top < topPx) return;
  // On a ground: the grid does not strike it through.
  list.over.add(left, top, width, row, palette.ground, devicePx(BEGIN_RADIUS_CSS_PX, ratio));
  list.tags.add(text, left + pad, baselineAt(top + row / 2, fontPx), palette.text2);
}

/** Where the feed was away: a small block at the foot of a dashed line, in the colour of warnings. */
function drawFetchedMarker(view: View, list: DrawList): void {
  const {
    data: { columns },
    time,
    ratio,
    palette,
  } = view;
  if (!columns.seam) return;
  const row = firstBehind(columns.time, columns.length, columns.seam);
  const x = Math.round(time.xOf(row - 0.5 - time.origin));
  if (row === 0 || row === columns.length || x < 0 || x >= view.plotRightPx) return;
  const mark = devicePx(MARK_CSS_PX, ratio);
  drawDashes(view, list, x, palette.line);
  list.under.add(x - (mark >> 1), view.panes[0]!.bottomPx - mark, mark, mark, palette.text2);
}

/** First row that starts behind `ms`. */
function firstBehind(time: Float64Array, length: number, ms: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle]! <= ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

function drawDashes({ panes, ratio }: View, list: DrawList, x: number, color: number): void {
  const hair = devicePx(0.5, ratio);
  const dash = devicePx(DASH_CSS_PX, ratio);
  const { topPx, bottomPx } = panes[0]!;
  for (let y = topPx; y < bottomPx - devicePx(MARK_CSS_PX, ratio); y += 2 * dash)
    list.under.add(x, y, hair, dash, color);
}

/** Two short uprights with a gap between them, at the foot of the pane. */
function drawFoot({ panes, palette, ratio }: View, list: DrawList, x: number): void {
  const hair = devicePx(0.5, ratio);
  const size = devicePx(MARK_CSS_PX, ratio);
  const half = Math.max(hair + 1, size >> 1);
  const top = panes[0]!.bottomPx - hair - size;
  list.under.add(x - half, top, hair, size, palette.text3);
  list.under.add(x + half, top, hair, size, palette.text3);
}
