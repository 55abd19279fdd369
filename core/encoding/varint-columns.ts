// Bytes of whole numbers: variable-length integers, small ones in one byte.

/** Numbers below this stay exact in the arithmetic here. */
const MAX = Number.MAX_SAFE_INTEGER;
const FIRST_CAPACITY = 4096;
const LOW_7_BITS = 128;
/** Numbers of this many bits are computed as words, which is several times as fast; a multiple of seven. */
const WORD_BITS = 28;
/** The first number that is larger. A power is computed at each use, and takes longer than all the rest of a varint. */
const WORD = 2 ** WORD_BITS;

/** Writes varints into one growing buffer. */
export class VarintWriter {
  #bytes = new Uint8Array(FIRST_CAPACITY);
  #size = 0;

  /** A whole number >= 0. Throws RangeError for another one. */
  unsigned(value: number): void {
    if (!(value >= 0 && value <= MAX)) throw new RangeError(`no whole number >= 0: ${value}`);
    if (this.#size + 8 > this.#bytes.length) this.#grow();
    let rest = value;
    while (rest >= WORD) {
      this.#bytes[this.#size++] = (rest % LOW_7_BITS) | LOW_7_BITS;
      rest = Math.floor(rest / LOW_7_BITS);
    }
    for (; rest >= LOW_7_BITS; rest >>>= 7) this.#bytes[this.#size++] = (rest & (LOW_7_BITS - 1)) | LOW_7_BITS;
    this.#bytes[this.#size++] = rest;
  }

  /** A whole number of any sign; those near zero are short. Throws RangeError beyond half the exact range. */
  signed(value: number): void {
    this.unsigned(value >= 0 ? value * 2 : -value * 2 - 1);
  }

  byte(value: number): void {
    if (this.#size === this.#bytes.length) this.#grow();
    this.#bytes[this.#size++] = value;
  }

  /** Adds bytes as they are. */
  append(bytes: Uint8Array): void {
    while (this.#size + bytes.length > this.#bytes.length) this.#grow();
    this.#bytes.set(bytes, this.#size);
    this.#size += bytes.length;
  }

  /** What was written so far; valid until the next `clear`. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }

  clear(): void {
    this.#size = 0;
  }

  #grow(): void {
    const bytes = new Uint8Array(this.#bytes.length * 2);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
  }
}

/** Reads what VarintWriter wrote, in the same order. */
export class VarintReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Bytes that are not read yet: no count of values may be larger. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** Throws Error past the end. */
  unsigned(): number {
    const first = this.byte();
    if (first < LOW_7_BITS) return first;
    let value = first - LOW_7_BITS;
    // In the arithmetic of words, as far as it is exact.
    for (let bits = 7; bits < WORD_BITS; bits += 7) {
      const byte = this.byte();
      value |= (byte & (LOW_7_BITS - 1)) << bits;
      if (byte < LOW_7_BITS) return value;
    }
    let scale = WORD;
    for (;;) {
      const byte = this.byte();
      if (byte < LOW_7_BITS) return value + byte * scale;
      value += (byte - LOW_7_BITS) * scale;
      scale *= LOW_7_BITS;
    }
  }

  signed(): number {
    return signedOf(this.unsigned());
  }

  /** Fills `into` from `first` on, each `step`-th place, as `unsigned` does one by one, in half the time. */
  readInto(into: Float64Array, first = 0, step = 1): void {
    const bytes = this.#bytes;
    let at = this.#at;
    for (let place = first; place < into.length; place += step) {
      const start = at;
      let byte = bytes[at++]!;
      let value = byte & (LOW_7_BITS - 1);
      for (let bits = 7; byte >= LOW_7_BITS && bits < WORD_BITS; bits += 7) {
        byte = bytes[at++]!;
        value |= (byte & (LOW_7_BITS - 1)) << bits;
      }
      if (byte < LOW_7_BITS) {
        into[place] = value;
        continue;
      }
      // A longer one, or the bytes end.
      this.#at = start;
      into[place] = this.unsigned();
      at = this.#at;
    }
    this.#at = at;
  }

  /** As `readInto`, of differences that are `signed`, the first one from 0. */
  readSums(into: Float64Array, first = 0, step = 1): void {
    this.readInto(into, first, step);
    let last = 0;
    for (let place = first; place < into.length; place += step) into[place] = last += signedOf(into[place]!);
  }

  byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new Error('the columns end early');
    return byte;
  }
}

function signedOf(value: number): number {
  if (value < WORD) return (value >>> 1) ^ -(value & 1);
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}
