// Tags on the value axes of the sub panes: the newest value of each line, where they do not overlap.
import { contrastColor } from './contrast-color.ts';
import type { DrawList, Rgba } from '../render/draw-list.ts';
import type { LineSeries } from '../indicators/line-series.ts';
import type { Pane } from '../scene/panes.ts';
import { formatQuantity } from '../scene/text/number-format.ts';
import { baselineAt, type Covered, devicePx, isCovered, type View } from '../scene/view.ts';

const HEIGHT_CSS_PX = 14;
const RADIUS_CSS_PX = 3;
const LEFT_CSS_PX = 2;
const PAD_CSS_PX = 6;
const END_CSS_PX = 3;
/** Free at the edges of a pane, for the handles that resize it. */
const EDGE_CSS_PX = 2;

/** A tag of this frame. */
interface PaneTag extends Covered {
  value: number;
  color: Rgba;
}

/** Tags of all panes, rewritten in each frame. */
export class PaneTags {
  readonly covered: PaneTag[] = [];
  /** Tags of all frames, each used again. */
  readonly #tags: PaneTag[] = [];

  /** Bars first: they are what the pane is about. */
  place(view: View): void {
    this.covered.length = 0;
    for (const pane of view.panes) {
      if (pane.kind === 'main') continue;
      const lines = view.data.linesOf[pane.indicator] ?? [];
      for (const line of lines) if (line.line.type === 'bar') this.#placeOne(view, pane, line);
      for (const line of lines) if (line.line.type !== 'bar') this.#placeOne(view, pane, line);
    }
  }

  paint(view: View, list: DrawList): void {
    const { ratio, palette, fontPx } = view;
    const left = view.plotRightPx + devicePx(LEFT_CSS_PX, ratio);
    const width = view.widthPx - left - devicePx(END_CSS_PX, ratio);
    for (const { fromPx, toPx, value, color } of this.covered) {
      const fill = view.stale ? palette.text3 : color;
      list.over.add(left, fromPx, width, toPx - fromPx, fill, RADIUS_CSS_PX * ratio);
      list.tags.add(
        formatQuantity(value),
        left + PAD_CSS_PX * ratio,
        baselineAt((fromPx + toPx) / 2, fontPx),
        contrastColor(fill),
      );
    }
  }

  #placeOne(view: View, pane: Pane, line: LineSeries): void {
    const last = view.data.columns.length - 1;
    const value = line.line.values[last] ?? NaN;
    if (!Number.isFinite(value)) return;
    const half = devicePx(HEIGHT_CSS_PX, view.ratio) >> 1;
    const edge = half + devicePx(EDGE_CSS_PX, view.ratio);
    const y = Math.min(pane.bottomPx - edge, Math.max(pane.topPx + edge, Math.round(pane.scale.yOf(value))));
    if (isCovered(this.covered, y - half, y + half)) return;
    const at = this.covered.length;
    const tag = (this.#tags[at] ??= { fromPx: 0, toPx: 0, value: 0, color: 0 });
    tag.fromPx = y - half;
    tag.toPx = y + half;
    tag.value = value;
    tag.color = colorOf(view, line, value, last);
    this.covered.push(tag);
  }
}

/** The colour in which the newest value of a line is drawn. */
function colorOf(view: View, { line, paint }: LineSeries, value: number, last: number): Rgba {
  const { palette } = view;
  const { open, close } = view.data.columns;
  if (line.type !== 'bar') return palette.named(line.color);
  const rises =
    paint === 'candle' ? close[last]! >= open[last]! : paint === 'change' ? value > line.values[last - 1]! : value >= 0;
  return rises ? palette.up : palette.down;
}
