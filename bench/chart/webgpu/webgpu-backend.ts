// An experiment: the chart's Pixi backend on WebGPU, bundled in the place of the WebGL one (webgpu-alias.mjs).
// The same meshes and the same draw list, for the bench alone.
// The pages forbid code from text.
import 'pixi.js/unsafe-eval';
import { DOMAdapter, type ICanvas, type WebGLRenderer, WebGPURenderer } from 'pixi.js';
import type { AnyCanvas, Backend, BackendEvents } from '../../../chart/render/backend.ts';
import { PixiBackend } from '../../../chart/render/webgl/pixi-backend.ts';
import { WORKER_ADAPTER } from '../../../chart/render/webgl/worker-adapter.ts';

/** Opens a command encoder with the pass of a frame, and submits it at the end of the frame's task. */
function submitting(renderer: WebGPURenderer): void {
  const { renderTarget, encoder } = renderer;
  const bind = renderTarget.bind.bind(renderTarget);
  renderTarget.bind = (options) => {
    encoder.renderStart();
    // Both forms of its arguments are passed on.
    const bound = bind(options as never);
    queueMicrotask(() => encoder.postrender());
    return bound;
  };
}

/** Rejects where the browser gives no adapter. */
export async function createPixiBackend(
  canvas: AnyCanvas,
  scratch: AnyCanvas,
  widthPx: number,
  heightPx: number,
  events: BackendEvents,
): Promise<Backend> {
  if (!('document' in globalThis)) DOMAdapter.set(WORKER_ADAPTER);
  const renderer = new WebGPURenderer();
  await renderer.init({
    canvas: canvas as unknown as ICanvas,
    width: widthPx,
    height: heightPx,
    resolution: 1,
    autoDensity: false,
    antialias: false,
    backgroundAlpha: 1,
    skipExtensionImports: true,
  });
  submitting(renderer);
  return new PixiBackend(renderer as unknown as WebGLRenderer, canvas, scratch, events);
}
