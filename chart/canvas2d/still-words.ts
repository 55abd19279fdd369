// Words that stay for many frames, as pictures of the rows they stand in: painting a row costs as much as writing one or two words.
import type { Context2d } from '../backend.ts';
import type { TextList } from '../draw-list.ts';
import { cssColor } from './css-color.ts';
import { paintTexts } from './paint-texts.ts';

/** Smaller words may be smoothed for the stripes of the screen, which a picture cannot know: they would change their weight with it. */
const LEAST_FONT_PX = 16;
/** Words that changed a frame ago may do so again. */
const STILL_FRAMES = 2;

/** Words on one baseline: the top of their stripe in the picture, and its width. */
interface Row {
  baseline: number;
  top: number;
  width: number;
}

class Picture {
  private readonly rows: Row[] = [];
  private readonly bitmap: ImageBitmap | null;
  private readonly above: number;
  private readonly height: number;

  constructor(font: string, texts: TextList) {
    const fontPx = Number.parseFloat(font);
    this.above = Math.ceil(fontPx * 1.1);
    this.height = Math.ceil(fontPx * 1.5);
    this.bitmap = fontPx < LEAST_FONT_PX ? null : this.write(font, texts);
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

/** Paints words on one canvas, those of each list that are still from their picture. */
export function stillWords(): (context: Context2d, texts: TextList) => void {
  let revision = NaN;
  let frames = 0;
  let picture: Picture | null = null;
  const paintStill = (context: Context2d, texts: TextList): boolean => {
    if (texts.revision !== revision) {
      revision = texts.revision;
      frames = 0;
      picture?.close();
      picture = null;
    }
    frames += 1;
    if (frames <= STILL_FRAMES || !('OffscreenCanvas' in globalThis)) return false;
    picture ??= new Picture(context.font, texts);
    return picture.paint(context);
  };
  return (context, texts) => paintTexts(context, texts, texts.still > 0 && paintStill(context, texts) ? texts.still : 0);
}
