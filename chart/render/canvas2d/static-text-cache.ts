// Caches the unchanging texts of a list as one bitmap of their rows.
import type { Context2d } from '../context-2d.ts';
import type { TextList } from '../draw-list.ts';
import { cssColor } from './css-color.ts';
import { SIDE_PX } from './text-atlas.ts';

/** Texts on one baseline: their row in the bitmap, from its `left` and `top` on, and its target position. */
interface Row {
  baseline: number;
  left: number;
  width: number;
  top: number;
}

/** Reuses its canvas, as the text atlas does and for the same reason. */
export class StaticTextCache {
  readonly #canvas = new OffscreenCanvas(1, 1);
  readonly #pen = this.#canvas.getContext('2d');
  #rows: Row[] = [];
  #bitmap: ImageBitmap | null = null;
  /** Increases with every change of the texts. */
  #generation = 0;
  /** Of every stripe: the part above its baseline, and the whole. */
  #abovePx = 0;
  #heightPx = 0;

  /**
   * Renders the unchanging texts in `font` (CSS, device px) to a bitmap; until it is ready they are painted directly.
   * Drops the previous ones.
   */
  async render(font: string, texts: TextList): Promise<void> {
    const pen = this.#pen;
    const canvas = this.#canvas;
    const generation = this.#generation;
    if (!pen) return;
    this.#write(pen, font, texts);
    const bitmap = await createImageBitmap(canvas);
    if (generation === this.#generation) this.#bitmap = bitmap;
    else bitmap.close();
  }

  /** Drops the bitmap: the texts changed. */
  forget(): void {
    this.#generation += 1;
    this.#bitmap?.close();
    this.#bitmap = null;
  }

  /** False while there is no picture. */
  paint(context: Context2d): boolean {
    const bitmap = this.#bitmap;
    const rows = this.#rows;
    const abovePx = this.#abovePx;
    const heightPx = this.#heightPx;
    if (!bitmap) return false;
    for (const { baseline, left, top, width } of rows)
      context.drawImage(bitmap, 0, top, width, heightPx, left, baseline - abovePx, width, heightPx);
    return true;
  }

  #write(pen: OffscreenCanvasRenderingContext2D, font: string, texts: TextList): void {
    pen.font = font;
    const rowOf: Row[] = [];
    let belowPx = 0;
    this.#rows = [];
    this.#abovePx = 0;
    for (let at = 0; at < texts.still; at += 1) {
      const { width, actualBoundingBoxAscent, actualBoundingBoxDescent } = pen.measureText(texts.texts[at]!);
      rowOf[at] = this.#widen(texts.baseline[at]!, texts.x[at]! - SIDE_PX, texts.x[at]! + Math.ceil(width) + SIDE_PX);
      this.#abovePx = Math.max(this.#abovePx, Math.ceil(actualBoundingBoxAscent) + 1);
      belowPx = Math.max(belowPx, Math.ceil(actualBoundingBoxDescent) + 1);
    }
    this.#heightPx = this.#abovePx + belowPx;
    this.#rows.forEach((row, at) => {
      row.top = at * this.#heightPx;
    });
    this.#clear(pen, Math.max(...this.#rows.map(({ width }) => width)), this.#rows.length * this.#heightPx);
    pen.font = font;
    for (let at = 0; at < texts.still; at += 1) {
      pen.fillStyle = cssColor(texts.colors[at]!);
      pen.fillText(texts.texts[at]!, texts.x[at]! - rowOf[at]!.left, rowOf[at]!.top + this.#abovePx);
    }
  }

  #clear(pen: OffscreenCanvasRenderingContext2D, widthPx: number, heightPx: number): void {
    const canvas = this.#canvas;
    if (canvas.width >= widthPx && canvas.height >= heightPx) return pen.clearRect(0, 0, canvas.width, canvas.height);
    // Which clears it, and forgets the font.
    canvas.width = Math.max(canvas.width, widthPx);
    canvas.height = Math.max(canvas.height, heightPx);
  }

  /** Texts of a row are added from left to right. */
  #widen(baseline: number, leftPx: number, toPx: number): Row {
    let row = this.#rows.find((each) => each.baseline === baseline);
    if (!row) this.#rows.push((row = { baseline, left: leftPx, width: 0, top: 0 }));
    row.width = toPx - row.left;
    return row;
  }
}
