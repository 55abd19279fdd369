// Rectangles and glyphs as one instanced mesh, in the order in which they are added.
import { CanvasSource, type ICanvas, UniformGroup } from 'pixi.js';
import type { AnyCanvas } from '../backend.ts';
import { doubled, RectList, type TextList } from '../draw-list.ts';
import { pieceEnd } from '../../scene/text/letter-runs.ts';
import { GlyphAtlas } from './glyph-atlas.ts';
import type { InstanceKind, InstancedMesh } from './instanced-mesh.ts';
import { meshOf } from './instances.ts';
import { QUAD_SHADER } from './quad-shader.ts';

const FLOATS = 7;
const KIND: InstanceKind = {
  program: QUAD_SHADER,
  stride: FLOATS * 4,
  quads: 1,
  fields: {
    aRect: { format: 'float32x4', offset: 0 },
    aFrom: { format: 'float32x2', offset: 16 },
    aColor: { format: 'unorm8x4', offset: 24 },
  },
};
/** In the place of the atlas's x: not a glyph. */
const RECT = -1;

/** The atlas as a Pixi texture, shared by the meshes of a chart. */
export class AtlasTexture {
  readonly atlas: GlyphAtlas;
  readonly source: CanvasSource;
  #uploaded = 0;

  constructor(canvas: AnyCanvas) {
    this.atlas = new GlyphAtlas(canvas);
    this.source = new CanvasSource({
      resource: canvas as unknown as ICanvas,
      resolution: 1,
      scaleMode: 'nearest',
      autoGarbageCollect: false,
    });
  }

  /** Uploads new glyphs, if any. */
  sync(): void {
    if (this.#uploaded === this.atlas.revision) return;
    this.#uploaded = this.atlas.revision;
    this.source.update();
  }
}

export class QuadMesh {
  readonly instances: InstancedMesh;
  #floats = new Float32Array(256 * FLOATS);
  #colors = new Uint32Array(this.#floats.buffer);
  #count = 0;
  readonly #atlas: GlyphAtlas;

  constructor(texture: AtlasTexture, frame: UniformGroup) {
    this.#atlas = texture.atlas;
    this.instances = meshOf(KIND, this.#floats, { frame, uAtlas: texture.source });
  }

  /**
   * Takes what to paint, in this order; again from the start when the atlas filled up on the way: what is in use now
   * fits.
   */
  sync(labels: TextList | null, rects: RectList, tags: TextList | null): void {
    const { generation } = this.#atlas;
    this.#write(labels, rects, tags);
    if (this.#atlas.generation !== generation) this.#write(labels, rects, tags);
    this.instances.set(this.#floats, this.#count, 0, this.#count * FLOATS);
  }

  #write(labels: TextList | null, rects: RectList, tags: TextList | null): void {
    this.#count = 0;
    if (labels) this.#writeTexts(labels);
    this.#writeRects(rects);
    if (tags) this.#writeTexts(tags);
  }

  #writeRects({ count, floats, colors }: RectList): void {
    for (let at = 0; at < count * RectList.STRIDE; at += RectList.STRIDE) {
      this.#add(floats[at]!, floats[at + 1]!, floats[at + 2]!, floats[at + 3]!, RECT, floats[at + 4]!, colors[at + 5]!);
    }
  }

  #writeTexts(texts: TextList): void {
    for (let at = 0; at < texts.count; at += 1) {
      const text = texts.texts[at]!;
      let pen = texts.x[at]!;
      for (let from = 0; from < text.length;) {
        const end = pieceEnd(text, from);
        const glyph = this.#atlas.glyph(text.slice(from, end));
        from = end;
        this.#add(
          Math.round(pen) + glyph.left,
          texts.baseline[at]! - glyph.ascent,
          glyph.width,
          glyph.height,
          glyph.x,
          glyph.y,
          texts.colors[at]!,
        );
        pen += glyph.advance;
      }
    }
  }

  #add(x: number, y: number, width: number, height: number, fromX: number, fromY: number, color: number): void {
    const at = this.#count * FLOATS;
    if (at === this.#floats.length) this.#grow();
    const floats = this.#floats;
    floats[at] = x;
    floats[at + 1] = y;
    floats[at + 2] = width;
    floats[at + 3] = height;
    floats[at + 4] = fromX;
    floats[at + 5] = fromY;
    this.#colors[at + 6] = color;
    this.#count += 1;
  }

  #grow(): void {
    this.#floats = doubled(this.#floats);
    this.#colors = new Uint32Array(this.#floats.buffer);
  }
}
