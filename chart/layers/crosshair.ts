// The crosshair: hairlines through a candle and a height, with the value on the price axis and the time below.
import { intervalMs } from '../../core/units/bar-interval.ts';
import { SECOND_MS } from '../../core/units/durations.ts';
import { type EpochMs, isBarInterval } from '../../core/units/time.ts';
import type { DrawList } from '../render/draw-list.ts';
import { formatMoment } from '../scene/text/number-format.ts';
import { candleZone, civil, type WallTime } from '../scene/scales/time-zone.ts';
import { exactText } from '../indicators/value-format.ts';
import { baselineAt, type Covered, devicePx, type View } from '../scene/view.ts';

const DASH_CSS_PX = 3;
const TAG_HEIGHT_CSS_PX = 20;
const TAG_PAD_CSS_PX = 6;
const TAG_RADIUS_CSS_PX = 4;
const on: WallTime = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };

/** Positions of the crosshair's hairlines and tags. */
export interface CrosshairMarks {
  x: number;
  y: number;
  valueText: string;
  value: Covered;
  timeText: string;
  time: Covered;
}

/**
 * The moment written last: a crosshair rests on one candle for many frames, and browsers know the shape of a text they
 * have seen.
 */
let cachedMs = NaN;
let cachedBarMs = NaN;
let cachedText = '';

function crosshairTime({ market, style }: View, atMs: EpochMs): string {
  // Bars made of trades begin at any second.
  const barMs = isBarInterval(market.interval) ? SECOND_MS : intervalMs(market.interval);
  const wallMs = atMs + candleZone(style.timeZone, barMs).offsetAt(atMs);
  if (wallMs !== cachedMs || barMs !== cachedBarMs) cachedText = formatMoment(civil(wallMs, on), barMs);
  cachedMs = wallMs;
  cachedBarMs = barMs;
  return cachedText;
}

export function crosshairMarks(view: View): CrosshairMarks | null {
  const { crosshair, time, ratio } = view;
  if (!crosshair || crosshair.row < 0) return null;
  const x = Math.round(time.xOf(crosshair.row - time.origin));
  const y = Math.round(crosshair.yPx);
  const pane = view.panes.find((each) => y >= each.topPx && y < each.bottomPx) ?? view.panes[0]!;
  const value = pane.scale.valueAt(y);
  const height = devicePx(TAG_HEIGHT_CSS_PX, ratio);
  const top = Math.min(view.plotBottomPx - height, Math.max(0, y - (height >> 1)));
  const timeText = crosshairTime(view, view.data.columns.time[crosshair.row]!);
  const width = Math.round(view.measure.width(timeText) + 2 * TAG_PAD_CSS_PX * ratio);
  const left = Math.round(Math.max(0, Math.min(view.plotRightPx - width, x - width / 2)));
  return {
    x,
    y,
    timeText,
    valueText: Number.isNaN(y) ? '' : exactText(view, pane, value),
    value: { fromPx: top, toPx: top + height },
    time: { fromPx: left, toPx: left + width },
  };
}

export function drawCrosshair(view: View, list: DrawList, marks: CrosshairMarks | null): void {
  if (!marks) return;
  const { palette, ratio } = view;
  const hair = devicePx(0.5, ratio);
  const dash = devicePx(DASH_CSS_PX, ratio);
  const head = Math.round(view.legend.bottomPx);
  if (marks.x >= 0 && marks.x < view.plotRightPx) {
    list.over.dashed(marks.x, head, hair, view.plotBottomPx - head, dash, palette.text3);
  }
  // The crosshair of a linked chart has no height here.
  if (!Number.isNaN(marks.y)) list.over.dashed(0, marks.y, view.plotRightPx, hair, dash, palette.text3);
  drawTags(view, list, marks);
}

function drawTags(view: View, list: DrawList, { value, time, valueText, timeText }: CrosshairMarks): void {
  const { ratio, palette, fontPx } = view;
  const radius = TAG_RADIUS_CSS_PX * ratio;
  const left = view.plotRightPx + devicePx(2, ratio);
  if (valueText !== '') {
    list.over.add(
      left,
      value.fromPx,
      view.widthPx - left - devicePx(3, ratio),
      value.toPx - value.fromPx,
      palette.text2,
      radius,
    );
    list.tags.add(
      valueText,
      view.plotRightPx + 8 * ratio,
      baselineAt((value.fromPx + value.toPx) / 2, fontPx),
      palette.bg,
    );
  }
  const top = view.plotBottomPx + devicePx(2, ratio);
  const height = devicePx(TAG_HEIGHT_CSS_PX, ratio);
  list.over.add(time.fromPx, top, time.toPx - time.fromPx, height, palette.text2, radius);
  list.tags.add(timeText, time.fromPx + TAG_PAD_CSS_PX * ratio, baselineAt(top + height / 2, fontPx), palette.bg);
}
