// The WebGL backend: Pixi's renderer used directly, a few kinds of instanced meshes, nothing drawn unless asked.
import { Container, DOMAdapter, getTestContext, type ICanvas, UniformGroup, WebGLRenderer } from 'pixi.js';
import type { AnyCanvas, Backend, BackendEvents } from '../backend.ts';
import { type DrawList, RectList } from '../draw-list.ts';
import { AtlasTexture, GlyphMesh } from './glyph-mesh.ts';
import { InstancedMesh, type InstanceKind } from './instances.ts';
import { SeriesMesh } from './series-mesh.ts';
import { RECTS } from './shaders.ts';
import { ShapeMeshes } from './shape-mesh.ts';
import { WORKER_ADAPTER } from './worker-adapter.ts';

const RECT_KIND: InstanceKind = {
  program: RECTS, stride: RectList.STRIDE * 4, quads: 1,
  fields: { aRect: { format: 'float32x4', offset: 0 }, aRadius: { format: 'float32', offset: 16 }, aColor: { format: 'unorm8x4', offset: 20 } },
};
/** Losses of the context after which another backend should draw. */
const MOST_LOSSES = 3;
/** A context that has not come back by then will not. */
const RETURN_MS = 3000;

/** Uniforms that all meshes share. */
class FrameUniforms {
  private readonly size = new Float32Array(2);
  private readonly across = new Float32Array(4);
  private readonly widths = new Float32Array(2);
  readonly group = new UniformGroup({
    uSize: { value: this.size, type: 'vec2<f32>' },
    uAcross: { value: this.across, type: 'vec4<f32>' },
    uWidths: { value: this.widths, type: 'vec2<f32>' },
  });

  sync(list: DrawList): void {
    this.size[0] = list.widthPx;
    this.size[1] = list.heightPx;
    this.across[0] = list.across.originPx;
    this.across[1] = list.across.fractionPx;
    this.across[2] = list.across.stepPx;
    this.across[3] = list.plotRightPx;
    this.widths[0] = list.across.bodyPx;
    this.widths[1] = list.across.wickPx;
  }
}

class PixiBackend implements Backend {
  readonly kind = 'webgl';
  private readonly renderer: WebGLRenderer;
  private readonly canvas: AnyCanvas;
  private readonly events: BackendEvents;
  private readonly stage = new Container();
  private readonly seriesLayer = new Container();
  private readonly frame = new FrameUniforms();
  private readonly texture: AtlasTexture;
  private readonly under: InstancedMesh;
  private readonly over: InstancedMesh;
  private readonly shapes: ShapeMeshes;
  private readonly labels: GlyphMesh;
  private readonly tags: GlyphMesh;
  private series: SeriesMesh[] = [];
  private seriesRevision = -1;
  private losses = 0;
  private returnTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(renderer: WebGLRenderer, canvas: AnyCanvas, scratch: AnyCanvas, events: BackendEvents) {
    this.renderer = renderer;
    this.canvas = canvas;
    this.events = events;
    const { group } = this.frame;
    const empty = (): Float32Array => new Float32Array(RectList.STRIDE);
    this.texture = new AtlasTexture(scratch);
    this.under = new InstancedMesh(RECT_KIND, empty(), { frame: group });
    this.over = new InstancedMesh(RECT_KIND, empty(), { frame: group });
    this.shapes = new ShapeMeshes(group);
    this.labels = new GlyphMesh(this.texture, group);
    this.tags = new GlyphMesh(this.texture, group);
    this.stage.addChild(this.under.mesh, this.seriesLayer, this.shapes.quads.mesh, this.shapes.segments.mesh, this.labels.instances.mesh, this.over.mesh, this.tags.instances.mesh);
    canvas.addEventListener('webglcontextlost', this.onLost);
    canvas.addEventListener('webglcontextrestored', this.onRestored);
  }

  resize(widthPx: number, heightPx: number): void {
    this.renderer.resize(widthPx, heightPx, 1);
  }

  draw(list: DrawList): boolean {
    if (this.renderer.context.isLost) return false;
    this.frame.sync(list);
    this.texture.atlas.use(list.font);
    if (this.seriesRevision !== list.seriesRevision) this.remake(list);
    for (const series of this.series) series.sync();
    this.under.set(list.under.floats, list.under.count, 0, list.under.count * RectList.STRIDE);
    this.over.set(list.over.floats, list.over.count, 0, list.over.count * RectList.STRIDE);
    this.shapes.sync(list.shapes);
    this.labels.sync(list.labels);
    this.tags.sync(list.tags);
    this.texture.sync();
    const { background } = list;
    this.renderer.background.color = ((background & 0xff) << 16) | (background & 0xff00) | ((background >>> 16) & 0xff);
    this.renderer.render({ container: this.stage });
    return true;
  }

  destroy(): void {
    clearTimeout(this.returnTimer);
    this.canvas.removeEventListener('webglcontextlost', this.onLost);
    this.canvas.removeEventListener('webglcontextrestored', this.onRestored);
    for (const each of [this.under, this.over, this.shapes.quads, this.shapes.segments, this.labels.instances, this.tags.instances]) each.destroy();
    for (const each of this.series) each.instances.destroy();
    this.stage.destroy();
    this.seriesLayer.destroy();
    this.texture.source.destroy();
    this.renderer.destroy();
  }

  private remake(list: DrawList): void {
    this.seriesLayer.removeChildren();
    for (const each of this.series) each.instances.destroy();
    this.series = list.series.map((each) => new SeriesMesh(each, this.frame.group));
    for (const each of this.series) this.seriesLayer.addChild(each.instances.mesh);
    this.seriesRevision = list.seriesRevision;
  }

  private readonly onLost = (): void => {
    this.losses += 1;
    clearTimeout(this.returnTimer);
    if (this.losses >= MOST_LOSSES) this.events.failing();
    else this.returnTimer = setTimeout(() => this.events.failing(), RETURN_MS);
  };

  private readonly onRestored = (): void => {
    clearTimeout(this.returnTimer);
    this.events.restored();
  };
}

/** Starts Pixi on a fresh canvas (one that has no context yet); glyphs are drawn on `scratch`. Rejects where WebGL 2 is missing. */
export async function createPixiBackend(canvas: AnyCanvas, scratch: AnyCanvas, widthPx: number, heightPx: number, events: BackendEvents): Promise<Backend> {
  // Without a page Pixi must not look for one.
  if (!('document' in globalThis)) DOMAdapter.set(WORKER_ADAPTER);
  const renderer = new WebGLRenderer();
  await renderer.init({ canvas: canvas as unknown as ICanvas, width: widthPx, height: heightPx, resolution: 1, autoDensity: false, antialias: false, backgroundAlpha: 1, gcActive: false, skipExtensionImports: true });
  const backend = new PixiBackend(renderer, canvas, scratch, events);
  // Pixi asked a context of its own what shaders may do, and would keep it: browsers allow few.
  getTestContext().getExtension('WEBGL_lose_context')?.loseContext();
  return backend;
}
