// Pictures of the words that are seen again and again (prices and times of the axes, marks, tags), together on one bitmap.
//
// One canvas for good, copied to a bitmap: in a worker the first stroke on a new or resized canvas waits for the page's thread (Chromium 156), which may be busy.
import type { Rgba } from '../draw-list.ts';
import { cssColor } from './css-color.ts';

/** A word seen in so many frames gets a picture. */
const OFTEN = 3;
/** Lists painted between two bitmaps, of which a frame has two: each is a copy of the canvas. */
const PAINTS_BETWEEN = 16;
/** Room for about a hundred words of 33 px (2 MiB); when it is full all are forgotten and it starts over. */
const WIDTH_PX = 1024;
const HEIGHT_PX = 512;
/** Words without a picture remembered before all are forgotten at once. */
const LIMIT = 512;
/** Free columns on both sides, for what reaches beyond a word's box. */
export const SIDE_PX = 2;

interface Word {
  seen: number;
  /** Whether the bitmap has it. */
  shown: boolean;
  /** Its cell. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** Its baseline, from the top of the cell. */
  abovePx: number;
}

/** Words of one colour. */
type Words = Map<string, Word>;

export class WordAtlas {
  /** Holds the words that are `shown`. */
  bitmap: ImageBitmap | null = null;
  private readonly byColor = new Map<Rgba, Words>();
  private readonly canvas = new OffscreenCanvas(WIDTH_PX, HEIGHT_PX);
  private readonly pen = this.canvas.getContext('2d');
  /** Drawn since the last bitmap. */
  private fresh: Word[] = [];
  private paints = 0;
  private copying = false;
  /** Grows when everything is forgotten. */
  private generation = 0;
  private count = 0;
  private penX = 0;
  private penY = 0;
  private rowPx = 0;

  /** Words in `font`, as CSS in device px. */
  constructor(font: string) {
    if (this.pen) this.pen.font = font;
  }

  /** The words of a colour, to be asked with `of`. */
  colored(color: Rgba): Words {
    let words = this.byColor.get(color);
    if (!words) this.byColor.set(color, words = new Map());
    return words;
  }

  /** A word that was seen now; it is to be written while it is not shown. */
  of(words: Words, text: string, color: Rgba): Word {
    const word = words.get(text) ?? this.remember(words, text);
    if (word.shown) return word;
    word.seen += 1;
    if (word.seen === OFTEN) this.draw(word, text, color);
    return word;
  }

  /** A list of words was painted. */
  painted(): void {
    this.paints += 1;
    if (this.fresh.length > 0 && this.paints >= PAINTS_BETWEEN && !this.copying) void this.copy();
  }

  private async copy(): Promise<void> {
    const { fresh, generation } = this;
    this.fresh = [];
    this.paints = 0;
    this.copying = true;
    const bitmap = await createImageBitmap(this.canvas);
    this.copying = false;
    if (generation !== this.generation) return bitmap.close();
    this.bitmap?.close();
    this.bitmap = bitmap;
    for (const word of fresh) word.shown = true;
  }

  forget(): void {
    for (const words of this.byColor.values()) words.clear();
    this.bitmap?.close();
    this.bitmap = null;
    this.fresh = [];
    this.generation += 1;
    this.count = this.penX = this.penY = this.rowPx = 0;
    this.pen?.clearRect(0, 0, WIDTH_PX, HEIGHT_PX);
  }

  private remember(words: Words, text: string): Word {
    if (this.count >= LIMIT) this.forget();
    const word: Word = { seen: 0, shown: false, left: 0, top: 0, width: 0, height: 0, abovePx: 0 };
    words.set(text, word);
    this.count += 1;
    return word;
  }

  /** In a cell no larger than the word: every pixel is blended. */
  private draw(word: Word, text: string, color: Rgba): void {
    const { pen } = this;
    if (!pen) return;
    const { width, actualBoundingBoxAscent, actualBoundingBoxDescent } = pen.measureText(text);
    word.width = Math.ceil(width) + 2 * SIDE_PX;
    word.abovePx = Math.ceil(actualBoundingBoxAscent) + 1;
    word.height = word.abovePx + Math.ceil(actualBoundingBoxDescent) + 1;
    // One that no row could hold stays written.
    if (word.width > WIDTH_PX || !this.place(word)) return;
    pen.fillStyle = cssColor(color);
    pen.fillText(text, word.left + SIDE_PX, word.top + word.abovePx);
    this.fresh.push(word);
  }

  /** Cells stand side by side in rows. False where there was no room: everything was forgotten, the word too. */
  private place(word: Word): boolean {
    if (this.penX + word.width > WIDTH_PX) {
      this.penX = 0;
      this.penY += this.rowPx;
      this.rowPx = 0;
    }
    if (this.penY + word.height > HEIGHT_PX) {
      this.forget();
      return false;
    }
    word.left = this.penX;
    word.top = this.penY;
    this.penX += word.width;
    this.rowPx = Math.max(this.rowPx, word.height);
    return true;
  }
}
