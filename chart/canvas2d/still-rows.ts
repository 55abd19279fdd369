// The still words of a list, as one picture of the rows they stand in.
import type { Context2d } from '../backend.ts';
import type { TextList } from '../draw-list.ts';
import { cssColor } from './css-color.ts';

/** Words on one baseline: the top of their stripe in the picture, and its width. */
interface Row {
  baseline: number;
  top: number;
  width: number;
}

export class StillRows {
  private readonly rows: Row[] = [];
  private readonly bitmap: ImageBitmap | null;
  private readonly above: number;
  private readonly height: number;

  /** Writes the words with `font`, as CSS in device px. */
  constructor(font: string, texts: TextList) {
    const fontPx = Number.parseFloat(font);
    this.above = Math.ceil(fontPx * 1.1);
    this.height = Math.ceil(fontPx * 1.5);
    this.bitmap = this.write(font, texts);
  }

  private write(font: string, texts: TextList): ImageBitmap | null {
    const canvas = new OffscreenCanvas(1, 1);
    const pen = canvas.getContext('2d');
    if (!pen) return null;
    pen.font = font;
    const rowOf: Row[] = [];
    for (let at = 0; at < texts.still; at += 1) rowOf[at] = this.widen(texts.baseline[at]!, texts.x[at]! + Math.ceil(pen.measureText(texts.texts[at]!).width) + 1);
    canvas.width = Math.max(...this.rows.map(({ width }) => width));
    canvas.height = this.rows.length * this.height;
    pen.font = font;
    for (let at = 0; at < texts.still; at += 1) {
      pen.fillStyle = cssColor(texts.colors[at]!);
      pen.fillText(texts.texts[at]!, texts.x[at]!, rowOf[at]!.top + this.above);
    }
    return canvas.transferToImageBitmap();
  }

  private widen(baseline: number, toPx: number): Row {
    let row = this.rows.find((each) => each.baseline === baseline);
    if (!row) this.rows.push(row = { baseline, top: this.rows.length * this.height, width: 0 });
    row.width = Math.max(row.width, toPx);
    return row;
  }

  /** False where no picture can be. */
  paint(context: Context2d): boolean {
    const { bitmap, rows, above, height } = this;
    if (!bitmap) return false;
    for (const { baseline, top, width } of rows) context.drawImage(bitmap, 0, top, width, height, 0, baseline - above, width, height);
    return true;
  }

  close(): void { this.bitmap?.close(); }
}
