// Measure between two fingers: a box with the price change in units and percent, the candles, and the time.
import { intervalName } from '../../core/units/bar-interval.ts';
import { barMsOf } from '../scene/bar-length.ts';
import type { DrawList, Rgba } from '../render/draw-list.ts';
import type { CanvasPoint } from '../input/drag-target.ts';
import { baselineAt, devicePx, type View } from '../scene/view.ts';
import { formatPercent } from '../scene/text/number-format.ts';
import { spanText } from '../scene/text/span-text.ts';
import { contrastColor } from './contrast-color.ts';

const ROW_CSS_PX = 17;
const PAD_CSS_PX = 7;
/** Of 255. */
const FILL_ALPHA = 0x2e;

/** A change with its sign and percentage: "+120.50 (+0.19%)". */
export function changeText(view: Pick<View, 'prices'>, from: number, to: number): string {
  const change = to - from;
  const sign = change > 0 ? '+' : '';
  const percent = from === 0 ? '' : ` (${formatPercent((change / from) * 100)})`;
  return `${sign}${view.prices.format(change)}${percent}`;
}

/** Time from one column to another, as if candles went on beyond the newest. */
function spanMs(view: View, fromLogical: number, toLogical: number): number {
  const {
    time,
    data: { columns },
    market,
  } = view;
  const last = columns.length - 1;
  const stepMs = barMsOf(market.interval, columns);
  const at = (logical: number): number => {
    const row = Math.min(last, Math.max(0, logical + time.origin));
    return columns.time[row]! + (logical + time.origin - row) * stepMs;
  };
  return at(toLogical) - at(fromLogical);
}

/** Measures from the left finger to the right one; heights count on the candles' pane. */
export function drawMeasure(view: View, list: DrawList, fingers: readonly [CanvasPoint, CanvasPoint]): void {
  if (view.data.columns.length === 0) return;
  const { time, ratio, palette } = view;
  const pane = view.panes[0]!;
  const [left, right] = fingers[0].xPx <= fingers[1].xPx ? fingers : [fingers[1], fingers[0]];
  const within = (yPx: number): number => Math.round(Math.min(pane.bottomPx - 1, Math.max(pane.topPx, yPx)));
  const fromLogical = Math.round(time.logicalAt(left.xPx));
  const toLogical = Math.round(time.logicalAt(Math.min(right.xPx, view.plotRightPx)));
  const [x1, x2] = [time.xOf(fromLogical), time.xOf(toLogical)];
  const [y1, y2] = [within(left.yPx), within(right.yPx)];
  const color = y2 <= y1 !== pane.scale.inverted ? palette.up : palette.down;
  const fill: Rgba = ((color & 0xffffff) | (FILL_ALPHA << 24)) >>> 0;
  list.shapes.rect(x1, y1, x2, y2, fill);
  const rim = devicePx(1, ratio);
  for (const y of [y1, y2]) list.shapes.segment(x1, y, x2, y, rim, color);
  for (const x of [x1, x2]) list.shapes.segment(x, y1, x, y2, rim, color);
  const candles = toLogical - fromLogical;
  const rows = [
    changeText(view, pane.scale.valueAt(y1), pane.scale.valueAt(y2)),
    `${candles} × ${intervalName(view.market.interval)} · ${spanText(spanMs(view, fromLogical, toLogical))}`,
  ];
  drawTexts(view, list, rows, { middlePx: (x1 + x2) / 2, topPx: Math.min(y1, y2), color });
}

/** Above the box and its fingers where there is room, else at the head of the pane. */
function drawTexts(
  view: View,
  list: DrawList,
  rows: readonly string[],
  { middlePx, topPx, color }: { middlePx: number; topPx: number; color: Rgba },
): void {
  const { ratio, measure } = view;
  const pad = devicePx(PAD_CSS_PX, ratio);
  const row = devicePx(ROW_CSS_PX, ratio);
  const width = Math.round(Math.max(...rows.map((text) => measure.width(text)))) + 2 * pad;
  const height = rows.length * row + pad;
  const left = Math.round(Math.max(pad, Math.min(view.plotRightPx - width - pad, middlePx - width / 2)));
  const top = Math.max(view.panes[0]!.topPx, topPx - height - pad);
  list.over.add(left, top, width, height, color, 4 * ratio);
  rows.forEach((text, at) =>
    list.tags.add(text, left + pad, baselineAt(top + pad / 2 + (at + 0.5) * row, view.fontPx), contrastColor(color)),
  );
}
