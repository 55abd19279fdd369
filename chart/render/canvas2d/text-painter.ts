// Paints texts from bitmaps where they exist.
// The first text that a frame writes costs as much as twenty more, the first bitmap half of that: a frame that writes
// none is cheap.
import type { Context2d } from '../context-2d.ts';
import type { TextList } from '../draw-list.ts';
import { cssColor } from './css-color.ts';
import { paintTexts } from './paint-texts.ts';
import { StaticTextCache } from './static-text-cache.ts';
import { SIDE_PX, TextAtlas } from './text-atlas.ts';

/** Smaller texts may use subpixel smoothing, which a bitmap cannot: their weight would change. */
const MIN_FONT_PX = 16;
/** Frames without a change after which texts count as static. */
const STILL_FRAMES = 3;

class TextPainter {
  #font = '';
  #atlas: TextAtlas | null = null;
  #rows: StaticTextCache | null = null;
  #revision = NaN;
  #stillFrames = 0;

  paint(context: Context2d, texts: TextList, font: string): void {
    if (font !== this.#font) this.#setFont(font);
    const atlas = this.#atlas;
    if (!atlas) return paintTexts(context, texts);
    this.#paintSeen(context, texts, this.#paintStill(context, texts), atlas);
    atlas.painted();
  }

  #setFont(font: string): void {
    this.#font = font;
    this.#revision = NaN;
    this.#atlas?.forget();
    this.#atlas =
      Number.parseFloat(font) >= MIN_FONT_PX && 'OffscreenCanvas' in globalThis ? new TextAtlas(font) : null;
  }

  /** Returns how many texts it painted: all static ones, or none. */
  #paintStill(context: Context2d, texts: TextList): number {
    if (texts.still === 0) return 0;
    if (texts.revision !== this.#revision) {
      this.#revision = texts.revision;
      this.#stillFrames = 0;
      this.#rows?.forget();
    }
    this.#stillFrames += 1;
    if (this.#stillFrames === STILL_FRAMES) void (this.#rows ??= new StaticTextCache()).render(this.#font, texts);
    return this.#rows?.paint(context) ? texts.still : 0;
  }

  #paintSeen(context: Context2d, texts: TextList, from: number, atlas: TextAtlas): void {
    let color = NaN;
    let words = atlas.colored(0);
    for (let at = from; at < texts.count; at += 1) {
      const text = texts.texts[at]!;
      if (texts.colors[at]! !== color) {
        color = texts.colors[at]!;
        context.fillStyle = cssColor(color);
        words = atlas.colored(color);
      }
      // Static texts share one bitmap.
      const word = at < texts.still ? null : atlas.of(words, text, color);
      if (word?.shown) {
        const { row, left, width, height, abovePx } = word;
        context.drawImage(
          row!.bitmap!,
          left,
          0,
          width,
          height,
          texts.x[at]! - SIDE_PX,
          texts.baseline[at]! - abovePx,
          width,
          height,
        );
      } else context.fillText(text, texts.x[at]!, texts.baseline[at]!);
    }
  }
}

/** Paints texts of lists whose font is `font`, for one chart. */
export function textPainterOf(): (context: Context2d, texts: TextList, font: string) => void {
  const painter = new TextPainter();
  return (context, texts, font) => painter.paint(context, texts, font);
}
