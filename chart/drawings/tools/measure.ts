// Measure: change of price, percent, candles and time between two places.
import { intervalName } from '../../../core/units/bar-interval.ts';
import { distanceToArea } from '../geometry.ts';
import { fade } from '../../scene/palette.ts';
import { candleIndexOf } from '../anchors.ts';
import type { DrawingTool } from '../tool.ts';
import { percentOf, signedPrice } from '../drawing-labels.ts';
import { spanText } from '../../scene/text/span-text.ts';

const FILL_OPACITY = 0.12;
const GAP_CSS_PX = 3;
const ARROW_CSS_PX = 5;

export const measure: DrawingTool = {
  kind: 'measure',
  anchors: 2,
  handles: [
    [0, 0],
    [1, 1],
    [0, 1],
    [1, 0],
  ],
  texts({ anchors }, { prices, market }, logical) {
    const change = anchors[1]!.price - anchors[0]!.price;
    const candles = candleIndexOf(logical[1]!) - candleIndexOf(logical[0]!);
    const span = anchors[1]!.time - anchors[0]!.time;
    // With months or gaps the clock's span differs from candles times their length, so both are shown.
    return [
      `${signedPrice(change, prices)} (${percentOf(change, anchors[0]!.price)})`,
      `${candles} × ${intervalName(market.interval)} · ${spanText(span)}`,
    ];
  },
  paint(pen, { xy, drawing: { anchors }, texts, widths }) {
    const { palette, ratio } = pen.view;
    const rises = anchors[1]!.price >= anchors[0]!.price;
    const color = rises ? palette.up : palette.down;
    const x1 = xy[0]!;
    const y1 = xy[1]!;
    const x2 = xy[2]!;
    const y2 = xy[3]!;
    pen.fill(x1, y1, x2, y2, fade(color, FILL_OPACITY));
    const middleX = (x1 + x2) / 2;
    const middleY = (y1 + y2) / 2;
    const tip = ARROW_CSS_PX * ratio;
    pen.across(x1, x2, middleY, color, pen.hairPx);
    pen.upright(middleX, y1, y2, color, pen.hairPx);
    pen.line(middleX - tip, y2 + Math.sign(y1 - y2) * tip, middleX, y2, color);
    pen.line(middleX + tip, y2 + Math.sign(y1 - y2) * tip, middleX, y2, color);
    pen.line(x2 + Math.sign(x1 - x2) * tip, middleY - tip, x2, middleY, color);
    pen.line(x2 + Math.sign(x1 - x2) * tip, middleY + tip, x2, middleY, color);
    // Beyond the end of the measured move, so that it stays readable however small the box is.
    const step = pen.tagPx + GAP_CSS_PX * ratio;
    const way = y2 <= y1 ? -1 : 1;
    pen.tag(texts[way < 0 ? 1 : 0]!, widths[way < 0 ? 1 : 0]!, middleX, y2 + way * step * 0.75, color, palette.onTag);
    pen.tag(texts[way < 0 ? 0 : 1]!, widths[way < 0 ? 0 : 1]!, middleX, y2 + way * step * 1.75, color, palette.onTag);
  },
  distance: ({ xy }, x, y) => distanceToArea(x, y, xy[0]!, xy[1]!, xy[2]!, xy[3]!),
};
