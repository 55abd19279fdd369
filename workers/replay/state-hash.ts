// Hash of the market data: equal hashes mean equal books, trades, candles, tickers, indicators.

const FIRST = 0x811c9dc5;
const OTHER = 0x9e3779b9;

/** Hashes numbers by the bits of their doubles, in two lanes of 32 bits. */
export class StateHash {
  #a = FIRST;
  #b = OTHER;
  readonly #one = new Float64Array(1);
  readonly #words = new Uint32Array(this.#one.buffer);

  add(value: number): void {
    // All NaNs are equal, and so are 0 and -0.
    this.#one[0] = Number.isNaN(value) ? NaN : value + 0;
    this.#addWord(this.#words[0]!);
    this.#addWord(this.#words[1]!);
  }

  addAll(values: ArrayLike<number>, from: number, to: number): void {
    for (let i = from; i < to; i++) this.add(values[i]!);
  }

  /** 16 hex digits. */
  get text(): string {
    return [this.#a, this.#b].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
  }

  #addWord(word: number): void {
    this.#a = Math.imul(this.#a ^ word, 0x01000193);
    this.#a ^= this.#a >>> 15;
    this.#b = Math.imul(this.#b + word, 0x85ebca6b);
    this.#b ^= this.#b >>> 13;
  }
}
