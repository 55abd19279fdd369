// Interface of a rendering backend: WebGL where a GPU exists (webgl-choice.ts), else Canvas2D.
import type { Context2d } from './context-2d.ts';
import type { DrawList } from './draw-list.ts';

/**
 * A canvas of the page, or one that was handed to a worker, by what both can do: this folder is compiled for either
 * thread.
 */
export interface AnyCanvas {
  width: number;
  height: number;
  getContext(kind: '2d', options?: { alpha?: boolean; willReadFrequently?: boolean }): Context2d | null;
  getContext(kind: 'webgl2'): WebGL2RenderingContext | null;
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}

/** Paints draw lists on one canvas. */
export interface Backend {
  readonly kind: 'webgl' | 'canvas2d';
  /** Size of the canvas in device px. */
  resize(widthPx: number, heightPx: number): void;
  /** Paints; false when it could not (a lost context): the picture is drawn again once it can. */
  draw(list: DrawList): boolean;
  dispose(): void;
}

/** Events of a backend to the engine. */
export interface BackendEvents {
  /** The context came back: draw everything again. */
  restored(): void;
  /** The context was lost so often that another backend should take over. */
  failing(): void;
}

export type BackendChoice = 'auto' | 'webgl' | 'canvas2d';
