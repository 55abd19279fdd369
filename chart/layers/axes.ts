// Grid and axes: faint horizontal lines with their prices to the right, times along the bottom,
// hairlines between panes.
import { INTERVAL_MS } from '../../core/units/time.ts';
import type { DrawList } from '../render/draw-list.ts';
import type { Pane } from '../scene/panes.ts';
import { type TimeTick, timeTicks } from '../scene/scales/time-ticks.ts';
import { candleZone } from '../scene/scales/time-zone.ts';
import { gridText } from '../indicators/value-format.ts';
import { baselineAt, type Covered, devicePx, isCovered, type View } from '../scene/view.ts';

/** Most labels of one value axis. */
const ticks = new Float64Array(32);
/** Labels of the time axis, rewritten in each frame. */
const times: TimeTick[] = [];
const AXIS_PAD_CSS_PX = 8;
/** Least distance of two time labels. */
const TIME_LABEL_GAP_CSS_PX = 68;
/** Labels keep this far from the edges of their pane. */
const EDGE_CSS_PX = 7;

/** Value labels and grid of one pane; a label under a tag is left out, its grid line stays. */
function drawValues(view: View, pane: Pane, list: DrawList, covered: readonly Covered[]): void {
  const { scale } = pane;
  const { palette } = view;
  const edge = EDGE_CSS_PX * view.ratio;
  const count = scale.ticks(pane.topPx, pane.bottomPx, ticks);
  const x = view.plotRightPx + AXIS_PAD_CSS_PX * view.ratio;
  for (let at = 0; at < count; at += 1) {
    const value = ticks[at]!;
    const y = Math.round(scale.yOf(value));
    if (y < pane.topPx + edge || y > pane.bottomPx - edge) continue;
    list.under.add(0, y, view.plotRightPx, devicePx(0.5, view.ratio), palette.grid);
    if (isCovered(covered, y - edge, y + edge)) continue;
    list.labels.add(gridText(view, pane, value), x, baselineAt(y, view.fontPx), palette.text3);
  }
}

/** All panes; `covered` are the heights of the tags on the axis. */
export function drawValueAxes(view: View, list: DrawList, covered: readonly Covered[]): void {
  for (let at = 0; at < view.panes.length; at += 1) {
    const pane = view.panes[at]!;
    if (at > 0) list.under.add(0, pane.topPx, view.widthPx, devicePx(0.5, view.ratio), view.palette.grid);
    drawValues(view, pane, list, covered);
  }
}

export function drawTimeAxis(view: View, list: DrawList, covered: readonly Covered[]): void {
  const { time, data, market } = view;
  const { columns } = data;
  list.under.add(0, view.plotBottomPx, view.widthPx, devicePx(0.5, view.ratio), view.palette.grid);
  const minRows = (TIME_LABEL_GAP_CSS_PX * view.ratio) / time.barPx;
  const intervalMs = INTERVAL_MS[market.interval];
  const barMs = intervalMs || 30 * 86_400_000;
  // A label's row may lie just outside; its text may still reach in.
  const reach = Math.ceil(minRows / 2);
  const from = Math.max(0, time.firstRow - reach);
  const to = Math.min(columns.length, time.endRow + reach);
  const baseline = baselineAt((view.plotBottomPx + view.heightPx) / 2, view.fontPx);
  const count = timeTicks(columns.time, from, to, minRows, barMs, candleZone(view.style.timeZone, intervalMs), times);
  for (let at = 0; at < count; at += 1) {
    const { row, text, weight } = times[at]!;
    const width = view.measure.width(text);
    const left = time.xOf(row - time.origin) - width / 2;
    if (left < 2 * view.ratio || left + width > view.plotRightPx || isCovered(covered, left, left + width)) continue;
    list.labels.add(text, left, baseline, weight > 0 ? view.palette.text2 : view.palette.text3);
  }
}
