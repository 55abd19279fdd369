// White glyphs on one texture, rasterised once per font and pixel ratio and tinted when drawn.
// New characters are added as they come.
import type { AnyCanvas } from '../backend.ts';
import type { Context2d } from '../context-2d.ts';

/** Cell of one character: place and size in the atlas, and how far the pen moves on. All device px. */
export interface Glyph {
  x: number;
  y: number;
  width: number;
  height: number;
  /** From the pen to the left edge of the cell, and from the baseline up to its top. */
  left: number;
  ascent: number;
  advance: number;
}

/** Side of the texture: holds some 600 glyphs at 33 px; when full, it starts over with the characters in use. */
const SIDE = 1024;
const PAD = 1;

export class GlyphAtlas {
  readonly canvas: AnyCanvas;
  /** Grows when glyphs were added: the texture must be uploaded again. */
  revision = 0;
  /** Grows when the atlas started over: cells handed out before are gone. */
  generation = 0;
  static readonly SIDE = SIDE;
  readonly #context: Context2d;
  readonly #glyphs = new Map<string, Glyph>();
  #font = '';
  #digitAdvance = 0;
  #penX = PAD;
  #penY = PAD;
  #rowHeight = 0;

  constructor(canvas: AnyCanvas) {
    this.canvas = canvas;
    canvas.width = SIDE;
    canvas.height = SIDE;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('no 2D context for glyphs');
    this.#context = context;
  }

  /** Starts over with another font; the same one costs nothing. */
  use(font: string): void {
    if (font === this.#font) return;
    this.#font = font;
    this.#clear();
    this.#digitAdvance = widestDigit(this.#context);
  }

  glyph(character: string): Glyph {
    return this.#glyphs.get(character) ?? this.#add(character);
  }

  #clear(): void {
    this.#glyphs.clear();
    this.#context.clearRect(0, 0, SIDE, SIDE);
    this.#context.font = this.#font;
    this.#context.fillStyle = '#fff';
    this.#context.textBaseline = 'alphabetic';
    this.#penX = PAD;
    this.#penY = PAD;
    this.#rowHeight = 0;
    this.revision += 1;
    this.generation += 1;
  }

  #add(character: string): Glyph {
    const box = this.#context.measureText(character);
    const left = -Math.ceil(box.actualBoundingBoxLeft) - 1;
    const ascent = Math.ceil(box.actualBoundingBoxAscent) + 1;
    const width = Math.ceil(box.actualBoundingBoxRight) + 1 - left;
    const height = Math.ceil(box.actualBoundingBoxDescent) + 1 + ascent;
    this.#reserve(width, height);
    const isDigit = character >= '0' && character <= '9';
    const glyph = {
      x: this.#penX,
      y: this.#penY,
      width,
      height,
      left,
      ascent,
      advance: isDigit ? this.#digitAdvance : box.width,
    };
    this.#context.fillText(character, this.#penX - left, this.#penY + ascent);
    this.#penX += width + PAD;
    this.#rowHeight = Math.max(this.#rowHeight, height);
    this.#glyphs.set(character, glyph);
    this.revision += 1;
    return glyph;
  }

  #reserve(width: number, height: number): void {
    if (this.#penX + width + PAD > SIDE) {
      this.#penX = PAD;
      this.#penY += this.#rowHeight + PAD;
      this.#rowHeight = 0;
    }
    if (this.#penY + height + PAD > SIDE) this.#clear();
  }
}

function widestDigit(context: Context2d): number {
  let widest = 0;
  for (let digit = 0; digit < 10; digit += 1) widest = Math.max(widest, context.measureText(String(digit)).width);
  return widest;
}
