// The map below the chart: all candles at once, and a window over those in sight that is dragged and stretched.
import type { DrawList } from '../render/draw-list.ts';
import type { CanvasPoint, DragTarget, Overlay } from '../input/drag-target.ts';
import { DAMAGE, type DamageLevel } from '../scene/damage.ts';
import { blend } from '../scene/palette.ts';
import { devicePx, type View } from '../scene/view.ts';

export const NAVIGATOR_CSS_PX = 40;
/** Width of one column of minimum and maximum. */
const COLUMN_CSS_PX = 2;
const PAD_CSS_PX = 3;
/** An edge of the window is grabbed within this distance. */
const EDGE_CSS_PX = 6;
/** A window that shows fewer candles than a px would cover is still this wide. */
const MIN_WINDOW_CSS_PX = 6;
const COLUMN_OPACITY = 0.75;
/** Of 255, over the candles out of sight. */
const SHADE_ALPHA = 120;

/** What a pointer drags: an edge, or the window from where it was grabbed (logical rows from its right edge). */
type MapDrag = { part: 'left' | 'right' } | { part: 'window'; offset: number };

export class Navigator implements DragTarget, Overlay {
  readonly #view: View;
  readonly #list: DrawList;
  readonly #mark: (level: DamageLevel) => void;
  readonly #onGrab: () => void;
  #drag: MapDrag | null = null;
  /** Heights of the columns, 2 numbers each (top, height) in device px, and what they were computed for. */
  #columns = new Float64Array(0);
  #revision = -1;
  #widthPx = 0;
  readonly #range = new Float64Array(2);

  /** `onGrab` is called when the user takes the view. */
  constructor(view: View, list: DrawList, mark: (level: DamageLevel) => void, onGrab: () => void) {
    this.#view = view;
    this.#list = list;
    this.#mark = mark;
    this.#onGrab = onGrab;
  }

