// What a backend is, and which one a canvas gets: WebGL where a GPU draws it, the own Canvas2D one everywhere else.
import type { DrawList } from './draw-list.ts';

/** A 2D context of either kind of canvas, by what both can do. */
export type Context2d = Omit<OffscreenCanvasRenderingContext2D, 'canvas'>;

/** A canvas of the page, or one that was handed to a worker, by what both can do: this room is compiled for either thread. */
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
  destroy(): void;
}

/** What a backend tells the engine. */
export interface BackendEvents {
  /** The context came back: draw everything again. */
  restored(): void;
  /** The context was lost so often that another backend should take over. */
  failing(): void;
}

export type BackendChoice = 'auto' | 'webgl' | 'canvas2d';

/** Renderers that are a CPU in disguise. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|basic render/i;

/** Name of the WebGL 2 renderer of this machine; null without one. Makes a context on `scratch`, which nobody else uses, and gives it back. */
export function webglRendererName(scratch: AnyCanvas): string | null {
  const gl = scratch.getContext('webgl2');
  if (!gl) return null;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return name;
}

/**
 * Whether WebGL should draw: on a GPU always. A CPU in disguise draws WebGL several times dearer than a plain 2D canvas,
 * unless 2D canvases go through the same disguise: then they are the dearer ones (see `drawsThroughGl`).
 */
export function prefersWebgl(rendererName: string | null, scratch: () => AnyCanvas): boolean {
  return rendererName !== null && (!SOFTWARE.test(rendererName) || drawsThroughGl(scratch));
}

/** Side of the trial canvas, device px, and how many bars are painted on it. */
const TRIAL_SIDE = 600;
const TRIAL_BARS = 200;
/** Both kinds take the same time where both are painted by the CPU; through GL the reading back alone takes ten times as long. */
const DEARER = 3;

/** Whether 2D canvases of this browser are painted through GL: the same strokes with and without the browser's leave to do so, timed. */
function drawsThroughGl(scratch: () => AnyCanvas): boolean {
  const trial = (willReadFrequently: boolean): number => Math.min(...[1, 2].map(() => trialMs(scratch(), willReadFrequently)));
  return trial(false) > DEARER * trial(true);
}

function trialMs(canvas: AnyCanvas, willReadFrequently: boolean): number {
  canvas.width = TRIAL_SIDE;
  canvas.height = TRIAL_SIDE;
  const context = canvas.getContext('2d', { willReadFrequently });
  if (!context) return Infinity;
  const startMs = performance.now();
  for (let bar = 0; bar < TRIAL_BARS; bar += 1) context.fillRect(bar * 3, bar, 2, 90);
  // Nothing is painted before somebody looks.
  context.getImageData(1, 1, 1, 1);
  return performance.now() - startMs;
}
