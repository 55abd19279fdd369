// The canvas and the backend on it: paints at once with Canvas2D, moves to WebGL when that is ready and worth it, and back when it fails.
import { type Backend, type BackendChoice, prefersWebgl, webglRendererName } from './backend.ts';
import { createCanvas2dBackend } from './canvas2d/canvas2d-backend.ts';

/** What the stage tells the engine. */
export interface StageEvents {
  /** Another backend or a restored context: everything must be drawn again. */
  repaint(): void;
  /** Another canvas stands in the page: pointers are to be listened to there. */
  canvasChanged(canvas: HTMLCanvasElement): void;
}

/**
 * A canvas keeps the kind of its first context for good, so a change of backend puts a clone in its place. The canvas
 * should therefore stand in an element of its own; `destroy` puts the original back.
 */
export class Stage {
  backend: Backend;
  canvas: HTMLCanvasElement;
  private readonly original: HTMLCanvasElement;
  private readonly events: StageEvents;
  private widthPx = 1;
  private heightPx = 1;
  private over = false;

  constructor(canvas: HTMLCanvasElement, events: StageEvents) {
    this.original = canvas;
    this.canvas = canvas;
    this.events = events;
    this.backend = createCanvas2dBackend(canvas);
  }

  resize(widthPx: number, heightPx: number): void {
    this.widthPx = widthPx;
    this.heightPx = heightPx;
    this.backend.resize(widthPx, heightPx);
  }

  /** Moves to WebGL if `choice` says so; stays with Canvas2D, and says why on the console, where it cannot. */
  async upgrade(choice: BackendChoice): Promise<void> {
    if (choice === 'canvas2d') return;
    if (choice === 'auto' && !prefersWebgl(webglRendererName(() => this.original.ownerDocument.createElement('canvas')))) return;
    const canvas = this.clone();
    try {
      const { createPixiBackend } = await import('./gpu/pixi-backend.ts');
      if (this.over) return;
      const backend = await createPixiBackend(canvas, this.widthPx, this.heightPx, { restored: () => this.events.repaint(), failing: () => this.downgrade() });
      if (this.over) backend.destroy();
      else this.swap(canvas, backend);
    } catch (error) {
      console.warn('chart: WebGL did not start, Canvas2D draws', error);
    }
  }

  destroy(): void {
    this.over = true;
    this.backend.destroy();
    if (this.canvas !== this.original) this.canvas.replaceWith(this.original);
  }

  /** The context keeps getting lost. */
  private downgrade(): void {
    if (this.over || this.backend.kind === 'canvas2d') return;
    const canvas = this.clone();
    this.swap(canvas, createCanvas2dBackend(canvas));
  }

  private clone(): HTMLCanvasElement {
    return this.canvas.cloneNode(false) as HTMLCanvasElement;
  }

  private swap(canvas: HTMLCanvasElement, backend: Backend): void {
    const focused = this.canvas.ownerDocument.activeElement === this.canvas;
    const before = this.backend;
    this.canvas.replaceWith(canvas);
    if (focused) canvas.focus({ preventScroll: true });
    this.canvas = canvas;
    this.backend = backend;
    backend.resize(this.widthPx, this.heightPx);
    before.destroy();
    this.events.canvasChanged(canvas);
    this.events.repaint();
  }
}