  draw(): void {
    const view = this.#view;
    const list = this.#list;
    const topPx = this.#topPx;
    const heightPx = this.#heightPx;
    const { palette, ratio } = view;
    if (view.data.columns.length === 0) return;
    this.#measure();
    const step = devicePx(COLUMN_CSS_PX, ratio);
    const ink = blend(palette.text3, palette.bg, COLUMN_OPACITY);
    list.under.add(0, topPx, view.widthPx, devicePx(0.5, ratio), palette.grid);
    for (let at = 0; at * 2 < this.#columns.length; at += 1)
      list.under.add(at * step, topPx + this.#columns[at * 2]!, step, this.#columns[at * 2 + 1]!, ink);
    const [left, right] = this.#window();
    const shade = ((palette.bg & 0xffffff) | (SHADE_ALPHA << 24)) >>> 0;
    list.over.add(0, topPx + 1, left, heightPx, shade);
    list.over.add(right, topPx + 1, view.plotRightPx - right, heightPx, shade);
    for (const x of [left, right - devicePx(1, ratio)])
      list.over.add(x, topPx + 1, devicePx(1, ratio), heightPx, palette.accent);
    const handle = devicePx(3, ratio);
    for (const x of [left, right])
      list.over.add(x - (handle >> 1) - 1, topPx + heightPx * 0.3, handle, heightPx * 0.4, palette.accent, handle / 2);
  }

  start(point: CanvasPoint): boolean {
    if (!this.#inside(point)) return false;
    this.#onGrab();
    this.#drag = this.#dragAt(point);
    if (this.#drag.part === 'window') this.move(point);
    return true;
  }

  move(point: CanvasPoint): void {
    const drag = this.#drag;
    const view = this.#view;
    if (!drag) return;
    const { time } = view;
    const logical = this.#logicalAt(Math.min(view.plotRightPx, Math.max(0, point.xPx)));
    if (drag.part === 'window') time.panBy((time.right - logical - drag.offset) * time.barPx);
    else if (drag.part === 'left') time.zoomAt(time.visibleBars / Math.max(1, time.right - logical), time.widthPx);
    else time.zoomAt(time.visibleBars / Math.max(1, logical - (time.right - time.visibleBars)), 0);
    this.#mark(DAMAGE.scale);
  }

  drop(point: CanvasPoint): void {
    this.move(point);
    this.#drag = null;
  }

  cancel(): void {
    this.#drag = null;
  }

  /** A tap has moved the window when the pointer went down. */
  tap(point: CanvasPoint): boolean {
    return this.#inside(point);
  }

  cursor(point: CanvasPoint): string | null {
    if (!this.#inside(point)) return null;
    return this.#dragAt(point).part === 'window' ? (this.#drag ? 'grabbing' : 'grab') : 'ew-resize';
  }

  /** Top of the map; everything else of the chart is above. */
  get #topPx(): number {
    return this.#view.heightPx;
  }
  get #heightPx(): number {
    return Math.round(NAVIGATOR_CSS_PX * this.#view.ratio);
  }

  /** The columns, once for each change of a candle or of the width. */
  #measure(): void {
    const view = this.#view;
    const range = this.#range;
    const { data, ratio } = view;
    if (data.revision === this.#revision && view.plotRightPx === this.#widthPx) return;
    this.#revision = data.revision;
    this.#widthPx = view.plotRightPx;
    const { length } = data.columns;
    const count = Math.max(1, Math.floor(view.plotRightPx / devicePx(COLUMN_CSS_PX, ratio)));
    if (this.#columns.length !== count * 2) this.#columns = new Float64Array(count * 2);
    data.rangeOf(range, 0, length, view.time);
    const [least, most] = [range[0]!, range[1]!];
    const pad = devicePx(PAD_CSS_PX, ratio);
    const pxPerValue = (this.#heightPx - 2 * pad) / Math.max(most - least, 1e-12);
    for (let at = 0; at < count; at += 1) {
      const from = Math.floor((at * length) / count);
      const to = Math.max(from + 1, Math.floor(((at + 1) * length) / count));
      data.rangeOf(range, from, to, view.time);
      const some = range[0]! <= range[1]!;
      this.#columns[at * 2] = some ? pad + (most - range[1]!) * pxPerValue : 0;
      this.#columns[at * 2 + 1] = some ? Math.max(devicePx(1, ratio), (range[1]! - range[0]!) * pxPerValue) : 0;
    }
  }

  /** Left and right end of the window in device px. */
  #window(): [left: number, right: number] {
    const view = this.#view;
    const { time, plotRightPx } = view;
    const rows = Math.max(1, time.length);
    const xOf = (logical: number): number => ((logical + 0.5 - time.firstLogical) / rows) * plotRightPx;
    const right = Math.min(plotRightPx, Math.max(0, xOf(time.right)));
    const left = Math.min(right, Math.max(0, xOf(time.right - time.visibleBars)));
    const least = MIN_WINDOW_CSS_PX * view.ratio;
    return right - left >= least
      ? [Math.round(left), Math.round(right)]
      : [Math.round(right - least), Math.round(right)];
  }

  #logicalAt(xPx: number): number {
    const { time, plotRightPx } = this.#view;
    return (xPx / plotRightPx) * time.length - 0.5 + time.firstLogical;
  }

  #inside({ xPx, yPx }: CanvasPoint): boolean {
    return yPx >= this.#topPx && xPx < this.#view.plotRightPx && this.#view.data.columns.length > 0;
  }

  #dragAt(point: CanvasPoint): MapDrag {
    const [left, right] = this.#window();
    const { time, ratio } = this.#view;
    const reach = EDGE_CSS_PX * ratio;
    const [toLeft, toRight] = [Math.abs(point.xPx - left), Math.abs(point.xPx - right)];
    if (Math.min(toLeft, toRight) <= reach) return { part: toLeft < toRight ? 'left' : 'right' };
    const within = point.xPx > left && point.xPx < right;
    // Beside the window its middle comes to the pointer.
    return { part: 'window', offset: within ? time.right - this.#logicalAt(point.xPx) : time.visibleBars / 2 };
  }
}
