// Places a new drawing, tap by tap or in one drag, with a preview. Inactive without a tool.
import type { Anchor } from '../api.ts';
import type { DragTarget, CanvasPoint } from '../input/drag-target.ts';
import type { View } from '../scene/view.ts';
import type { PointerSnap } from './pointer-snap.ts';
import { MAX_STROKE_POINTS } from './drawing-limits.ts';
import { logicalOf } from './anchors.ts';
import { simplify } from './simplify.ts';
import type { DrawingTool } from './tool.ts';

/** A stroke adds a point whenever the pointer moved this far. */
const STROKE_STEP_CSS_PX = 2;
/** A finished stroke deviates at most this much from the pointer's path. */
const STROKE_TOLERANCE_CSS_PX = 0.75;
/** A stroke is thinned on its way when it gets this long. */
const RAW_POINTS = 4 * MAX_STROKE_POINTS;

export class Placing implements DragTarget {
  tool: DrawingTool | null = null;
  readonly #view: View;
  readonly #snap: PointerSnap;
  readonly #done: (anchors: Anchor[] | null, touch: boolean) => void;
  readonly #repaint: () => void;
  /** Anchors of earlier gestures. */
  #anchors: Anchor[] = [];
  /** Where this gesture began, and where the next anchor would go. */
  #down: CanvasPoint | null = null;
  #startAnchor: Anchor | null = null;
  #next: Anchor | null = null;
  #stroke: Anchor[] = [];
  #strokeAt: CanvasPoint | null = null;

  /** `done` is called for every placed anchor, with all anchors once the drawing is complete. */
  constructor(
    view: View,
    snap: PointerSnap,
    done: (anchors: Anchor[] | null, touch: boolean) => void,
    repaint: () => void,
  ) {
    this.#view = view;
    this.#snap = snap;
    this.#done = done;
    this.#repaint = repaint;
  }

  get hasAnchors(): boolean {
    return this.#anchors.length > 0;
  }

  setTool(tool: DrawingTool | null): void {
    this.tool = tool;
    this.clear();
  }

  /** Clears the placed anchors; the tool stays active. */
  clear(): void {
    this.#anchors = [];
    this.#clearGesture();
  }

  start(point: CanvasPoint): boolean {
    if (!this.tool || !this.#snap.onPane(point)) return false;
    this.#down = { ...point };
    return true;
  }

  move(point: CanvasPoint): void {
    const { tool } = this;
    const down = this.#down;
    if (!tool || !down) return;
    if (tool.anchors === 'free') this.#draw(point, down);
    else this.#lead(tool.anchors, point, down);
    this.#repaint();
  }

  /** Places nothing where the gesture was discarded, as by other drawings. */
  drop(point: CanvasPoint): void {
    if (this.#down) this.#done(this.#release(point), point.touch);
  }

  cancel(): void {
    this.#clearGesture();
    this.#repaint();
  }

  tap(point: CanvasPoint): boolean {
    if (!this.tool || !this.#snap.onPane(point)) return false;
    this.#done(this.#addAnchor(point), point.touch);
    return true;
  }

  /** Also moves the preview: a hovering mouse triggers no other call. */
  cursor(point: CanvasPoint): string | null {
    if (!this.tool || !this.#snap.onPane(point)) return null;
    if (this.hasAnchors) {
      this.#next = this.#snap.at(point.xPx, point.yPx, point.touch);
      this.#repaint();
    }
    return 'crosshair';
  }

  /** Anchors of the preview, or null. Missing ones repeat the last. */
  preview(): Anchor[] | null {
    const { tool } = this;
    if (!tool) return null;
    if (tool.anchors === 'free') return this.#stroke.length > 1 ? this.#stroke : null;
    const made = [
      ...this.#anchors,
      ...(this.#startAnchor ? [this.#startAnchor] : []),
      ...(this.#next ? [this.#next] : []),
    ];
    if (made.length === 0) return null;
    while (made.length < tool.anchors) made.push(made[made.length - 1]!);
    return this.#adjusted(made);
  }

  /** The end of a drag; the anchors when the drawing is complete. */
  #release(point: CanvasPoint): Anchor[] | null {
    if (this.tool?.anchors === 'free') return this.#endStroke();
    if (this.#startAnchor) this.#anchors = [this.#startAnchor];
    this.#startAnchor = null;
    return this.#addAnchor(point);
  }

  /** Adds the next anchor; returns all of them when the drawing is complete. A duplicate of the last is ignored. */
  #addAnchor(point: CanvasPoint): Anchor[] | null {
    const { tool } = this;
    this.#clearGesture();
    if (!tool || tool.anchors === 'free') return null;
    const anchor = this.#snap.at(point.xPx, point.yPx, point.touch);
    const last = this.#anchors[this.#anchors.length - 1];
    if (last && last.time === anchor.time && last.price === anchor.price) return null;
    this.#anchors.push(anchor);
    return this.#anchors.length < tool.anchors ? null : this.#adjusted(this.#anchors);
  }

  /** Discards what this gesture began. */
  #clearGesture(): void {
    this.#down = null;
    this.#startAnchor = null;
    this.#next = null;
    this.#stroke = [];
    this.#strokeAt = null;
  }

  #adjusted(anchors: Anchor[]): Anchor[] {
    return this.tool?.completeAnchors?.(anchors, this.#view.market.pricePrecision) ?? anchors;
  }

  #lead(places: number, point: CanvasPoint, down: CanvasPoint): void {
    if (this.#anchors.length === 0 && places > 1) this.#startAnchor ??= this.#snap.at(down.xPx, down.yPx, down.touch);
    this.#next = this.#snap.at(point.xPx, point.yPx, point.touch);
  }

  #draw(point: CanvasPoint, down: CanvasPoint): void {
    const before = this.#strokeAt;
    if (!before) this.#stroke = [this.#snap.between(down.xPx, down.yPx)];
    else if (Math.hypot(point.xPx - before.xPx, point.yPx - before.yPx) < STROKE_STEP_CSS_PX * this.#view.ratio) return;
    this.#strokeAt = { ...point };
    // A new array each time: its identity marks the change.
    this.#stroke = [
      ...(this.#stroke.length >= RAW_POINTS ? this.#thinned() : this.#stroke),
      this.#snap.between(point.xPx, point.yPx),
    ];
  }

  #endStroke(): Anchor[] | null {
    const anchors = this.#thinned();
    this.#clearGesture();
    return anchors.length > 1 ? anchors : null;
  }

  #thinned(): Anchor[] {
    const view = this.#view;
    const stroke = this.#stroke;
    const xy = stroke.flatMap(({ time, price }) => [
      view.time.xOf(logicalOf(view.data.columns, view.time.origin, view.market.interval, time)),
      view.panes[0]!.scale.yOf(price),
    ]);
    return simplify(xy, STROKE_TOLERANCE_CSS_PX * view.ratio, MAX_STROKE_POINTS).map((at) => stroke[at]!);
  }
}
