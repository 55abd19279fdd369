// Turns gestures and keys into moves of the time scale and the crosshair, and marks damage.
import type { Composer } from '../layers/composer.ts';
import { Kinetic } from './kinetic.ts';
import type { PointerPoint } from './gestures.ts';
import type { DragTarget, CanvasPoint } from './drag-target.ts';
import type { KeyTarget } from './keys.ts';
import { DAMAGE, type DamageLevel } from '../scene/damage.ts';

/** Controls the price range when it is not fitted automatically. */
export interface PriceHold {
  /** Moves a held range down by device px. */
  shift(deltaPx: number): void;
  /** Fits the range again, or holds it. */
  setAuto(on: boolean): void;
  /** A wheel turned at device px: true when it was over the price axis, which it stretched. */
  wheel(factor: number, xPx: number, yPx: number): boolean;
}

export class ViewController implements KeyTarget {
  readonly #composer: Composer;
  readonly #mark: (level: DamageLevel) => void;
  readonly #onGrab: () => void;
  readonly #kinetic = new Kinetic();
  readonly #calm: boolean;
  /** Offered each pointer in this order. */
  readonly dragTargets: DragTarget[] = [];
  prices: PriceHold | null = null;
  #active: DragTarget | null = null;

  /** `onGrab` is called whenever the user takes control of the view; `calm` disables inertia. */
  constructor(composer: Composer, mark: (level: DamageLevel) => void, onGrab: () => void, calm: boolean) {
    this.#composer = composer;
    this.#mark = mark;
    this.#onGrab = onGrab;
    this.#calm = calm;
  }

  /** Whether the view still moves by inertia. */
  get coasting(): boolean {
    return this.#kinetic.moving;
  }

  /** One step of inertia; called at the start of a frame. */
  coast(): void {
    if (this.#kinetic.moving) this.panBy(this.#kinetic.step(performance.now()));
  }

  stop(): void {
    this.#kinetic.stop();
  }

  grab(): void {
    this.#kinetic.stop();
    this.#onGrab();
  }

  panBy(deltaPx: number, deltaYPx = 0): void {
    this.#composer.view.time.panBy(deltaPx * this.#ratio);
    this.prices?.shift(deltaYPx * this.#ratio);
    this.#mark(DAMAGE.scroll);
  }

  fling(pxPerMs: number): void {
    if (this.#calm) return;
    this.#kinetic.start(pxPerMs, performance.now());
    if (this.#kinetic.moving) this.#mark(DAMAGE.scroll);
  }

  zoomAt(factor: number, xPx: number): void {
    const { time, plotRightPx } = this.#composer.view;
    time.zoomAt(factor, Math.min(plotRightPx, xPx * this.#ratio));
    this.#mark(DAMAGE.scale);
  }

  /** A wheel zooms time around the pointer, or prices where it is over them. */
  wheelAt(factor: number, xPx: number, yPx: number): void {
    if (!this.prices?.wheel(factor, xPx * this.#ratio, yPx * this.#ratio)) this.zoomAt(factor, xPx);
  }

  crosshairTo(xPx: number, yPx: number): void {
    const { plotRightPx, plotBottomPx } = this.#composer.view;
    const inside = (value: number, end: number): number => Math.min(end - 1, Math.max(0, value * this.#ratio));
    this.#composer.pointer = { xPx: inside(xPx, plotRightPx), yPx: inside(yPx, plotBottomPx) };
    this.#mark(DAMAGE.cursor);
  }

  crosshairOff(): void {
    if (!this.#composer.pointer) return;
    this.#composer.pointer = null;
    this.#mark(DAMAGE.cursor);
  }

  hasCrosshair(): boolean {
    return this.#composer.pointer !== null;
  }

  resetView(): void {
    this.#kinetic.stop();
    this.#composer.wantedSpan = null;
    this.#composer.view.time.resetView();
    this.prices?.setAuto(true);
    this.#mark(DAMAGE.scale);
  }

  dragStart(point: PointerPoint): boolean {
    const at = this.#toCanvas(point);
    this.#active = this.dragTargets.find((each) => each.start(at)) ?? null;
    return this.#active !== null;
  }

  dragHold(point: PointerPoint): boolean {
    const at = this.#toCanvas(point);
    const holder = this.dragTargets.find((each) => each.hold?.(at));
    if (!holder) return false;
    if (this.#active !== holder) this.#active?.cancel();
    this.#active = holder;
    return true;
  }

  dragMove(point: PointerPoint): boolean {
    return this.#active?.move(this.#toCanvas(point)) !== false;
  }

  dragDrop(point: PointerPoint): void {
    this.#active?.drop(this.#toCanvas(point));
    this.#active = null;
  }

  /** The active target stays the first to be offered a tap. */
  dragCancel(): void {
    this.#active?.cancel();
  }

  tapped(point: PointerPoint, twice: boolean): boolean {
    const at = this.#toCanvas(point);
    const active = this.#active;
    this.#active = null;
    if (active?.tap?.(at, twice)) return true;
    return this.dragTargets.some((each) => each !== active && each.tap?.(at, twice));
  }

  /** CSS cursor for what is under the mouse. */
  cursorAt(point: PointerPoint): string {
    const at = this.#toCanvas(point);
    for (const target of this.dragTargets) {
      const cursor = target.cursor?.(at);
      if (cursor) return cursor;
    }
    return '';
  }

  measure(one: PointerPoint, two: PointerPoint): void {
    this.#composer.measured = [this.#toCanvas(one), this.#toCanvas(two)];
    this.#mark(DAMAGE.cursor);
  }

  measureOff(): void {
    this.#composer.measured = null;
    this.#mark(DAMAGE.cursor);
  }

  stepCrosshair(bars: number, upPx: number): void {
    const { time, plotBottomPx } = this.#composer.view;
    const { pointer } = this.#composer;
    const last = time.length - 1;
    const row = Math.min(last, Math.max(0, pointer ? time.rowAt(pointer.xPx) + bars : last));
    const logical = row - time.origin;
    if (row < 0) return;
    const xPx = time.xOf(logical);
    if (xPx < 0) time.panBy(time.barPx - xPx);
    if (xPx >= time.widthPx) time.panBy(time.widthPx - time.barPx - xPx);
    const yPx = (pointer?.yPx ?? plotBottomPx / 3) - upPx * this.#ratio;
    this.#composer.pointer = { xPx: time.xOf(logical), yPx: Math.min(plotBottomPx - 1, Math.max(0, yPx)) };
    this.#mark(DAMAGE.scroll);
  }

  panBars(bars: number): void {
    this.grab();
    this.panBy((bars * this.#composer.view.time.barPx) / this.#ratio);
  }

  zoomMiddle(factor: number): void {
    this.grab();
    this.zoomAt(factor, this.#composer.view.plotRightPx / 2 / this.#ratio);
  }

  toOldest(): void {
    this.grab();
    this.#composer.view.time.toOldest();
    this.#mark(DAMAGE.scroll);
  }

  toNewest(): void {
    this.grab();
    this.#composer.view.time.toNewest();
    this.#mark(DAMAGE.scroll);
  }

  #toCanvas(point: PointerPoint): CanvasPoint {
    return { xPx: point.xPx * this.#ratio, yPx: point.yPx * this.#ratio, timeMs: point.timeMs, touch: point.touch };
  }

  get #ratio(): number {
    return this.#composer.view.ratio;
  }
}
