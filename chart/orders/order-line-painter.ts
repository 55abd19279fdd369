// Paints order lines: a line across the pane, its label, its price on the axis.
import type { TradeLine } from '../api.ts';
import type { DrawList, Rgba } from '../render/draw-list.ts';
import { contrastColor } from '../layers/contrast-color.ts';
import { blend } from '../scene/palette.ts';
import { baselineAt, devicePx, type View } from '../scene/view.ts';
import {
  ASK_CSS_PX,
  type Beyond,
  CHIP_CSS_PX,
  CHIP_END_CSS_PX,
  CHIP_PAD_CSS_PX,
  HANDLE_CSS_PX,
  type OrderLineLayout,
  mayClose,
  mayMove,
  type ShownLine,
  TAG_CSS_PX,
} from './order-line-layout.ts';

const LINE_CSS_PX = 0.75;
const DASH_CSS_PX = 4;
const NO = '×';
/** Opacity of a pending line; labels are tinted so that candles stay prominent. */
const PENDING_OPACITY = 0.55;
const TINT_OPACITY = 0.24;

function colorOf(view: View, line: TradeLine): Rgba {
  const { palette } = view;
  switch (line.kind) {
    case 'order':
    case 'stop':
    case 'position':
      return line.side === 'buy' ? palette.upText : palette.downText;
    case 'takeProfit':
      return palette.upText;
    case 'stopLoss':
      return palette.downText;
    case 'liquidation':
      return palette.named('warn');
    case 'alert':
      return palette.named('accent');
  }
}

/** Pending lines are dashed and pale. */
function inkOf(view: View, shown: ShownLine): Rgba {
  const color = colorOf(view, shown.line);
  return shown.pending ? blend(color, view.palette.bg, PENDING_OPACITY) : color;
}

export function paintLines(view: View, list: DrawList, layout: OrderLineLayout): void {
  for (let at = layout.inFrom; at < layout.inTo; at += 1) paintLine(view, list, layout.shown[at]!);
  for (let at = layout.inFrom; at < layout.inTo; at += 1) {
    const shown = layout.shown[at]!;
    if (!Number.isNaN(shown.chipPx) && shown.line.ask === undefined) paintChip(view, list, shown);
    if (!Number.isNaN(shown.tagPx)) paintTag(view, list, shown);
  }
  paintBeyond(view, list, layout.above);
  paintBeyond(view, list, layout.below);
  // Painted over all others: its text must be readable.
  for (let at = layout.inFrom; at < layout.inTo; at += 1) {
    const shown = layout.shown[at]!;
    if (!Number.isNaN(shown.chipPx) && shown.line.ask !== undefined) paintAsk(view, list, shown, shown.line.ask);
  }
}

function paintLine(view: View, list: DrawList, shown: ShownLine): void {
  const { ratio } = view;
  const ink = inkOf(view, shown);
  const thickness = devicePx(shown.held ? 1.5 : LINE_CSS_PX, ratio);
  const dashed = shown.pending || shown.line.kind === 'alert' || shown.line.kind === 'stop';
  const dash = dashed ? devicePx(DASH_CSS_PX, ratio) : 0;
  // Half a pixel, so that an odd thickness covers whole ones.
  const y = shown.yPx + (thickness % 2) / 2;
  list.shapes.segment(shown.leftPx, y, view.plotRightPx, y, thickness, ink, dash);
  if (Number.isNaN(shown.chipPx) || Math.abs(shown.chipPx - shown.yPx) < (CHIP_CSS_PX / 2) * ratio) return;
  // Connects a shifted label with its line, along the axis.
  const x = view.plotRightPx - thickness / 2;
  list.shapes.segment(x, shown.yPx, x, shown.chipPx, thickness, ink);
}

function paintChip(view: View, list: DrawList, shown: ShownLine): void {
  const { ratio, palette } = view;
  const color = inkOf(view, shown);
  const ink = shown.pending ? palette.text2 : palette.text;
  const tint = blend(color, palette.bg, shown.held ? 2 * TINT_OPACITY : TINT_OPACITY);
  const box = { leftPx: shown.chipLeftPx, middlePx: shown.chipPx, heightCssPx: CHIP_CSS_PX };
  paintBox(view, list, box, color, shown.pending ? palette.raised : tint);
  list.tags.add(shown.text, shown.chipLeftPx + CHIP_PAD_CSS_PX * ratio, baselineAt(shown.chipPx, view.fontPx), ink);
  if (mayClose(shown))
    list.tags.add(NO, shown.closePx + CHIP_PAD_CSS_PX * ratio, baselineAt(shown.chipPx, view.fontPx), ink);
  if (mayMove(shown)) paintHandle(view, list, shown.chipPx, ink);
}

