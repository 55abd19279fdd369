// All text of a list as one instanced mesh over the glyph atlas.
import { CanvasSource, type ICanvas, UniformGroup } from 'pixi.js';
import type { AnyCanvas } from '../backend.ts';
import type { TextList } from '../draw-list.ts';
import { GlyphAtlas } from './glyph-atlas.ts';
import { InstancedMesh, type InstanceKind } from './instances.ts';
import { GLYPHS } from './shaders.ts';

const FLOATS = 7;
const KIND: InstanceKind = {
  program: GLYPHS, stride: FLOATS * 4, quads: 1,
  fields: { aAt: { format: 'float32x2', offset: 0 }, aCell: { format: 'float32x4', offset: 8 }, aColor: { format: 'unorm8x4', offset: 24 } },
};

/** The atlas as a Pixi texture, shared by the glyph meshes of a chart. */
export class AtlasTexture {
  readonly atlas: GlyphAtlas;
  readonly source: CanvasSource;
  private uploaded = 0;

  constructor(canvas: AnyCanvas) {
    this.atlas = new GlyphAtlas(canvas);
    this.source = new CanvasSource({ resource: canvas as unknown as ICanvas, resolution: 1, scaleMode: 'nearest', autoGarbageCollect: false });
  }

  /** Uploads new glyphs, if any. */
  sync(): void {
    if (this.uploaded === this.atlas.revision) return;
    this.uploaded = this.atlas.revision;
    this.source.update();
  }
}

export class GlyphMesh {
  readonly instances: InstancedMesh;
  private floats = new Float32Array(256 * FLOATS);
  private colors = new Uint32Array(this.floats.buffer);
  private count = 0;
  private readonly texture: AtlasTexture;

  constructor(texture: AtlasTexture, frame: UniformGroup) {
    this.texture = texture;
    const own = new UniformGroup({ uAtlasSize: { value: new Float32Array([GlyphAtlas.SIDE, GlyphAtlas.SIDE]), type: 'vec2<f32>' } });
    this.instances = new InstancedMesh(KIND, this.floats, { frame, own, uAtlas: texture.source });
  }

  sync(texts: TextList): void {
    const { atlas } = this.texture;
    const { generation } = atlas;
    this.write(texts);
    // The atlas filled up on the way and started over: what is in use now fits.
    if (atlas.generation !== generation) this.write(texts);
    this.instances.set(this.floats, this.count, 0, this.count * FLOATS);
  }

  private write(texts: TextList): void {
    this.count = 0;
    for (let at = 0; at < texts.count; at += 1) {
      let pen = texts.x[at]!;
      for (const character of texts.texts[at]!) pen += this.put(character, pen, texts.baseline[at]!, texts.colors[at]!);
    }
  }

  /** Adds one glyph and returns how far the pen moves. */
  private put(character: string, pen: number, baseline: number, color: number): number {
    const glyph = this.texture.atlas.glyph(character);
    const at = this.count * FLOATS;
    if (at === this.floats.length) this.grow();
    const { floats } = this;
    floats[at] = Math.round(pen) + glyph.left;
    floats[at + 1] = baseline - glyph.ascent;
    floats[at + 2] = glyph.x;
    floats[at + 3] = glyph.y;
    floats[at + 4] = glyph.width;
    floats[at + 5] = glyph.height;
    this.colors[at + 6] = color;
    this.count += 1;
    return glyph.advance;
  }

  private grow(): void {
    const floats = new Float32Array(this.floats.length * 2);
    // As integers, so that no colour's bits change on the way through a float.
    const colors = new Uint32Array(floats.buffer);
    colors.set(this.colors);
    this.floats = floats;
    this.colors = colors;
  }
}
