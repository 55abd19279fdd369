// A canvas of the page as a surface: a new canvas is a clone that replaces it.
import type { AnyCanvas } from '../render/backend.ts';
import type { Surface } from '../render/surface.ts';

/** A canvas element as the engine's `AnyCanvas`; its context has all that the engine calls. */
const faceOf = (canvas: HTMLCanvasElement): AnyCanvas => canvas as unknown as AnyCanvas;

/**
 * The canvas needs a parent element of its own; `close` restores the original. `shown` is called with each
 * replacement, so that pointer listeners are attached to it.
 */
export class PageSurface implements Surface {
  element: HTMLCanvasElement;
  readonly #original: HTMLCanvasElement;
  readonly #shown: (canvas: HTMLCanvasElement) => void;
  #waiting: HTMLCanvasElement | null = null;

  constructor(canvas: HTMLCanvasElement, shown: (canvas: HTMLCanvasElement) => void) {
    this.#original = canvas;
    this.element = canvas;
    this.#shown = shown;
  }

  get canvas(): AnyCanvas {
    return faceOf(this.element);
  }

  async spare(): Promise<AnyCanvas> {
    this.#waiting = this.element.cloneNode(false) as HTMLCanvasElement;
    return faceOf(this.#waiting);
  }

  show(): void {
    const { element } = this;
    const waiting = this.#waiting;
    if (!waiting) return;
    const focused = element.ownerDocument.activeElement === element;
    element.replaceWith(waiting);
    if (focused) waiting.focus({ preventScroll: true });
    this.element = waiting;
    this.#waiting = null;
    this.#shown(waiting);
  }

  scratch(): AnyCanvas {
    return faceOf(this.#original.ownerDocument.createElement('canvas'));
  }

  png(): Promise<Blob> {
    return new Promise((done, failed) => {
      this.element.toBlob((blob) => {
        if (blob) done(blob);
        else failed(new Error('the picture could not be saved'));
      }, 'image/png');
    });
  }

  close(): void {
    if (this.element !== this.#original) this.element.replaceWith(this.#original);
  }
}
