// What a hand does to the view: gestures and keys become moves of the time scale and of the crosshair, and mark damage.
import type { Composer } from './composer.ts';
import { Kinetic } from './input/kinetic.ts';
import type { KeyTarget } from './input/pointer-input.ts';
import { DAMAGE, type DamageLevel } from './scene/damage.ts';

export class Hand implements KeyTarget {
  private readonly composer: Composer;
  private readonly mark: (level: DamageLevel) => void;
  private readonly onGrab: () => void;
  private readonly kinetic = new Kinetic();
  private readonly calm: MediaQueryList | null;

  /** `onGrab` is told whenever a hand takes hold of the chart. */
  constructor(composer: Composer, mark: (level: DamageLevel) => void, onGrab: () => void) {
    this.composer = composer;
    this.mark = mark;
    this.onGrab = onGrab;
    this.calm = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null;
  }

  /** Whether the picture still moves by itself after a fling. */
  get coasting(): boolean { return this.kinetic.moving; }

  /** One step of inertia; called at the start of a frame. */
  coast(): void {
    if (this.kinetic.moving) this.panBy(this.kinetic.step(performance.now()));
  }

  stop(): void { this.kinetic.stop(); }

  grab(): void {
    this.kinetic.stop();
    this.onGrab();
  }

  panBy(deltaPx: number): void {
    this.composer.view.time.panBy(deltaPx * this.ratio);
    this.mark(DAMAGE.scroll);
  }

  fling(pxPerMs: number): void {
    if (this.calm?.matches) return;
    this.kinetic.start(pxPerMs, performance.now());
    if (this.kinetic.moving) this.mark(DAMAGE.scroll);
  }

  zoomAt(factor: number, xPx: number): void {
    const { time, plotRightPx } = this.composer.view;
    time.zoomAt(factor, Math.min(plotRightPx, xPx * this.ratio));
    this.mark(DAMAGE.scale);
  }

  crosshairTo(xPx: number, yPx: number): void {
    const { plotRightPx, plotBottomPx } = this.composer.view;
    const inside = (value: number, end: number): number => Math.min(end - 1, Math.max(0, value * this.ratio));
    this.composer.pointer = { xPx: inside(xPx, plotRightPx), yPx: inside(yPx, plotBottomPx) };
    this.mark(DAMAGE.cursor);
  }

  crosshairOff(): void {
    if (!this.composer.pointer) return;
    this.composer.pointer = null;
    this.mark(DAMAGE.cursor);
  }

  hasCrosshair(): boolean { return this.composer.pointer !== null; }

  resetView(): void {
    this.kinetic.stop();
    this.composer.view.time.home();
    this.mark(DAMAGE.scale);
  }

  panBars(bars: number): void {
    this.grab();
    this.panBy((bars * this.composer.view.time.barPx) / this.ratio);
  }

  zoomMiddle(factor: number): void {
    this.grab();
    this.zoomAt(factor, this.composer.view.plotRightPx / 2 / this.ratio);
  }

  toOldest(): void {
    this.grab();
    this.composer.view.time.toOldest();
    this.mark(DAMAGE.scroll);
  }

  toNewest(): void {
    this.grab();
    this.composer.view.time.toNewest();
    this.mark(DAMAGE.scroll);
  }

  private get ratio(): number { return this.composer.view.ratio; }
}
