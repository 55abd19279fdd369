// The highest and the lowest price in sight, written beside their candles with a short leader.
import type { DrawList } from '../render/draw-list.ts';
import { baselineAt, devicePx, type View } from '../scene/view.ts';

const LEADER_CSS_PX = 14;
const GAP_CSS_PX = 3;
/** Fewer candles in sight need no marks. */
const MIN_ROWS = 3;

export function drawHighLowMarkers(view: View, list: DrawList): void {
  const { time, data } = view;
  // Rows whose middle is in sight: the mark must point at something.
  const from = Math.max(0, Math.ceil(time.logicalAt(0)) + time.origin);
  const to = Math.min(data.columns.length, Math.floor(time.logicalAt(view.plotRightPx)) + time.origin + 1);
  if (to - from < MIN_ROWS) return;
  for (const end of ['highest', 'lowest'] as const) {
    const row = data.extremeRow(end, from, to, time);
    if (row >= 0) drawMark(view, list, row, data.extremePrice(end, row));
  }
}

function drawMark(view: View, list: DrawList, row: number, price: number): void {
  const { time, ratio, palette } = view;
  const pane = view.panes[0]!;
  const y = Math.round(pane.scale.yOf(price));
  if (y < pane.topPx || y >= pane.bottomPx) return;
  const text = view.prices.format(price);
  const x = time.xOf(row - time.origin);
  const leader = devicePx(LEADER_CSS_PX, ratio);
  const gap = devicePx(GAP_CSS_PX, ratio);
  const leftward = x > view.plotRightPx / 2;
  list.under.add(leftward ? x - leader : x, y, leader, devicePx(0.5, ratio), palette.text2);
  list.labels.add(
    text,
    leftward ? x - leader - gap - view.measure.width(text) : x + leader + gap,
    baselineAt(y, view.fontPx),
    palette.text2,
  );
}
