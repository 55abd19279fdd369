// The last price: a dashed line across the candles, and a tag on the axis.
// The tag has the price and the time left of the running candle.
import { isTimeInterval, nextCandleStart } from '../../core/units/time.ts';
import type { DrawList } from '../render/draw-list.ts';
import { formatCountdown } from '../scene/text/number-format.ts';
import { priceText } from '../indicators/value-format.ts';
import { baselineAt, type Covered, devicePx, type View } from '../scene/view.ts';

const DASH_CSS_PX = 3;
const LINE_HEIGHT_CSS_PX = 14;
const TAG_PAD_CSS_PX = 3;
const TAG_RADIUS_CSS_PX = 4;
const TAG_MARGIN_CSS_PX = 3;

/** Position and text of the tag. */
export interface LastPriceTag {
  covers: Covered;
  /** Device px of the price; null while it is out of sight and the tag waits at the edge. */
  linePx: number | null;
  price: string;
  /** Time left; '' when the feed is stale or the candle is over. */
  countdown: string;
  rising: boolean;
}

/** Time left of the running candle in ms; null when stale, when it is over, or when no time ends it. */
export function leftMs(view: View): number | null {
  const { columns } = view.data;
  const { interval } = view.market;
  if (view.stale || columns.length === 0 || !isTimeInterval(interval)) return null;
  const left = nextCandleStart(columns.time[columns.length - 1]!, interval) - view.nowMs;
  return left > 0 ? left : null;
}

export function lastPriceTag(view: View): LastPriceTag | null {
  const { columns } = view.data;
  const last = columns.length - 1;
  const close = columns.close[last]!;
  // Neither without candles nor of one without a close.
  if (!(close < Infinity)) return null;
  const pane = view.panes[0]!;
  const left = leftMs(view);
  const countdown = left === null ? '' : formatCountdown(left);
  const lines = countdown ? 2 : 1;
  const height = Math.round((lines * LINE_HEIGHT_CSS_PX + 2 * TAG_PAD_CSS_PX) * view.ratio);
  const y = Math.round(pane.scale.yOf(close));
  const top = Math.min(
    pane.bottomPx - height,
    Math.max(pane.topPx, y - Math.round((LINE_HEIGHT_CSS_PX / 2 + TAG_PAD_CSS_PX) * view.ratio)),
  );
  const inSight = y >= pane.topPx && y < pane.bottomPx;
  return {
    covers: { fromPx: top, toPx: top + height },
    linePx: inSight ? y : null,
    price: priceText(view, close),
    countdown,
    rising: close >= columns.open[last]!,
  };
}

export function drawLastPrice(view: View, list: DrawList, tag: LastPriceTag | null): void {
  if (!tag) return;
  const { palette, ratio, fontPx } = view;
  const color = view.stale ? palette.text3 : tag.rising ? palette.upText : palette.downText;
  if (tag.linePx !== null) {
    const dash = devicePx(DASH_CSS_PX, ratio);
    const thickness = devicePx(0.75, ratio);
    list.over.dashed(0, tag.linePx, view.plotRightPx, thickness, dash, color);
  }
  const left = view.plotRightPx + devicePx(2, ratio);
  const width = view.widthPx - left - devicePx(TAG_MARGIN_CSS_PX, ratio);
  list.over.add(left, tag.covers.fromPx, width, tag.covers.toPx - tag.covers.fromPx, color, TAG_RADIUS_CSS_PX * ratio);
  const x = view.plotRightPx + 8 * ratio;
  const line = LINE_HEIGHT_CSS_PX * ratio;
  const first = tag.covers.fromPx + TAG_PAD_CSS_PX * ratio + line / 2;
  const onTag = view.stale ? palette.bg : palette.onTag;
  list.tags.add(tag.price, x, baselineAt(first, fontPx), onTag);
  if (tag.countdown) list.tags.add(tag.countdown, x, baselineAt(first + line, fontPx), onTag);
}
