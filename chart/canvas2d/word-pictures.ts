// Pictures of the words that are seen again and again: prices and times of the axes, marks, tags.
import type { Rgba } from '../draw-list.ts';
import { cssColor } from './css-color.ts';

/** A word seen in so many frames gets a picture. */
const OFTEN = 3;
/** Words remembered before all are forgotten at once. */
const LIMIT = 512;
/** Free columns on both sides, for what reaches beyond a word's box. */
export const SIDE_PX = 2;

interface Word {
  seen: number;
  bitmap: ImageBitmap | null;
}

/** Words of one colour. */
type Words = Map<string, Word>;

export class WordPictures {
  private readonly byColor = new Map<Rgba, Words>();
  private readonly canvas = new OffscreenCanvas(1, 1);
  private readonly pen = this.canvas.getContext('2d');
  private readonly font: string;
  private readonly heightPx: number;
  /** Baseline of the words, from the top of their pictures. */
  readonly abovePx: number;
  private count = 0;

  /** Words in `font`, as CSS in device px. */
  constructor(font: string, fontPx: number) {
    this.font = font;
    this.abovePx = Math.ceil(fontPx * 1.1);
    this.heightPx = Math.ceil(fontPx * 1.5);
  }

  /** The words of a colour, to be asked with `of`. */
  colored(color: Rgba): Words {
    let words = this.byColor.get(color);
    if (!words) this.byColor.set(color, words = new Map());
    return words;
  }

  /** The picture of a word; null while it is to be written. */
  of(words: Words, text: string, color: Rgba): ImageBitmap | null {
    const word = words.get(text);
    if (word?.bitmap) return word.bitmap;
    if (!word) this.remember(words, text);
    else if ((word.seen += 1) >= OFTEN) word.bitmap = this.picture(text, color);
    return word?.bitmap ?? null;
  }

  forget(): void {
    for (const words of this.byColor.values()) {
      for (const { bitmap } of words.values()) bitmap?.close();
      words.clear();
    }
    this.count = 0;
  }

  private remember(words: Words, text: string): void {
    if (this.count >= LIMIT) this.forget();
    words.set(text, { seen: 1, bitmap: null });
    this.count += 1;
  }

  private picture(text: string, color: Rgba): ImageBitmap | null {
    const { canvas, pen } = this;
    if (!pen) return null;
    pen.font = this.font;
    // Setting the size clears the canvas, and the font with it.
    canvas.width = Math.ceil(pen.measureText(text).width) + 2 * SIDE_PX;
    canvas.height = this.heightPx;
    pen.font = this.font;
    pen.fillStyle = cssColor(color);
    pen.fillText(text, SIDE_PX, this.abovePx);
    return canvas.transferToImageBitmap();
  }
}
