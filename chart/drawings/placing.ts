// Putting a drawing down: tap after tap or in one drag, with what would come of it shown meanwhile. Holds nothing
// without a tool.
import type { Anchor } from '../api.ts';
import type { Grip, GripPoint } from '../input/drag-target.ts';
import type { View } from '../scene/view.ts';
import type { Aim } from './pointer-snap.ts';
import { MOST_STROKE_POINTS } from './drawing-limits.ts';
import { logicalOf } from './anchors.ts';
import { simplify } from './simplify.ts';
import type { DrawingTool } from './tool.ts';

/** A stroke takes a point whenever the hand came this far. */
const STROKE_STEP_CSS_PX = 2;
/** A finished stroke stays this near to what the hand drew. */
const STROKE_TOLERANCE_CSS_PX = 0.75;
/** A stroke is thinned on its way when it gets this long. */
const RAW_POINTS = 4 * MOST_STROKE_POINTS;

export class Placing implements Grip {
  tool: DrawingTool | null = null;
  private readonly view: View;
  private readonly aim: Aim;
  private readonly done: (anchors: Anchor[] | null, touch: boolean) => void;
  private readonly repaint: () => void;
  /** Put down by earlier gestures. */
  private anchors: Anchor[] = [];
  /** Where this gesture began, and where the next anchor would go. */
  private down: GripPoint | null = null;
  private start: Anchor | null = null;
  private next: Anchor | null = null;
  private stroke: Anchor[] = [];
  private strokeAt: GripPoint | null = null;

  /** `done` is told of every place that was put down, with all anchors once the drawing is complete. */
  constructor(view: View, aim: Aim, done: (anchors: Anchor[] | null, touch: boolean) => void, repaint: () => void) {
    this.view = view;
    this.aim = aim;
    this.done = done;
    this.repaint = repaint;
  }

  get begun(): boolean {
    return this.anchors.length > 0;
  }

  pick(tool: DrawingTool | null): void {
    this.tool = tool;
    this.forget();
  }

  /** Forgets what was put down; the tool stays in hand. */
  forget(): void {
    this.anchors = [];
    this.letGo();
  }

  take(point: GripPoint): boolean {
    if (!this.tool || !this.aim.onPane(point)) return false;
    this.down = { ...point };
    return true;
  }

  move(point: GripPoint): void {
    const { tool, down } = this;
    if (!tool || !down) return;
    if (tool.anchors === 'free') this.draw(point, down);
    else this.lead(tool.anchors, point, down);
    this.repaint();
  }

  drop(point: GripPoint): void {
    this.done(this.release(point), point.touch);
  }

  cancel(): void {
    this.letGo();
    this.repaint();
  }

  tap(point: GripPoint): boolean {
    if (!this.tool || !this.aim.onPane(point)) return false;
    this.done(this.put(point), point.touch);
    return true;
  }

  /** Also moves the preview: a hovering mouse is asked nothing else. */
  cursor(point: GripPoint): string | null {
    if (!this.tool || !this.aim.onPane(point)) return null;
    if (this.begun) {
      this.next = this.aim.at(point.xPx, point.yPx, point.touch);
      this.repaint();
    }
    return 'crosshair';
  }

  /** The end of a drag; the anchors when the drawing is complete. */
  private release(point: GripPoint): Anchor[] | null {
    if (this.tool?.anchors === 'free') return this.endStroke();
    if (this.start) this.anchors = [this.start];
    this.start = null;
    return this.put(point);
  }

  /** The next anchor; all of them when the drawing is complete. One on top of the last is not taken. */
  private put(point: GripPoint): Anchor[] | null {
    const { tool } = this;
    this.letGo();
    if (!tool || tool.anchors === 'free') return null;
    const anchor = this.aim.at(point.xPx, point.yPx, point.touch);
    const last = this.anchors[this.anchors.length - 1];
    if (last && last.time === anchor.time && last.price === anchor.price) return null;
    this.anchors.push(anchor);
    return this.anchors.length < tool.anchors ? null : this.settled(this.anchors);
  }

  /** Takes back what this gesture began. */
  private letGo(): void {
    this.down = null;
    this.start = null;
    this.next = null;
    this.stroke = [];
    this.strokeAt = null;
  }

  /** Anchors of what would come of it, or null. Missing ones stand where the last is. */
  preview(): Anchor[] | null {
    const { tool } = this;
    if (!tool) return null;
    if (tool.anchors === 'free') return this.stroke.length > 1 ? this.stroke : null;
    const made = [...this.anchors, ...(this.start ? [this.start] : []), ...(this.next ? [this.next] : [])];
    if (made.length === 0) return null;
    while (made.length < tool.anchors) made.push(made[made.length - 1]!);
    return this.settled(made);
  }

  private settled(anchors: Anchor[]): Anchor[] {
    return this.tool?.settle?.(anchors, this.view.market.pricePrecision) ?? anchors;
  }

  private lead(places: number, point: GripPoint, down: GripPoint): void {
    if (this.anchors.length === 0 && places > 1) this.start ??= this.aim.at(down.xPx, down.yPx, down.touch);
    this.next = this.aim.at(point.xPx, point.yPx, point.touch);
  }

  private draw(point: GripPoint, down: GripPoint): void {
    const before = this.strokeAt;
    if (!before) this.stroke = [this.aim.between(down.xPx, down.yPx)];
    else if (Math.hypot(point.xPx - before.xPx, point.yPx - before.yPx) < STROKE_STEP_CSS_PX * this.view.ratio) return;
    this.strokeAt = { ...point };
    // A new list each time: the picture knows by that that it changed.
    this.stroke = [
      ...(this.stroke.length >= RAW_POINTS ? this.thinned() : this.stroke),
      this.aim.between(point.xPx, point.yPx),
    ];
  }

  private endStroke(): Anchor[] | null {
    const anchors = this.thinned();
    this.letGo();
    return anchors.length > 1 ? anchors : null;
  }

  private thinned(): Anchor[] {
    const { view, stroke } = this;
    const xy = stroke.flatMap(({ time, price }) => [
      view.time.xOf(logicalOf(view.data.columns, view.time.origin, view.market.interval, time)),
      view.panes[0]!.scale.yOf(price),
    ]);
    return simplify(xy, STROKE_TOLERANCE_CSS_PX * view.ratio, MOST_STROKE_POINTS).map((at) => stroke[at]!);
  }
}
