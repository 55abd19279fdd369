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
  /** Its baseline, from the top of the picture. */
  abovePx: number;
}

/** Words of one colour. */
type Words = Map<string, Word>;

export class WordPictures {
  private readonly byColor = new Map<Rgba, Words>();
  private readonly canvas = new OffscreenCanvas(1, 1);
  private readonly pen = this.canvas.getContext('2d');
  private readonly font: string;
  private count = 0;

  /** Words in `font`, as CSS in device px. */
  constructor(font: string) {
    this.font = font;
  }

  /** The words of a colour, to be asked with `of`. */
  colored(color: Rgba): Words {
    let words = this.byColor.get(color);
    if (!words) this.byColor.set(color, words = new Map());
    return words;
  }

  /** A word that was seen now; it is to be written while it has no picture. */
  of(words: Words, text: string, color: Rgba): Word {
    const word = words.get(text) ?? this.remember(words, text);
    if (word.bitmap) return word;
    word.seen += 1;
    if (word.seen === OFTEN) this.draw(word, text, color);
    return word;
  }

  forget(): void {
    for (const words of this.byColor.values()) {
      for (const { bitmap } of words.values()) bitmap?.close();
      words.clear();
    }
    this.count = 0;
  }

  private remember(words: Words, text: string): Word {
    if (this.count >= LIMIT) this.forget();
    const word: Word = { seen: 0, bitmap: null, abovePx: 0 };
    words.set(text, word);
    this.count += 1;
    return word;
  }

  /** No larger than the word: every pixel is blended. */
  private draw(word: Word, text: string, color: Rgba): void {
    const { canvas, pen } = this;
    if (!pen) return;
    pen.font = this.font;
    const { width, actualBoundingBoxAscent, actualBoundingBoxDescent } = pen.measureText(text);
    word.abovePx = Math.ceil(actualBoundingBoxAscent) + 1;
    // Setting the size clears the canvas, and the font with it.
    canvas.width = Math.ceil(width) + 2 * SIDE_PX;
    canvas.height = word.abovePx + Math.ceil(actualBoundingBoxDescent) + 1;
    pen.font = this.font;
    pen.fillStyle = cssColor(color);
    pen.fillText(text, SIDE_PX, word.abovePx);
    word.bitmap = canvas.transferToImageBitmap();
  }
}
