// Words that stay on the picture from frame to frame, kept as bitmaps: stamping one costs a fifth of writing it.
import type { Context2d } from '../backend.ts';
import type { Rgba, TextList } from '../draw-list.ts';
import { cssColor } from './css-color.ts';

/** Fonts below this many device px may be smoothed per subpixel when written, which a stamp cannot be: they are always written. */
const LEAST_FONT_PX = 16;
/** Words kept; at one more all are forgotten, and those in use are kept anew. */
const MOST_STAMPS = 256;
/** New stamps a frame, so that no frame pays for many. */
const MOST_NEW = 4;
/** Room around a word for glyphs that lean out of it, device px. */
const PAD_PX = 4;

/** A word in its colour; `bitmap` once it was seen in two frames running. */
interface Stamp {
  bitmap: ImageBitmap | null;
  frame: number;
}

export class TextStamps {
  private readonly byColor = new Map<Rgba, Map<string, Stamp>>();
  private font = '';
  private fontPx = 0;
  private frame = 0;
  private count = 0;
  private made = 0;

  /** Starts a frame; another font forgets all words. */
  begin(font: string, fontPx: number): void {
    if (font !== this.font) this.clear();
    this.font = font;
    this.fontPx = fontPx;
    this.frame += 1;
    this.made = 0;
  }

  /** Puts all words of a list on the context, whose font is set. */
  paint(context: Context2d, texts: TextList): void {
    let color = -1;
    const stamps = this.fontPx >= LEAST_FONT_PX;
    for (let at = 0; at < texts.count; at += 1) {
      const text = texts.texts[at]!;
      const bitmap = stamps ? this.bitmapOf(context, text, texts.colors[at]!) : null;
      if (bitmap) {
        context.drawImage(bitmap, texts.x[at]! - PAD_PX, texts.baseline[at]! - this.fontPx - PAD_PX);
        continue;
      }
      if (texts.colors[at]! !== color) {
        color = texts.colors[at]!;
        context.fillStyle = cssColor(color);
      }
      context.fillText(text, texts.x[at]!, texts.baseline[at]!);
    }
  }

  clear(): void {
    for (const words of this.byColor.values()) for (const { bitmap } of words.values()) bitmap?.close();
    this.byColor.clear();
    this.count = 0;
  }

  private bitmapOf(context: Context2d, text: string, color: Rgba): ImageBitmap | null {
    let words = this.byColor.get(color);
    if (!words) this.byColor.set(color, words = new Map());
    const stamp = words.get(text);
    if (!stamp) {
      if (this.count >= MOST_STAMPS) this.clear();
      else words.set(text, { bitmap: null, frame: this.frame });
      this.count += 1;
      return null;
    }
    const again = stamp.frame === this.frame - 1;
    stamp.frame = this.frame;
    if (!stamp.bitmap && again && this.made < MOST_NEW) {
      this.made += 1;
      stamp.bitmap = this.stamp(context, text, color);
    }
    return stamp.bitmap;
  }

  private stamp(context: Context2d, text: string, color: Rgba): ImageBitmap | null {
    if (typeof OffscreenCanvas === 'undefined') return null;
    const width = Math.ceil(context.measureText(text).width) + 2 * PAD_PX;
    const own = new OffscreenCanvas(width, Math.ceil(this.fontPx * 1.5) + 2 * PAD_PX);
    const pen = own.getContext('2d');
    if (!pen) return null;
    pen.font = this.font;
    pen.fillStyle = cssColor(color);
    pen.fillText(text, PAD_PX, this.fontPx + PAD_PX);
    return own.transferToImageBitmap();
  }
}
