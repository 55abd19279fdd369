// A canvas of this page as a surface: another canvas is a clone that takes its place.
import type { AnyCanvas } from '../render/backend.ts';
import type { Surface } from '../render/surface.ts';

/** A canvas element by what the engine needs of it; its context has all that the engine calls. */
const faceOf = (canvas: HTMLCanvasElement): AnyCanvas => canvas as unknown as AnyCanvas;

/**
 * The canvas should stand in an element of its own; `close` puts the original back.
 * `shown` is told of each canvas that takes the place, so that pointers are listened to there.
 */
export class PageSurface implements Surface {
  element: HTMLCanvasElement;
  private readonly original: HTMLCanvasElement;
  private readonly shown: (canvas: HTMLCanvasElement) => void;
  private waiting: HTMLCanvasElement | null = null;

  constructor(canvas: HTMLCanvasElement, shown: (canvas: HTMLCanvasElement) => void) {
    this.original = canvas;
    this.element = canvas;
    this.shown = shown;
  }

  get canvas(): AnyCanvas {
    return faceOf(this.element);
  }

  async spare(): Promise<AnyCanvas> {
    this.waiting = this.element.cloneNode(false) as HTMLCanvasElement;
    return faceOf(this.waiting);
  }

  show(): void {
    const { element, waiting } = this;
    if (!waiting) return;
    const focused = element.ownerDocument.activeElement === element;
    element.replaceWith(waiting);
    if (focused) waiting.focus({ preventScroll: true });
    this.element = waiting;
    this.waiting = null;
    this.shown(waiting);
  }

  scratch(): AnyCanvas {
    return faceOf(this.original.ownerDocument.createElement('canvas'));
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
    if (this.element !== this.original) this.element.replaceWith(this.original);
  }
}
