// The WebGL backend: Pixi's renderer, used directly.
// A few kinds of instanced meshes, drawn on demand only.
import { CLEAR, DOMAdapter, getTestContext, type ICanvas, UniformGroup, WebGLRenderer } from 'pixi.js';
import type { AnyCanvas, Backend, BackendEvents } from '../backend.ts';
import type { DrawList, Rgba } from '../draw-list.ts';
import { CandleMesh, isCandles } from './candle-mesh.ts';
import { AtlasTexture, QuadMesh } from './quad-mesh.ts';
import { PlotMesh } from './plot-mesh.ts';
import { ShapeMeshes } from './shape-mesh.ts';
import { WORKER_ADAPTER } from './worker-adapter.ts';

/** Losses of the context after which another backend should draw. */
const MAX_LOSSES = 3;
/** A context that has not come back by then will not. */
const RETURN_MS = 3000;

/** Uniforms that all meshes share. */
class FrameUniforms {
  readonly #size = new Float32Array(2);
  readonly #across = new Float32Array(4);
  readonly #widths = new Float32Array(2);
  readonly group = new UniformGroup({
    uSize: { value: this.#size, type: 'vec2<f32>' },
    uAcross: { value: this.#across, type: 'vec4<f32>' },
    uWidths: { value: this.#widths, type: 'vec2<f32>' },
  });

  sync(list: DrawList): void {
    this.#size[0] = list.widthPx;
    this.#size[1] = list.heightPx;
    this.#across[0] = list.across.originPx;
    this.#across[1] = list.across.fractionPx;
    this.#across[2] = list.across.stepPx;
    this.#across[3] = list.plotRightPx;
    this.#widths[0] = list.across.bodyPx;
    this.#widths[1] = list.across.wickPx;
  }
}

export class PixiBackend implements Backend {
  readonly kind = 'webgl';
  readonly #renderer: WebGLRenderer;
  readonly #canvas: AnyCanvas;
  readonly #events: BackendEvents;
  readonly #frame = new FrameUniforms();
  readonly #texture: AtlasTexture;
  readonly #under: QuadMesh;
  readonly #shapes: ShapeMeshes;
  readonly #over: QuadMesh;
  #series: (CandleMesh | PlotMesh)[] = [];
  readonly #target: {
    target: WebGLRenderer['view']['renderTarget'];
    clear: CLEAR;
    clearColor: [number, number, number, number];
  };
  #seriesRevision = -1;
  #lost = false;
  #losses = 0;
  #returnTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(renderer: WebGLRenderer, canvas: AnyCanvas, scratch: AnyCanvas, events: BackendEvents) {
    this.#renderer = renderer;
    this.#canvas = canvas;
    this.#events = events;
    const { group } = this.#frame;
    this.#texture = new AtlasTexture(scratch);
    this.#under = new QuadMesh(this.#texture, group);
    this.#shapes = new ShapeMeshes(group);
    this.#over = new QuadMesh(this.#texture, group);
    this.#target = { target: renderer.view.renderTarget, clear: CLEAR.COLOR, clearColor: [0, 0, 0, 1] };
    canvas.addEventListener('webglcontextlost', this.#onLost);
    canvas.addEventListener('webglcontextrestored', this.#onRestored);
  }

  resize(widthPx: number, heightPx: number): void {
    this.#renderer.resize(widthPx, heightPx, 1);
  }

  draw(list: DrawList): boolean {
    // Known from events: querying the context would block.
    if (this.#lost) return false;
    this.#frame.sync(list);
    this.#texture.atlas.use(list.font);
    if (this.#seriesRevision !== list.seriesRevision) this.#remake(list);
    for (const series of this.#series) series.sync();
    this.#under.sync(null, list.under, list.underTexts);
    this.#shapes.sync(list.shapes);
    this.#over.sync(list.labels, list.over, list.tags);
    this.#texture.sync();
    this.#paint(list.background);
    return true;
  }

  dispose(): void {
    clearTimeout(this.#returnTimer);
    this.#canvas.removeEventListener('webglcontextlost', this.#onLost);
    this.#canvas.removeEventListener('webglcontextrestored', this.#onRestored);
    for (const each of [this.#under.instances, this.#shapes.quads, this.#shapes.segments, this.#over.instances])
      each.dispose();
    for (const each of this.#series) each.instances.dispose();
    this.#texture.source.destroy();
    this.#renderer.destroy();
  }

  #paint(background: Rgba): void {
    const renderer = this.#renderer;
    const { clearColor } = this.#target;
    for (let at = 0; at < 3; at += 1) clearColor[at] = ((background >>> (8 * at)) & 0xff) / 255;
    renderer.renderTarget.bind(this.#target);
    this.#under.instances.draw(renderer);
    for (const each of this.#series) each.instances.draw(renderer);
    this.#shapes.quads.draw(renderer);
    this.#shapes.segments.draw(renderer);
    this.#over.instances.draw(renderer);
  }

  #remake(list: DrawList): void {
    for (const each of this.#series) each.instances.dispose();
    const { group } = this.#frame;
    const plotted = list.series.filter((each) => !isCandles(each));
    this.#series = list.series.filter(isCandles).map((each) => new CandleMesh(each, group));
    for (let at = 0; at < plotted.length; at += PlotMesh.MAX_SERIES)
      this.#series.push(new PlotMesh(plotted.slice(at, at + PlotMesh.MAX_SERIES), group));
    this.#seriesRevision = list.seriesRevision;
  }

  readonly #onLost = (): void => {
    this.#lost = true;
    this.#losses += 1;
    clearTimeout(this.#returnTimer);
    if (this.#losses >= MAX_LOSSES) this.#events.failing();
    else this.#returnTimer = setTimeout(() => this.#events.failing(), RETURN_MS);
  };

  readonly #onRestored = (): void => {
    this.#lost = false;
    clearTimeout(this.#returnTimer);
    this.#events.restored();
  };
}

/**
 * Starts Pixi on a fresh canvas (one that has no context yet); glyphs are drawn on `scratch`. Rejects where WebGL 2 is
 * missing.
 */
export async function createPixiBackend(
  canvas: AnyCanvas,
  scratch: AnyCanvas,
  widthPx: number,
  heightPx: number,
  events: BackendEvents,
): Promise<Backend> {
  // Without a page Pixi must not look for one.
  if (!('document' in globalThis)) DOMAdapter.set(WORKER_ADAPTER);
  // A context of our own: Pixi's would bring a depth and a stencil buffer along.
  const context = (canvas as OffscreenCanvas).getContext('webgl2', {
    alpha: false,
    antialias: false,
    depth: false,
    stencil: false,
  });
  if (!context) throw new Error('no WebGL 2 context for the chart');
  const renderer = new WebGLRenderer();
  await renderer.init({
    context,
    canvas: canvas as unknown as ICanvas,
    width: widthPx,
    height: heightPx,
    resolution: 1,
    autoDensity: false,
    antialias: false,
    backgroundAlpha: 1,
    gcActive: false,
    skipExtensionImports: true,
  });
  const backend = new PixiBackend(renderer, canvas, scratch, events);
  // Pixi created a context to query shader precision and would retain it: browsers allow few.
  getTestContext().getExtension('WEBGL_lose_context')?.loseContext();
  return backend;
}
