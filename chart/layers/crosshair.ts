// The crosshair: hairlines through a candle and a height, with the value on the price axis and the time below.
import type { DrawList } from '../draw-list.ts';
import { formatMoment, formatQuantity } from '../scene/number-format.ts';
import { baselineAt, devicePx, type View } from '../scene/view.ts';

const DASH_CSS_PX = 3;
const TAG_HEIGHT_CSS_PX = 20;
const TAG_PAD_CSS_PX = 6;
const TAG_RADIUS_CSS_PX = 4;

export function drawCrosshair(view: View, list: DrawList): void {
  const { crosshair, time, palette, ratio } = view;
  if (!crosshair || crosshair.row < 0) return;
  const hair = devicePx(0.5, ratio);
  const dash = devicePx(DASH_CSS_PX, ratio);
  const x = Math.round(time.xOf(crosshair.row - time.origin));
  const y = Math.round(crosshair.yPx);
  for (let at = 0; at < view.plotBottomPx; at += 2 * dash) list.over.add(x, at, hair, dash, palette.text3);
  for (let at = 0; at < view.plotRightPx; at += 2 * dash) list.over.add(at, y, Math.min(dash, view.plotRightPx - at), hair, palette.text3);
  drawValueTag(view, list, y);
  drawTimeTag(view, list, x, crosshair.row);
}

function drawValueTag(view: View, list: DrawList, y: number): void {
  const pane = view.panes.find((each) => y >= each.topPx && y < each.bottomPx);
  if (!pane) return;
  const { ratio, palette } = view;
  const value = pane.scale.valueAt(y);
  const text = pane.kind === 'main' ? view.prices.format(value) : formatQuantity(value);
  const height = devicePx(TAG_HEIGHT_CSS_PX, ratio);
  const top = Math.min(view.plotBottomPx - height, Math.max(0, y - (height >> 1)));
  const left = view.plotRightPx + devicePx(2, ratio);
  list.over.add(left, top, view.widthPx - left - devicePx(3, ratio), height, palette.text2, TAG_RADIUS_CSS_PX * ratio);
  list.tags.add(text, view.plotRightPx + 8 * ratio, baselineAt(top + height / 2, view.fontPx), palette.bg);
}

function drawTimeTag(view: View, list: DrawList, x: number, row: number): void {
  const { ratio, palette, data } = view;
  const text = formatMoment(data.columns.time[row]!, view.market.intervalMs);
  const textWidth = view.measure.width(text);
  const width = Math.round(textWidth + 2 * TAG_PAD_CSS_PX * ratio);
  const left = Math.round(Math.min(view.plotRightPx - width, Math.max(0, x - width / 2)));
  const top = view.plotBottomPx + devicePx(2, ratio);
  const height = devicePx(TAG_HEIGHT_CSS_PX, ratio);
  list.over.add(left, top, width, height, palette.text2, TAG_RADIUS_CSS_PX * ratio);
  list.tags.add(text, left + (width - textWidth) / 2, baselineAt(top + height / 2, view.fontPx), palette.bg);
}
