// Widths of text from the widths of characters (of joined letters: of their words), measured once each.
// All digits count as the widest, so that numbers do not jitter.
import { pieceEnd } from './letter-runs.ts';
import type { TextMeasure } from '../view.ts';

/** Texts remembered before they are forgotten all at once. */
const TEXT_LIMIT = 4096;

export class CharacterWidths implements TextMeasure {
  readonly #widths = new Map<string, number>();
  readonly #texts = new Map<string, number>();
  readonly #measure: (character: string) => number;
  #digit: number | null = null;

  /** `measure` gives the advance of one character in device px. */
  constructor(measure: (character: string) => number) {
    this.#measure = measure;
  }

  /** Forgets all widths: the font changed. */
  clear(): void {
    this.#widths.clear();
    this.#texts.clear();
    this.#digit = null;
  }

  width(text: string): number {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    if (this.#texts.size >= TEXT_LIMIT) this.#texts.clear();
    let sum = 0;
    for (let at = 0; at < text.length;) {
      const end = pieceEnd(text, at);
      sum += this.#widthOf(text.slice(at, end));
      at = end;
    }
    this.#texts.set(text, sum);
    return sum;
  }

  #widthOf(character: string): number {
    if (character.length === 1 && character >= '0' && character <= '9')
      return (this.#digit ??= Math.max(...[...'0123456789'].map(this.#measure)));
    let width = this.#widths.get(character);
    if (width === undefined) {
      width = this.#measure(character);
      this.#widths.set(character, width);
    }
    return width;
  }
}
