// Volume profile of a range: what was traded at each price between two candles, both included.
import { devicePx } from '../../scene/view.ts';
import type { DrawingTool, Shape } from '../tool.ts';

const DASH_CSS_PX = 3;
const PAD_CSS_PX = 6;

export const profile: DrawingTool = {
  kind: 'profile',
  anchors: 2,
  handles: [
    [0, 0],
    [1, 1],
  ],
  extras: 2,
  /** Outer edges of the first and of the last candle. */
  project({ from, to, extra }, { time }) {
    extra[0] = time.xOf(from - 0.5);
    extra[1] = time.xOf(to + 0.5);
  },
  paint(pen, { drawing, from, to, extra, color }) {
    const { box, view } = pen;
    const left = extra[0]!;
    const right = extra[1]!;
    for (const x of extra) pen.upright(x, box.top, box.bottom, color, pen.hairPx);
    const levels = view.rangeProfile?.(drawing.id, from, to, left, right);
    if (!levels) return;
    const { scale } = view.panes[0]!;
    const dash = devicePx(DASH_CSS_PX, view.ratio);
    const control = scale.yOf(levels[0]!);
    pen.across(left, right, control, color);
    for (const edge of [1, 2] as const) {
      const y = Math.round(scale.yOf(levels[edge]!));
      pen.line(left, y, right, y, color, false, dash);
    }
    const text = view.prices.format(levels[0]!);
    const width = view.measure.width(text);
    const pad = PAD_CSS_PX * view.ratio;
    const end = Math.min(right, box.right);
    pen.label(
      text,
      width,
      end + pad + width <= box.right ? end + pad : end - pad - width,
      control - view.fontPx * 0.9,
      color,
    );
  },
  distance: ({ extra }: Shape, x) => Math.min(Math.abs(x - extra[0]!), Math.abs(x - extra[1]!)),
  inside: ({ extra }, x) => x >= extra[0]! && x <= extra[1]!,
};
