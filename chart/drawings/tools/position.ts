// Long and short positions.
// Entry, target and stop, with what may be won, what may be lost and how they compare. Anchors: entry on the left,
// target on the right, stop on the right.
import type { Anchor } from '../../api.ts';
import { distanceToArea } from '../geometry.ts';
import { fade } from '../../scene/palette.ts';
import { roundPrice } from '../../scene/price-at.ts';
import type { DrawingTool } from '../tool.ts';
import { percentOf, ratioText, signedPrice } from '../drawing-labels.ts';

const FILL_OPACITY = 0.14;
/** A new position risks this much of what it may win. */
const FIRST_RISK = 0.5;
const GAP_CSS_PX = 3;
/** From a handle's middle to the text beside it, its background included. */
const ASIDE_CSS_PX = 14;

/** Target on the winning side of the entry, stop on the other; at least one step of the price away. */
function completeAnchors(way: 1 | -1, [placed, target, stop]: Anchor[], precision: number): Anchor[] {
  if (!placed || !target) return placed ? [placed] : [];
  const tick = 10 ** -precision;
  // Below the lowest price there is none for a stop or a target.
  const entry = { ...placed, price: Math.max(placed.price, roundPrice(2 * tick, precision)) };
  const reward = Math.max(tick, stop ? (target.price - entry.price) * way : Math.abs(target.price - entry.price));
  const risk = Math.max(tick, stop ? (entry.price - stop.price) * way : reward * FIRST_RISK);
  return [
    entry,
    { time: target.time, price: roundPrice(entry.price + way * reward, precision) },
    { time: target.time, price: roundPrice(entry.price - way * risk, precision) },
  ];
}

function position(kind: 'long' | 'short'): DrawingTool {
  const way = kind === 'long' ? 1 : -1;
  return {
    kind,
    anchors: 2,
    handles: [
      [0, 0],
      [1, 1],
      [1, 2],
    ],
    completeAnchors: (anchors, precision) => completeAnchors(way, anchors, precision),
    texts({ anchors }, { prices }) {
      const [entry, target, stop] = anchors.map(({ price }) => price) as [number, number, number];
      return [
        `${prices.format(entry)} · ${ratioText(Math.abs(target - entry), Math.abs(entry - stop))}`,
        `${prices.format(target)} · ${signedPrice(target - entry, prices)} (${percentOf(target - entry, entry)})`,
        `${prices.format(stop)} · ${signedPrice(stop - entry, prices)} (${percentOf(stop - entry, entry)})`,
      ];
    },
    paint(pen, { xy, texts, widths, color }) {
      const { palette, ratio } = pen.view;
      const x1 = xy[0]!;
      const x2 = xy[2]!;
      const entry = xy[1]!;
      const target = xy[3]!;
      const stop = xy[5]!;
      pen.fill(x1, entry, x2, target, fade(palette.up, FILL_OPACITY));
      pen.fill(x1, entry, x2, stop, fade(palette.down, FILL_OPACITY));
      pen.across(x1, x2, target, palette.up, pen.hairPx);
      pen.across(x1, x2, stop, palette.down, pen.hairPx);
      pen.across(x1, x2, entry, color);
      const middle = (x1 + x2) / 2;
      const away = pen.tagPx / 2 + GAP_CSS_PX * ratio;
      const up = Math.sign(target - entry) || -1;
      pen.tag(texts[1]!, widths[1]!, middle, target + up * away, palette.up, palette.onTag);
      pen.tag(texts[2]!, widths[2]!, middle, stop - up * away, palette.down, palette.onTag);
      // Beside the handle of the entry, on the side where there is room.
      const aside = widths[0]! / 2 + ASIDE_CSS_PX * ratio;
      pen.tag(
        texts[0]!,
        widths[0]!,
        x1 + aside + aside < pen.box.right ? x1 + aside : x1 - aside,
        entry,
        palette.raised,
        palette.text,
      );
    },
    distance: ({ xy }, x, y) => distanceToArea(x, y, xy[0]!, xy[3]!, xy[2]!, xy[5]!),
  };
}

export const long: DrawingTool = position('long');
export const short: DrawingTool = position('short');