function paintHandle(view: View, list: DrawList, middlePx: number, ink: Rgba): void {
  const { ratio } = view;
  const x = view.plotRightPx - (CHIP_END_CSS_PX + HANDLE_CSS_PX - CHIP_PAD_CSS_PX) * ratio;
  for (const step of [-1, 0, 1])
    list.over.add(Math.round(x), middlePx + step * devicePx(3, ratio), devicePx(8, ratio), devicePx(1, ratio), ink);
}

/** Text, confirm button in the line's colour, and a cross. */
function paintAsk(view: View, list: DrawList, shown: ShownLine, ask: string): void {
  const { ratio, palette, fontPx } = view;
  const color = inkOf(view, shown);
  const base = baselineAt(shown.chipPx, fontPx);
  const box = { leftPx: shown.chipLeftPx, middlePx: shown.chipPx, heightCssPx: ASK_CSS_PX };
  paintBox(view, list, box, color, palette.raised);
  list.tags.add(shown.text, shown.chipLeftPx + CHIP_PAD_CSS_PX * ratio, base, palette.text);
  const height = devicePx(ASK_CSS_PX, ratio);
  list.over.add(shown.yesPx, shown.chipPx - (height >> 1), shown.noPx - shown.yesPx, height, color, 3 * ratio);
  list.tags.add(ask, (shown.yesPx + shown.noPx - view.measure.width(ask)) / 2, base, contrastColor(color));
  const noRight = view.plotRightPx - (CHIP_END_CSS_PX + (mayMove(shown) ? HANDLE_CSS_PX : 0)) * ratio;
  list.tags.add(NO, (shown.noPx + noRight - view.measure.width(NO)) / 2, base, palette.text);
  if (mayMove(shown)) paintHandle(view, list, shown.chipPx, palette.text2);
}

/** Up to the right end of chips; `middlePx` is its middle. */
interface Box {
  leftPx: number;
  middlePx: number;
  heightCssPx: number;
}

function paintBox(
  view: View,
  list: DrawList,
  { leftPx, middlePx, heightCssPx }: Box,
  rimColor: Rgba,
  fill: Rgba,
): void {
  const { ratio } = view;
  const width = view.plotRightPx - devicePx(CHIP_END_CSS_PX, ratio) - leftPx;
  const height = devicePx(heightCssPx, ratio);
  const top = middlePx - (height >> 1);
  const rim = devicePx(1, ratio);
  list.over.add(leftPx, top, width, height, rimColor, 4 * ratio);
  list.over.add(leftPx + rim, top + rim, width - 2 * rim, height - 2 * rim, fill, 3 * ratio);
}

function paintTag(view: View, list: DrawList, shown: ShownLine): void {
  const { ratio, palette } = view;
  const left = view.plotRightPx + devicePx(2, ratio);
  const width = view.widthPx - left - devicePx(3, ratio);
  const height = devicePx(TAG_CSS_PX, ratio);
  const top = shown.tagPx - (height >> 1);
  const rim = devicePx(1, ratio);
  const color = inkOf(view, shown);
  list.over.add(left, top, width, height, color, 4 * ratio);
  if (shown.pending) list.over.add(left + rim, top + rim, width - 2 * rim, height - 2 * rim, palette.raised, 3 * ratio);
  list.tags.add(
    view.prices.format(shown.price),
    view.plotRightPx + 8 * ratio,
    baselineAt(shown.tagPx, view.fontPx),
    shown.pending ? palette.text2 : contrastColor(color),
  );
}

function paintBeyond(view: View, list: DrawList, beyond: Beyond): void {
  if (!beyond.nearest) return;
  const box = { leftPx: beyond.leftPx, middlePx: beyond.chipPx, heightCssPx: CHIP_CSS_PX };
  paintBox(view, list, box, inkOf(view, beyond.nearest), view.palette.raised);
  list.tags.add(
    beyond.text,
    beyond.leftPx + CHIP_PAD_CSS_PX * view.ratio,
    baselineAt(beyond.chipPx, view.fontPx),
    view.palette.text,
  );
}
