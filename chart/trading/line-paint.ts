// The user's lines as shapes and words: a line across the pane, its label at the left, its price on the axis.
import type { TradeLine } from '../chart.ts';
import type { DrawList, Rgba } from '../draw-list.ts';
import { inkOn } from '../layers/readable-ink.ts';
import { blend } from '../scene/palette.ts';
import { baselineAt, devicePx, type View } from '../scene/view.ts';
import { type Beyond, CHIP_CSS_PX, CHIP_LEFT_CSS_PX, CHIP_PAD_CSS_PX, HANDLE_CSS_PX, type LineBoard, type ShownLine, TAG_CSS_PX } from './line-board.ts';

const DASH_CSS_PX = 4;
/** How far the stroke runs from a label that was shifted to its line. */
const LEAD_CSS_PX = 12;
/** A pending line is this much of its colour, the rest is ground; labels are tinted so that candles stay the loudest. */
const PENDING_OPACITY = 0.55;
const TINT_OPACITY = 0.24;

function colorOf(view: View, line: TradeLine): Rgba {
  const { palette } = view;
  switch (line.kind) {
    case 'order': case 'position': return line.side === 'buy' ? palette.up : palette.down;
    case 'takeProfit': return palette.up;
    case 'stopLoss': return palette.down;
    case 'liquidation': return palette.named('warn');
    case 'alert': return palette.named('accent');
  }
}

/** What is asked and not yet confirmed is dashed and pale. */
function inkOf(view: View, shown: ShownLine): Rgba {
  const color = colorOf(view, shown.line);
  return shown.pending ? blend(color, view.palette.bg, PENDING_OPACITY) : color;
}

export function paintLines(view: View, list: DrawList, board: LineBoard): void {
  for (let at = board.inFrom; at < board.inTo; at += 1) paintLine(view, list, board.shown[at]!);
  for (let at = board.inFrom; at < board.inTo; at += 1) {
    const shown = board.shown[at]!;
    if (!Number.isNaN(shown.chipPx)) paintChip(view, list, shown);
    if (shown.tagged) paintTag(view, list, shown);
  }
  paintBeyond(view, list, board.above);
  paintBeyond(view, list, board.below);
}

function paintLine(view: View, list: DrawList, shown: ShownLine): void {
  const { ratio } = view;
  const ink = inkOf(view, shown);
  const thickness = devicePx(shown.held || shown.line.kind === 'position' || shown.line.kind === 'liquidation' ? 1.5 : 1, ratio);
  const dash = shown.pending || shown.line.kind === 'alert' ? devicePx(DASH_CSS_PX, ratio) : 0;
  // Half a pixel, so that an odd thickness covers whole ones.
  const y = shown.yPx + (thickness % 2) / 2;
  const away = shown.chipPx - shown.yPx;
  let start = shown.chipRightPx;
  if (shown.chipRightPx > 0 && away !== 0) {
    start += devicePx(LEAD_CSS_PX, ratio);
    list.shapes.segment(shown.chipRightPx, shown.chipPx + (thickness % 2) / 2, start, y, thickness, ink);
  }
  list.shapes.segment(start, y, view.plotRightPx, y, thickness, ink, dash);
}

function paintChip(view: View, list: DrawList, shown: ShownLine): void {
  const { ratio, palette } = view;
  const handle = shown.line.movable && !shown.pending ? HANDLE_CSS_PX * ratio : 0;
  const color = inkOf(view, shown);
  const ink = shown.pending ? palette.text2 : palette.text;
  box(view, list, shown.chipPx, shown.chipRightPx, color, shown.pending ? palette.raised : blend(color, palette.bg, shown.held ? 2 * TINT_OPACITY : TINT_OPACITY));
  const x = (CHIP_LEFT_CSS_PX + CHIP_PAD_CSS_PX) * ratio;
  list.tags.add(shown.text, x + handle, baselineAt(shown.chipPx, view.fontPx), ink);
  const stroke = devicePx(1, ratio);
  for (const step of handle > 0 ? [-1, 0, 1] : []) {
    list.over.add(Math.round(x), shown.chipPx + step * devicePx(3, ratio), devicePx(8, ratio), stroke, ink);
  }
}

function box(view: View, list: DrawList, middlePx: number, rightPx: number, rimColor: Rgba, fill: Rgba): void {
  const { ratio } = view;
  const left = devicePx(CHIP_LEFT_CSS_PX, ratio);
  const height = devicePx(CHIP_CSS_PX, ratio);
  const top = middlePx - (height >> 1);
  const rim = devicePx(1, ratio);
  list.over.add(left, top, rightPx - left, height, rimColor, 4 * ratio);
  list.over.add(left + rim, top + rim, rightPx - left - 2 * rim, height - 2 * rim, fill, 3 * ratio);
}

function paintTag(view: View, list: DrawList, shown: ShownLine): void {
  const { ratio, palette } = view;
  const left = view.plotRightPx + devicePx(2, ratio);
  const width = view.widthPx - left - devicePx(3, ratio);
  const height = devicePx(TAG_CSS_PX, ratio);
  const top = shown.yPx - (height >> 1);
  const rim = devicePx(1, ratio);
  const color = inkOf(view, shown);
  list.over.add(left, top, width, height, color, 4 * ratio);
  if (shown.pending) list.over.add(left + rim, top + rim, width - 2 * rim, height - 2 * rim, palette.raised, 3 * ratio);
  list.tags.add(view.prices.format(shown.price), view.plotRightPx + 8 * ratio, baselineAt(shown.yPx, view.fontPx), shown.pending ? palette.text2 : inkOn(color));
}

function paintBeyond(view: View, list: DrawList, beyond: Beyond): void {
  if (!beyond.nearest) return;
  box(view, list, beyond.chipPx, beyond.rightPx, inkOf(view, beyond.nearest), view.palette.raised);
  list.tags.add(beyond.text, (CHIP_LEFT_CSS_PX + CHIP_PAD_CSS_PX) * view.ratio, baselineAt(beyond.chipPx, view.fontPx), view.palette.text);
}
