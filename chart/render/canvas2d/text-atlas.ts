// Bitmaps of texts that are painted again and again (axis prices and times, markers, tags), in rows.
// One canvas for good, whose rows are copied to bitmaps: in a worker the first stroke on a new or
// resized canvas waits for the page's thread (Chromium 156), which may be busy.
import type { Rgba } from '../draw-list.ts';
import { cssColor } from './css-color.ts';

/** A text painted in this many frames gets a bitmap. */
const OFTEN = 3;
/** Lists painted between two copies, of which a frame has two. */
const PAINTS_BETWEEN = 16;
/** Space for about a hundred texts of 33 px (2 MiB); when it is full the atlas is cleared. */
const WIDTH_PX = 1024;
const HEIGHT_PX = 512;
/** Maximum number of texts without a bitmap; all are dropped at this number. */
const LIMIT = 512;
/** Free columns on both sides, for what reaches beyond a word's box. */
export const SIDE_PX = 2;

/** Texts side by side. */
interface Row {
  top: number;
  height: number;
  /** Contains the texts that are `shown`. */
  bitmap: ImageBitmap | null;
  /** Drawn since the last bitmap. */
  fresh: Word[];
}

interface Word {
  seen: number;
  /** Whether the bitmap of its row has it. */
  shown: boolean;
  row: Row | null;
  /** Its cell, at the top of the row. */
  left: number;
  width: number;
  height: number;
  /** Its baseline, from the top of the cell. */
  abovePx: number;
}

/** Texts of one colour. */
type Words = Map<string, Word>;

export class TextAtlas {
  readonly #byColor = new Map<Rgba, Words>();
  readonly #canvas = new OffscreenCanvas(WIDTH_PX, HEIGHT_PX);
  readonly #pen = this.#canvas.getContext('2d');
  #rows: Row[] = [];
  #paints = 0;
  #copying = false;
  /** Grows when everything is forgotten. */
  #generation = 0;
  #count = 0;
  /** Where the last row goes on. */
  #penX = 0;

  /** Texts in `font`, as CSS in device px. */
  constructor(font: string) {
    if (this.#pen) this.#pen.font = font;
  }

  /** The texts of a colour, to be looked up with `of`. */
  colored(color: Rgba): Words {
    let words = this.#byColor.get(color);
    if (!words) this.#byColor.set(color, (words = new Map()));
    return words;
  }

  /** The entry of a text that is painted now; it is painted directly while it is not `shown`. */
  of(words: Words, text: string, color: Rgba): Word {
    const word = words.get(text) ?? this.#remember(words, text);
    if (word.shown) return word;
    word.seen += 1;
    if (word.seen === OFTEN) this.#draw(word, text, color);
    return word;
  }

  /** Called after a list of texts was painted. */
  painted(): void {
    this.#paints += 1;
    if (this.#paints < PAINTS_BETWEEN || this.#copying) return;
    this.#paints = 0;
    const row = this.#rows.find(({ fresh }) => fresh.length > 0);
    if (row) void this.#copy(row);
  }

  forget(): void {
    for (const words of this.#byColor.values()) words.clear();
    for (const { bitmap } of this.#rows) bitmap?.close();
    this.#rows = [];
    this.#generation += 1;
    this.#count = this.#penX = 0;
    this.#pen?.clearRect(0, 0, WIDTH_PX, HEIGHT_PX);
  }

  async #copy(row: Row): Promise<void> {
    const generation = this.#generation;
    const { fresh } = row;
    row.fresh = [];
    this.#copying = true;
    const bitmap = await createImageBitmap(this.#canvas, 0, row.top, WIDTH_PX, row.height);
    this.#copying = false;
    if (generation !== this.#generation) return bitmap.close();
    row.bitmap?.close();
    row.bitmap = bitmap;
    for (const word of fresh) word.shown = true;
  }

  #remember(words: Words, text: string): Word {
    if (this.#count >= LIMIT) this.forget();
    const word: Word = { seen: 0, shown: false, row: null, left: 0, width: 0, height: 0, abovePx: 0 };
    words.set(text, word);
    this.#count += 1;
    return word;
  }

  /** In a cell no larger than the text: every pixel is blended. */
  #draw(word: Word, text: string, color: Rgba): void {
    const pen = this.#pen;
    if (!pen) return;
    const { width, actualBoundingBoxAscent, actualBoundingBoxDescent } = pen.measureText(text);
    word.width = Math.ceil(width) + 2 * SIDE_PX;
    word.abovePx = Math.ceil(actualBoundingBoxAscent) + 1;
    word.height = word.abovePx + Math.ceil(actualBoundingBoxDescent) + 1;
    const row = this.#rowFor(word);
    if (!row) return;
    word.row = row;
    word.left = this.#penX;
    this.#penX += word.width;
    row.height = Math.max(row.height, word.height);
    row.fresh.push(word);
    pen.fillStyle = cssColor(color);
    pen.fillText(text, word.left + SIDE_PX, row.top + word.abovePx);
  }

  /**
   * The last row, or a new one below it. Null where no row could hold the text, or where the atlas was full and has
   * been cleared.
   */
  #rowFor({ width, height }: Word): Row | null {
    if (width > WIDTH_PX) return null;
    const last = this.#rows.at(-1);
    if (last && this.#penX + width <= WIDTH_PX && last.top + height <= HEIGHT_PX) return last;
    const top = last ? last.top + last.height : 0;
    if (top + height > HEIGHT_PX) {
      this.forget();
      return null;
    }
    const row: Row = { top, height, bitmap: null, fresh: [] };
    this.#rows.push(row);
    this.#penX = 0;
    return row;
  }
}
