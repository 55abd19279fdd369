// The surface and its backend.
// Paints with Canvas2D at once, moves to WebGL when ready and faster, back on failure.
import type { Backend, BackendChoice } from './backend.ts';
import { createCanvas2dBackend } from './canvas2d/canvas2d-backend.ts';
import type { Surface } from './surface.ts';

export class RenderTarget {
  backend: Backend;
  readonly #surface: Surface;
  readonly #repaint: () => void;
  #widthPx = 1;
  #heightPx = 1;
  #disposed = false;
  #keepsCanvas2d = false;
  /** A surface has one spare canvas: a second request would take that of the first. */
  #isDowngrading = false;

  /** `repaint` is called when another backend or a restored context needs everything drawn again. */
  constructor(surface: Surface, repaint: () => void) {
    this.#surface = surface;
    this.#repaint = repaint;
    this.backend = createCanvas2dBackend(surface.canvas);
  }

  resize(widthPx: number, heightPx: number): void {
    this.#widthPx = widthPx;
    this.#heightPx = heightPx;
    this.backend.resize(widthPx, heightPx);
  }

  /** Moves to WebGL if `choice` allows it; where it cannot, stays with Canvas2D and logs why. */
  async upgrade(choice: BackendChoice): Promise<void> {
    if (choice === 'canvas2d' || this.#keepsCanvas2d) return;
    try {
      if (choice === 'auto' && !(await import('./webgl-choice.ts')).prefersWebgl(() => this.#surface.scratch())) return;
      const { createPixiBackend } = await import('./webgl/pixi-backend.ts');
      if (this.#disposed) return;
      const canvas = await this.#surface.spare();
      const backend = await createPixiBackend(canvas, this.#surface.scratch(), this.#widthPx, this.#heightPx, {
        restored: () => this.#repaint(),
        failing: () => void this.#downgrade(),
      });
      if (this.#disposed || this.#keepsCanvas2d) backend.dispose();
      else this.#swap(backend);
    } catch (error) {
      console.warn('WebGL start failed, Canvas2D draws', error);
    }
  }

  /** Stays with Canvas2D, or moves back to it: pictures are painted by that alone. */
  keepCanvas2d(keeps: boolean): void {
    this.#keepsCanvas2d = keeps;
    if (keeps) void this.#downgrade();
  }

  dispose(): void {
    this.#disposed = true;
    this.backend.dispose();
    this.#surface.close();
  }

  /** The context keeps getting lost. */
  async #downgrade(): Promise<void> {
    if (this.#disposed || this.#isDowngrading || this.backend.kind === 'canvas2d') return;
    this.#isDowngrading = true;
    const canvas = await this.#surface.spare();
    this.#isDowngrading = false;
    if (!this.#disposed) this.#swap(createCanvas2dBackend(canvas));
  }

  #swap(backend: Backend): void {
    const before = this.backend;
    this.backend = backend;
    backend.resize(this.#widthPx, this.#heightPx);
    // Painted before it is shown: a new canvas must not be empty for a frame.
    this.#repaint();
    this.#surface.show();
    before.dispose();
  }
}
