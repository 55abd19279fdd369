// The still words of a list, as one picture of the rows they stand in.
import type { Context2d } from '../backend.ts';
import type { TextList } from '../draw-list.ts';
import { cssColor } from './css-color.ts';
import { SIDE_PX } from './word-pictures.ts';

/** Words on one baseline: the stripe of the picture that they stand in, from its `left` and `top` on, and where that goes. */
interface Row {
  baseline: number;
  left: number;
  width: number;
  top: number;
}

export class StillRows {
  private readonly rows: Row[] = [];
  private readonly bitmap: ImageBitmap | null;
  /** Of every stripe: the part above its baseline, and the whole. */
  private abovePx = 0;
  private heightPx = 0;

  /** Writes the words with `font`, as CSS in device px. */
  constructor(font: string, texts: TextList) {
    const canvas = new OffscreenCanvas(1, 1);
    const pen = canvas.getContext('2d');
    this.bitmap = pen ? this.write(canvas, pen, font, texts) : null;
  }

  private write(canvas: OffscreenCanvas, pen: OffscreenCanvasRenderingContext2D, font: string, texts: TextList): ImageBitmap {
    pen.font = font;
    const rowOf: Row[] = [];
    let belowPx = 0;
    for (let at = 0; at < texts.still; at += 1) {
      const { width, actualBoundingBoxAscent, actualBoundingBoxDescent } = pen.measureText(texts.texts[at]!);
      rowOf[at] = this.widen(texts.baseline[at]!, texts.x[at]! - SIDE_PX, texts.x[at]! + Math.ceil(width) + SIDE_PX);
      this.abovePx = Math.max(this.abovePx, Math.ceil(actualBoundingBoxAscent) + 1);
      belowPx = Math.max(belowPx, Math.ceil(actualBoundingBoxDescent) + 1);
    }
    this.heightPx = this.abovePx + belowPx;
    this.rows.forEach((row, at) => { row.top = at * this.heightPx; });
    canvas.width = Math.max(...this.rows.map(({ width }) => width));
    canvas.height = this.rows.length * this.heightPx;
    pen.font = font;
    for (let at = 0; at < texts.still; at += 1) {
      pen.fillStyle = cssColor(texts.colors[at]!);
      pen.fillText(texts.texts[at]!, texts.x[at]! - rowOf[at]!.left, rowOf[at]!.top + this.abovePx);
    }
    return canvas.transferToImageBitmap();
  }

  /** Words of a row come from left to right. */
  private widen(baseline: number, leftPx: number, toPx: number): Row {
    let row = this.rows.find((each) => each.baseline === baseline);
    if (!row) this.rows.push(row = { baseline, left: leftPx, width: 0, top: 0 });
    row.width = toPx - row.left;
    return row;
  }

  /** False where no picture can be. */
  paint(context: Context2d): boolean {
    const { bitmap, rows, abovePx, heightPx } = this;
    if (!bitmap) return false;
    for (const { baseline, left, top, width } of rows) context.drawImage(bitmap, 0, top, width, heightPx, left, baseline - abovePx, width, heightPx);
    return true;
  }

  close(): void { this.bitmap?.close(); }
}
