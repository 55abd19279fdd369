// Fibonacci retracement: levels between the start of a move (1) and its end (0).
// With their prices and faint bands between.
import { roundPrice } from '../../scene/price-at.ts';
import { distanceToSegment, isWithin } from '../geometry.ts';
import { fade } from '../../scene/palette.ts';
import type { DrawingTool, Shape } from '../tool.ts';

export const LEVELS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;
const PAD_CSS_PX = 6;
/** Bands alternate between these. */
const BAND_OPACITY = [0.05, 0.1] as const;

/** Price of a level of the move from `start` to `end`. */
function levelPrice(start: number, end: number, level: number): number {
  return end + (start - end) * level;
}

/** Levels are horizontal lines from one anchor to the other; the move itself is a line too. */
function distance({ xy, extra }: Shape, x: number, y: number): number {
  let nearest = distanceToSegment(x, y, xy[0]!, xy[1]!, xy[2]!, xy[3]!);
  for (let at = 0; at < LEVELS.length; at += 1)
    nearest = Math.min(nearest, distanceToSegment(x, y, xy[0]!, extra[at]!, xy[2]!, extra[at]!));
  return nearest;
}

export const fibonacci: DrawingTool = {
  kind: 'fibonacci',
  anchors: 2,
  handles: [
    [0, 0],
    [1, 1],
  ],
  extras: LEVELS.length,
  texts({ anchors }, { prices, market }) {
    return LEVELS.map(
      (level) =>
        `${level} (${prices.format(roundPrice(levelPrice(anchors[0]!.price, anchors[1]!.price, level), market.pricePrecision))})`,
    );
  },
  /** Heights of the levels. */
  project({ drawing: { anchors }, extra }, view) {
    const { scale } = view.panes[0]!;
    for (let at = 0; at < LEVELS.length; at += 1)
      extra[at] = scale.yOf(levelPrice(anchors[0]!.price, anchors[1]!.price, LEVELS[at]!));
  },
  paint(pen, { xy, extra, color, texts, widths }) {
    const left = Math.min(xy[0]!, xy[2]!);
    const pad = PAD_CSS_PX * pen.view.ratio;
    for (let at = 0; at < LEVELS.length; at += 1) {
      if (at > 0) pen.fill(xy[0]!, extra[at - 1]!, xy[2]!, extra[at]!, fade(color, BAND_OPACITY[at & 1]!));
      pen.across(xy[0]!, xy[2]!, extra[at]!, color, pen.hairPx);
      // Beside the levels where there is room, inside where the drawing begins at the edge.
      const x = left - widths[at]! - pad;
      pen.label(
        texts[at]!,
        widths[at]!,
        x >= pen.box.left ? x : Math.max(pen.box.left, left) + pad,
        x >= pen.box.left ? extra[at]! : extra[at]! - pen.view.fontPx * 0.8,
        color,
      );
    }
    pen.line(xy[0]!, xy[1]!, xy[2]!, xy[3]!, fade(color, 0.5), false, Math.round(4 * pen.view.ratio));
  },
  distance,
  inside: ({ xy }, x, y) => isWithin(x, y, xy[0]!, xy[1]!, xy[2]!, xy[3]!),
};
