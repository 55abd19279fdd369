// Writes drawings into the draw list: clipped to the main pane, no allocation.
import type { DrawList, Rgba } from '../render/draw-list.ts';
import { baselineAt, devicePx, type View } from '../scene/view.ts';
import { type Box, clipSegment } from './geometry.ts';

const LINE_CSS_PX = 1.5;
const SELECTED_CSS_PX = 2.25;
const HANDLE_CSS_PX = 5;
const RING_CSS_PX = 1.75;
const TAG_PAD_CSS_PX = 6;
const TAG_HEIGHT_CSS_PX = 18;
const TAG_RADIUS_CSS_PX = 4;

export class DrawingPainter {
  /** The candles' pane. */
  readonly box: Box = { left: 0, top: 0, right: 1, bottom: 1 };
  readonly view: View;
  /** Line width of the current drawing, device px. */
  thickPx = 1;
  /** Whether that drawing is selected. */
  selected = false;
  readonly #list: DrawList;
  readonly #clipped = new Float64Array(4);

  constructor(view: View, list: DrawList) {
    this.view = view;
    this.#list = list;
  }

  get hairPx(): number {
    return devicePx(1, this.view.ratio);
  }

  /** Reads the pane's position for this frame. */
  beginFrame(): void {
    const pane = this.view.panes[0]!;
    this.box.top = pane.topPx;
    this.box.bottom = pane.bottomPx;
    this.box.right = this.view.plotRightPx;
  }

  setSelected(selected: boolean): void {
    this.selected = selected;
    this.thickPx = devicePx(selected ? SELECTED_CSS_PX : LINE_CSS_PX, this.view.ratio);
  }

  /** A segment at any angle; `endless`: on beyond its second point. */
  line(x1: number, y1: number, x2: number, y2: number, color: Rgba, endless = false, dashPx = 0): void {
    const clipped = this.#clipped;
    if (!clipSegment(x1, y1, x2, y2, this.box, clipped, endless)) return;
    this.#list.shapes.segment(clipped[0]!, clipped[1]!, clipped[2]!, clipped[3]!, this.thickPx, color, dashPx);
  }

  /** A horizontal line on whole pixels. */
  across(x1: number, x2: number, y: number, color: Rgba, thickPx = this.thickPx): void {
    const top = Math.round(y) - (thickPx >> 1);
    this.fill(x1, top, x2, top + thickPx, color);
  }

  /** A vertical line on whole pixels. */
  upright(x: number, y1: number, y2: number, color: Rgba, thickPx = this.thickPx): void {
    const left = Math.round(x) - (thickPx >> 1);
    this.fill(left, y1, left + thickPx, y2, color);
  }

  outline(x1: number, y1: number, x2: number, y2: number, color: Rgba): void {
    this.across(x1, x2, y1, color);
    this.across(x1, x2, y2, color);
    this.upright(x1, y1, y2, color);
    this.upright(x2, y1, y2, color);
  }

  /** The rectangle with two opposite corners. */
  fill(x1: number, y1: number, x2: number, y2: number, color: Rgba): void {
    const { box } = this;
    const left = Math.max(box.left, Math.min(x1, x2));
    const right = Math.min(box.right, Math.max(x1, x2));
    const top = Math.max(box.top, Math.min(y1, y2));
    const bottom = Math.min(box.bottom, Math.max(y1, y2));
    if (right > left && bottom > top) this.#list.shapes.rect(left, top, right, bottom, color);
  }

  /** A band between two lines from `x1` to `x2`, given the heights of its edges there; omitted where they are none. */
  band(x1: number, top1: number, bottom1: number, x2: number, top2: number, bottom2: number, color: Rgba): void {
    if (Number.isFinite(Math.fround(top1 + bottom1 + top2 + bottom2)))
      this.#list.shapes.quad(x1, top1, x2, top2, x2, bottom2, x1, bottom1, color);
  }

  /** Text with its left edge at `x`, centred on `y`; omitted when it would cross an edge of the pane. */
  label(text: string, widthPx: number, x: number, y: number, color: Rgba): void {
    const { box, view } = this;
    const half = view.fontPx / 2;
    if (!(x >= box.left && x + widthPx <= box.right && y - half >= box.top && y + half <= box.bottom)) return;
    this.#list.labels.add(text, x, baselineAt(y, view.fontPx), color);
  }

  /** Text on a filled background, centred on a point and clamped to the pane; omitted when the point is far outside. */
  tag(text: string, widthPx: number, x: number, y: number, ground: Rgba, ink: Rgba): void {
    const { box, view } = this;
    const list = this.#list;
    const width = widthPx + 2 * TAG_PAD_CSS_PX * view.ratio;
    const height = this.tagPx;
    if (!(x + width >= box.left && x - width <= box.right && y + height >= box.top && y - height <= box.bottom)) return;
    const left = Math.round(Math.max(box.left, Math.min(box.right - width, x - width / 2)));
    const top = Math.round(Math.max(box.top, Math.min(box.bottom - height, y - height / 2)));
    list.over.add(left, top, Math.round(width), height, ground, TAG_RADIUS_CSS_PX * view.ratio);
    list.tags.add(text, left + TAG_PAD_CSS_PX * view.ratio, baselineAt(top + height / 2, view.fontPx), ink);
  }

  /** Height of a tag. */
  get tagPx(): number {
    return devicePx(TAG_HEIGHT_CSS_PX, this.view.ratio);
  }

  /** A handle: a ring. */
  handle(x: number, y: number, color: Rgba): void {
    const { box, view } = this;
    const list = this.#list;
    if (!(x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)) return;
    const outer = HANDLE_CSS_PX * view.ratio;
    const inner = outer - RING_CSS_PX * view.ratio;
    list.over.add(x - outer, y - outer, 2 * outer, 2 * outer, color, outer);
    list.over.add(x - inner, y - inner, 2 * inner, 2 * inner, view.palette.bg, inner);
  }
}
