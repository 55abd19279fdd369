// Reads JSON without building objects: names as codes, decimals as whole grid steps.

const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const COLON = 58;
const BACKSLASH = 92;

export const OBJECT = 123;
export const OBJECT_END = 125;
export const ARRAY = 91;
export const ARRAY_END = 93;

const POW10 = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
/** Largest mantissa that a double holds exactly, 2^53 - 1. */
const MAX_EXACT = 9_007_199_254_740_991;
/** Deepest nesting that is skipped; deeper text is malformed. */
const MAX_DEPTH = 16;

/** Code of a name, as `key()` and `word()` return it: a 32-bit hash. */
export function codeOf(name: string): number {
  let code = name.length;
  for (let i = 0; i < name.length; i++) code = (Math.imul(code, 31) + name.charCodeAt(i)) | 0;
  return code;
}

/** A position in one text. The first thing that does not fit sets `failed` and moves to the end, so that loops end. */
export class JsonCursor {
  text = '';
  at = 0;
  failed = false;

  reset(text: string): void {
    this.text = text;
    this.at = 0;
    this.failed = false;
  }

  fail(): number {
    this.failed = true;
    this.at = this.text.length;
    return NaN;
  }

  /** Next significant character, not consumed; NaN at the end. */
  peek(): number {
    let c = this.text.charCodeAt(this.at);
    while (c === 32 || c === 10 || c === 13 || c === 9) c = this.text.charCodeAt(++this.at);
    return c;
  }

  /** Steps over `char`, or fails. */
  expect(char: number): void {
    if (this.text.charCodeAt(this.at) === char || this.peek() === char) this.at++;
    else this.fail();
  }

  /** Steps into an object or array; false when it is empty (then already left) or not there (then failed). */
  begin(open: number, close: number): boolean {
    this.expect(open);
    if (this.failed) return false;
    if (this.peek() !== close) return true;
    this.at++;
    return false;
  }

  /** After an element: true over a comma, false over the closing bracket. */
  more(close: number): boolean {
    const c = this.peek();
    if (c === COMMA) {
      this.at++;
      return true;
    }
    if (c === close) this.at++;
    else this.fail();
    return false;
  }

  /** Code of a quoted name and the colon after it. */
  key(): number {
    const code = this.word();
    this.expect(COLON);
    return code;
  }

  /** Code of a quoted name; fails on escapes, which no known name has. */
  word(): number {
    if (this.peek() !== QUOTE) return this.fail();
    const text = this.text;
    const start = this.at + 1;
    let end = start;
    let hash = 0;
    let weight = 1;
    let c = text.charCodeAt(end);
    while (c !== QUOTE) {
      if (!(c >= 32) || c === BACKSLASH) return this.fail();
      hash = (Math.imul(hash, 31) + c) | 0;
      weight = Math.imul(weight, 31);
      c = text.charCodeAt(++end);
    }
    this.at = end + 1;
    return (hash + Math.imul(end - start, weight)) | 0;
  }

  /** A bare number. */
  number(): number {
    const text = this.text;
    let c = this.peek();
    const start = this.at;
    let at = start;
    const negative = c === MINUS;
    if (negative) c = text.charCodeAt(++at);
    const digits = at;
    let value = 0;
    while (c >= ZERO && c < ZERO + 10) {
      value = value * 10 + (c - ZERO);
      c = text.charCodeAt(++at);
    }
    if (at === digits) return this.fail();
    this.at = at;
    if (c === POINT || c === 101 || c === 69 || value > MAX_EXACT) return this.#longNumber(start);
    return negative ? -value : value;
  }

  /** A quoted decimal >= 0 as a whole count of grid steps; fails off the grid and above 2^53. */
  steps(decimals: number, step: number): number {
    const text = this.text;
    let at = this.at;
    if (text.charCodeAt(at) !== QUOTE) {
      if (this.peek() !== QUOTE) return this.fail();
      at = this.at;
    }
    const start = ++at;
    let c = text.charCodeAt(at);
    let value = 0;
    while (c >= ZERO && c < ZERO + 10) {
      value = value * 10 + (c - ZERO);
      c = text.charCodeAt(++at);
    }
    let missing = decimals;
    if (at > start && c === POINT) {
      c = text.charCodeAt(++at);
      while (missing > 0 && c >= ZERO && c < ZERO + 10) {
        value = value * 10 + (c - ZERO);
        missing--;
        c = text.charCodeAt(++at);
      }
      while (c === ZERO) c = text.charCodeAt(++at);
    }
    if (c !== QUOTE || at === start) return this.fail();
    this.at = at + 1;
    if (missing > 0) value *= POW10[missing]!;
    if (step !== 1) value /= step;
    return value <= MAX_EXACT && Math.floor(value) === value ? value : this.fail();
  }

  /** A quoted decimal as the nearest double, for statistics and drawing. */
  decimal(): number {
    if (this.peek() !== QUOTE) return this.fail();
    const text = this.text;
    const start = this.at + 1;
    let at = start;
    let c = text.charCodeAt(at);
    const negative = c === MINUS;
    if (negative) c = text.charCodeAt(++at);
    let value = 0;
    let places = 0;
    let point = -1;
    for (; ; c = text.charCodeAt(++at)) {
      if (c >= ZERO && c < ZERO + 10) {
        value = value * 10 + (c - ZERO);
        if (point >= 0) places++;
      } else if (c === POINT && point < 0) point = at;
      else break;
    }
    if (c !== QUOTE || at === start || point === start) return this.fail();
    this.at = at + 1;
    // Both operands are exact up to here, so the division rounds once: the same double as Number() gives.
    if (value <= MAX_EXACT && places <= 22) return (negative ? -value : value) / POW10[places]!;
    return this.#finite(Number(text.slice(start, at)));
  }

  /** Skips one value of any kind. */
  skip(depth = 0): void {
    const c = this.peek();
    if (c === QUOTE) this.#skipString();
    else if (c === OBJECT || c === ARRAY) this.#skipNested(c, depth);
    else this.#skipBare();
  }

  #longNumber(start: number): number {
    let at = start;
    while ('+-.eE0123456789'.includes(this.text.charAt(at) || ' ')) at++;
    this.at = at;
    return this.#finite(Number(this.text.slice(start, at)));
  }

  #finite(value: number): number {
    return Number.isFinite(value) ? value : this.fail();
  }

  #skipString(): void {
    const text = this.text;
    let at = this.at + 1;
    for (let c = text.charCodeAt(at); c !== QUOTE; c = text.charCodeAt(++at)) {
      if (!(c >= 32)) return void this.fail();
      if (c === BACKSLASH) at++;
    }
    this.at = at + 1;
  }

  #skipNested(open: number, depth: number): void {
    if (depth >= MAX_DEPTH) return void this.fail();
    const close = open === OBJECT ? OBJECT_END : ARRAY_END;
    if (!this.begin(open, close)) return;
    do {
      if (open === OBJECT) {
        if (this.peek() !== QUOTE) return void this.fail();
        this.#skipString();
        this.expect(COLON);
      }
      this.skip(depth + 1);
    } while (this.more(close));
  }

  /** A number, true, false or null. */
  #skipBare(): void {
    const start = this.at;
    let c = this.text.charCodeAt(this.at);
    while (
      (c >= 97 && c <= 122) ||
      (c >= ZERO && c < ZERO + 10) ||
      c === MINUS ||
      c === POINT ||
      c === 43 ||
      c === 69
    ) {
      c = this.text.charCodeAt(++this.at);
    }
    if (this.at === start) this.fail();
  }
}
