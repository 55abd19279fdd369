// Chooses the backend of this device, after the first paint: detecting a GPU takes longer than the paint.
import type { AnyCanvas } from './backend.ts';

/** Names of renderers that run on the CPU. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|basic render/i;

/**
 * Name of the WebGL 2 renderer of this machine; null without one. Creates a context on `scratch`, which is used for
 * nothing else, and releases it.
 */
function webglRendererName(scratch: AnyCanvas): string | null {
  const gl = scratch.getContext('webgl2');
  if (!gl) return null;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return name;
}

/**
 * Whether WebGL should draw: always on a GPU. Software WebGL costs several times more than a plain 2D canvas, unless
 * 2D canvases go through software GL too: then they cost more (see `drawsThroughGl`). `scratch` returns canvases that
 * are used for nothing else.
 */
export function prefersWebgl(scratch: () => AnyCanvas): boolean {
  const rendererName = webglRendererName(scratch());
  return rendererName !== null && (!SOFTWARE.test(rendererName) || drawsThroughGl(scratch));
}

/** Side of the trial canvas, device px, and how many bars are painted on it. */
const TRIAL_SIDE = 600;
const TRIAL_BARS = 200;
/**
 * Both kinds take the same time where both are painted by the CPU; through GL it takes two to ten times as long, by the
 * machine.
 */
const DEARER = 1.6;
/** A busy machine makes some rounds slow; one that is slow in all of them is drawn through GL. */
const MIN_ROUNDS = 2;
const MAX_ROUNDS = 4;

/**
 * Whether 2D canvases of this browser are painted through GL: the same strokes with and without the browser's leave to
 * do so, timed.
 */
function drawsThroughGl(scratch: () => AnyCanvas): boolean {
  let plainMs = Infinity;
  let cpuMs = Infinity;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    plainMs = Math.min(plainMs, trialMs(scratch(), false));
    cpuMs = Math.min(cpuMs, trialMs(scratch(), true));
    if (round >= MIN_ROUNDS && plainMs <= DEARER * cpuMs) return false;
  }
  return true;
}

function trialMs(canvas: AnyCanvas, willReadFrequently: boolean): number {
  canvas.width = TRIAL_SIDE;
  canvas.height = TRIAL_SIDE;
  const context = canvas.getContext('2d', { willReadFrequently });
  if (!context) return Infinity;
  const startMs = performance.now();
  for (let bar = 0; bar < TRIAL_BARS; bar += 1) context.fillRect(bar * 3, bar, 2, 90);
  // Painting is deferred until pixels are read.
  context.getImageData(1, 1, 1, 1);
  return performance.now() - startMs;
}
