// Grid and axes: prices to the right, times along the bottom.
// Faint lines at both, bounds of oscillators, and hairlines between panes.
import { isBarInterval } from '../../core/units/time.ts';
import type { DrawList } from '../render/draw-list.ts';
import { barMsOf } from '../scene/bar-length.ts';
import type { Pane } from '../scene/panes.ts';
import { type TimeTick, barTicks, timeTicks } from '../scene/scales/time-ticks.ts';
import { candleZone } from '../scene/scales/time-zone.ts';
import { boundsOf } from '../indicators/indicator-values.ts';
import { gridText } from '../indicators/value-format.ts';
import { baselineAt, type Covered, devicePx, isCovered, type View } from '../scene/view.ts';

/** Most labels of one value axis. */
const ticks = new Float64Array(32);
/** Labels of the time axis, rewritten in each frame. */
const times: TimeTick[] = [];
const AXIS_PAD_CSS_PX = 8;
const BAND_DASH_CSS_PX = 4;
/** Least distance of two time labels. */
const TIME_LABEL_GAP_CSS_PX = 68;
/** Labels keep this far from the edges of their pane. */
const EDGE_CSS_PX = 7;

/** Value labels and grid of one pane; a label under a tag is left out, its grid line stays. */
function drawValues(view: View, pane: Pane, list: DrawList, covered: readonly Covered[]): void {
  const { scale } = pane;
  if (scale.empty) return;
  const { palette } = view;
  const edge = EDGE_CSS_PX * view.ratio;
  const bounds = pane.kind === 'sub' ? boundsOf(view.data.indicators[pane.indicator]?.name ?? '') : [];
  if (bounds.length > 0) drawBand(view, pane, list, bounds);
  const count = bounds.length > 0 ? boundTicks(bounds) : scale.ticks(pane.topPx, pane.bottomPx, ticks);
  const x = view.plotRightPx + AXIS_PAD_CSS_PX * view.ratio;
  let before = '';
  for (let at = 0; at < count; at += 1) {
    const value = ticks[at]!;
    const y = Math.round(scale.yOf(value));
    if (y < pane.topPx + edge || y > pane.bottomPx - edge) continue;
    if (bounds.length === 0) list.under.add(0, y, view.plotRightPx, devicePx(0.5, view.ratio), palette.grid);
    if (isCovered(covered, y - edge, y + edge)) continue;
    const text = gridText(view, pane, value);
    // Below a tick the decades of a log axis are written alike.
    if (text !== before) list.labels.add(text, x, baselineAt(y, view.fontPx), palette.text3);
    before = text;
  }
}

/** An oscillator is labelled at its bounds alone. */
function boundTicks(bounds: readonly number[]): number {
  ticks.set(bounds);
  return bounds.length;
}

/** The ground between the bounds of an oscillator, with a dashed line at each. */
function drawBand(view: View, pane: Pane, list: DrawList, bounds: readonly number[]): void {
  const { palette, ratio } = view;
  const one = Math.round(pane.scale.yOf(bounds[0]!));
  const other = Math.round(pane.scale.yOf(bounds[1]!));
  list.under.add(0, Math.min(one, other), view.plotRightPx, Math.abs(one - other), palette.band);
  const thickness = devicePx(0.5, ratio);
  const dash = devicePx(BAND_DASH_CSS_PX, ratio);
  list.under.dashed(0, one, view.plotRightPx, thickness, dash, palette.line);
  list.under.dashed(0, other, view.plotRightPx, thickness, dash, palette.line);
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
  const barMs = barMsOf(market.interval, columns);
  // A label's row may lie just outside; its text may still reach in.
  const reach = Math.ceil(minRows / 2);
  const rows = {
    time: columns.time,
    from: Math.max(0, time.firstRow - reach),
    to: Math.min(columns.length, time.endRow + reach),
    minRows,
    zone: candleZone(view.style.timeZone, barMs),
  };
  const baseline = baselineAt((view.plotBottomPx + view.heightPx) / 2, view.fontPx);
  const count = isBarInterval(market.interval) ? barTicks(rows, time.origin, times) : timeTicks(rows, barMs, times);
  for (let at = 0; at < count; at += 1) {
    const { row, text, weight } = times[at]!;
    const width = view.measure.width(text);
    const x = time.xOf(row - time.origin);
    if (x >= 0 && x < view.plotRightPx)
      list.under.add(Math.round(x), 0, devicePx(0.5, view.ratio), view.plotBottomPx, view.palette.grid);
    const left = x - width / 2;
    if (left < 2 * view.ratio || left + width > view.plotRightPx || isCovered(covered, left, left + width)) continue;
    list.labels.add(text, left, baseline, weight > 0 ? view.palette.text2 : view.palette.text3);
  }
}
