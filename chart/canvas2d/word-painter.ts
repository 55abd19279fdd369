// Words from pictures where there are some. The first word that a frame writes costs as much as twenty more, the first picture half of
// that: a frame that writes none is cheap.
import type { Context2d } from '../backend.ts';
import type { TextList } from '../draw-list.ts';
import { cssColor } from './css-color.ts';
import { paintTexts } from './paint-texts.ts';
import { StillRows } from './still-rows.ts';
import { SIDE_PX, WordPictures } from './word-pictures.ts';

/** Smaller words may be smoothed for the stripes of the screen, which a picture cannot know: they would change their weight with it. */
const LEAST_FONT_PX = 16;
/** Still words that changed a frame ago may do so again. */
const STILL_FRAMES = 2;

class WordPainter {
  private font = '';
  private pictures: WordPictures | null = null;
  private rows: StillRows | null = null;
  private revision = NaN;
  private stillFrames = 0;

  paint(context: Context2d, texts: TextList, font: string): void {
    if (font !== this.font) this.setFont(font);
    const { pictures } = this;
    const from = texts.still > 0 ? this.paintStill(context, texts) : 0;
    if (pictures) this.paintSeen(context, texts, from, pictures);
    else paintTexts(context, texts);
  }

  private setFont(font: string): void {
    this.font = font;
    this.revision = NaN;
    this.pictures?.forget();
    this.pictures = Number.parseFloat(font) >= LEAST_FONT_PX && 'OffscreenCanvas' in globalThis ? new WordPictures(font) : null;
  }

  /** Returns how many words it painted: all that are still, or none. */
  private paintStill(context: Context2d, texts: TextList): number {
    if (texts.revision !== this.revision) {
      this.revision = texts.revision;
      this.stillFrames = 0;
      this.rows?.close();
      this.rows = null;
    }
    this.stillFrames += 1;
    if (this.stillFrames <= STILL_FRAMES || !this.pictures) return 0;
    this.rows ??= new StillRows(this.font, texts);
    return this.rows.paint(context) ? texts.still : 0;
  }

  private paintSeen(context: Context2d, texts: TextList, from: number, pictures: WordPictures): void {
    let color = NaN;
    let words = pictures.colored(0);
    for (let at = from; at < texts.count; at += 1) {
      const text = texts.texts[at]!;
      if (texts.colors[at]! !== color) {
        color = texts.colors[at]!;
        context.fillStyle = cssColor(color);
        words = pictures.colored(color);
      }
      // Words that are still get a picture together.
      const word = at < texts.still ? null : pictures.of(words, text, color);
      if (word?.bitmap) context.drawImage(word.bitmap, texts.x[at]! - SIDE_PX, texts.baseline[at]! - word.abovePx);
      else context.fillText(text, texts.x[at]!, texts.baseline[at]!);
    }
  }
}

/** Paints words of lists whose font is `font`, for one chart. */
export function wordPainter(): (context: Context2d, texts: TextList, font: string) => void {
  const painter = new WordPainter();
  return (context, texts, font) => painter.paint(context, texts, font);
}
