// A hash of everything the market knows: two runs that agree in it hold the same books, trades, candles, tickers and
// indicator lines.

const FIRST = 0x811c9dc5;
const OTHER = 0x9e3779b9;

/** Takes numbers in, bit by bit as they are stored; two lanes of 32 bits. */
export class StateHash {
  private a = FIRST;
  private b = OTHER;
  private readonly one = new Float64Array(1);
  private readonly words = new Uint32Array(this.one.buffer);

  add(value: number): void {
    // One NaN is as good as another, and 0 is 0.
    this.one[0] = Number.isNaN(value) ? NaN : value + 0;
    this.word(this.words[0]!);
    this.word(this.words[1]!);
  }

  addAll(values: ArrayLike<number>, from: number, to: number): void {
    for (let i = from; i < to; i++) this.add(values[i]!);
  }

  /** 16 hex digits. */
  get text(): string {
    return [this.a, this.b].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
  }

  private word(word: number): void {
    this.a = Math.imul(this.a ^ word, 0x01000193);
    this.a ^= this.a >>> 15;
    this.b = Math.imul(this.b + word, 0x85ebca6b);
    this.b ^= this.b >>> 13;
  }
}
