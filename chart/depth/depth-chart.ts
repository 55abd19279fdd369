// The depth chart: calls and input mark it as changed, and its one animation frame draws what changed.
import type { ChartTheme } from '../api.ts';
import { BOOK_STATE } from '../../core/worker-protocol/worker-protocol.ts';
import type { DepthBook } from './depth-book.ts';
import type { DepthGrids } from './depth-fill.ts';
import { setNumberStyle } from '../scene/text/number-format.ts';
import { type DepthTarget, listenDepth } from './depth-input.ts';
import { paintDepth } from './depth-paint.ts';
import { DepthScene } from './depth-scene.ts';

export interface DepthOptions {
  grids: DepthGrids;
  theme: ChartTheme;
  /** After every frame that was drawn; the scene may be read, not written. `byKey`: a key moved the crosshair. */
  onDrawn: (scene: DepthScene, byKey: boolean) => void;
}

export class DepthChart implements DepthTarget {
  /** Frames drawn so far, for tests and benchmarks. */
  framesDrawn = 0;
  readonly #scene: DepthScene;
  readonly #options: DepthOptions;
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #unlisten: () => void;
  #theme: ChartTheme;
  #frameId = 0;
  #dirty = false;
  #visible = true;
  #sized = false;
  #stale = false;
  #byKey = false;

  /** Throws when the canvas has no 2D context. */
  constructor(canvas: HTMLCanvasElement, options: DepthOptions) {
    const context = canvas.getContext('2d');
    if (!context) throw new Error('the depth chart needs a 2D context');
    this.#canvas = canvas;
    this.#context = context;
    this.#options = options;
    this.#theme = options.theme;
    setNumberStyle(options.theme.numbers);
    this.#scene = new DepthScene(options.grids);
    this.#unlisten = listenDepth(canvas, this);
  }

  /** The last book set, drawn or not. */
  get book(): DepthBook {
    return this.#scene.book;
  }

  /** Sets the book from a section laid out as BOOK_FIELD, ungrouped, without its head; it is copied. */
  setBook(columns: Float64Array, at: number): void {
    this.#scene.book.read(columns, at);
    this.#mark();
  }

  setTheme(theme: ChartTheme): void {
    this.#theme = theme;
    setNumberStyle(theme.numbers);
    this.#mark();
  }

  /** Greys the picture while the feed is not live. */
  setStale(stale: boolean): void {
    if (this.#stale === stale) return;
    this.#stale = stale;
    this.#mark();
  }

  /** Draws nothing while hidden; once on return, if anything changed. */
  setVisible(visible: boolean): void {
    this.#visible = visible;
    if (visible) this.#schedule();
    else this.#rest();
  }

  /** Size in CSS px, and device px per CSS px. */
  resize(widthPx: number, heightPx: number, pixelRatio: number): void {
    const canvas = this.#canvas;
    const scene = this.#scene;
    const width = Math.max(1, Math.round(widthPx * pixelRatio));
    const height = Math.max(1, Math.round(heightPx * pixelRatio));
    if (this.#sized && canvas.width === width && canvas.height === height && scene.ratio === pixelRatio) return;
    this.#sized = widthPx > 0 && heightPx > 0;
    canvas.width = scene.widthPx = width;
    canvas.height = scene.heightPx = height;
    scene.ratio = pixelRatio;
    this.#mark();
    // A canvas is cleared when its size changes: painting in the same task keeps it from flashing.
    this.#draw();
  }

  zoomBy(factor: number): void {
    this.#scene.zoomBy(factor);
    this.#mark();
  }

  /** To the next round range. */
  zoomStep(inwards: boolean): void {
    this.#scene.zoomStep(inwards);
    this.#mark();
  }

  pointAt(xPx: number): void {
    const scene = this.#scene;
    const ticks = scene.ticksAt(xPx * scene.ratio) - scene.book.midTicks;
    if (Number.isNaN(ticks)) return;
    scene.pointer = { ticks, fixed: false };
    this.#mark();
  }

  pointOff(): void {
    if (!this.#scene.pointer) return;
    this.#scene.pointer = null;
    this.#mark();
  }

  pointDistance(xPx: number): number {
    const { reading, ratio } = this.#scene;
    return reading ? Math.abs(reading.xPx / ratio - xPx) : Infinity;
  }

  stepLevels(count: number): void {
    this.#scene.stepLevels(count);
    this.#byKey = true;
    this.#mark();
  }

  dispose(): void {
    this.#rest();
    this.#sized = false;
    this.#unlisten();
  }

  #mark(): void {
    this.#dirty = true;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#dirty && this.#visible && this.#sized && this.#frameId === 0)
      this.#frameId = requestAnimationFrame(this.#draw);
  }

  #rest(): void {
    cancelAnimationFrame(this.#frameId);
    this.#frameId = 0;
  }

  readonly #draw = (): void => {
    this.#rest();
    if (!this.#dirty || !this.#visible || !this.#sized) return;
    this.#dirty = false;
    this.#scene.compose();
    paintDepth(this.#context, this.#scene, this.#theme, this.#stale || this.#scene.book.state !== BOOK_STATE.live);
    this.framesDrawn += 1;
    this.#options.onDrawn(this.#scene, this.#byKey);
    this.#byKey = false;
  };
}
