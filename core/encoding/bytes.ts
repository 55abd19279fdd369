// Fixed-width fields, text and hex as bytes: equal on every platform, for hashes and signatures.

/** Bytes with a buffer of their own, as the hash functions of every platform accept them. */
export type Bytes = Uint8Array<ArrayBuffer>;
/** SHA-256 of the platform: 32 bytes. Verifiers may await it. */
export type Sha256 = (bytes: Bytes) => Uint8Array | Promise<Uint8Array>;
export type Sha256Now = (bytes: Bytes) => Uint8Array;

export const HASH_BYTES = 32;
/** The previous hash of a chain's first record. */
export const NO_HASH: Bytes = new Uint8Array(HASH_BYTES);

export function joined(...parts: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Big-endian unsigned integer of `width` bytes. Throws RangeError when it does not fit. */
function unsigned(value: bigint, width: number): Bytes {
  if (value < 0n || value >= 1n << BigInt(8 * width)) throw new RangeError(`${value} does not fit ${width} bytes`);
  const bytes = new Uint8Array(width);
  let rest = value;
  for (let i = width - 1; i >= 0; i -= 1) {
    bytes[i] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return bytes;
}

export function u8(value: number): Bytes {
  return unsigned(BigInt(value), 1);
}

export function u32(value: number): Bytes {
  return unsigned(BigInt(value), 4);
}

export function u64(value: number | bigint): Bytes {
  return unsigned(BigInt(value), 8);
}

/** Signed 64 bits, two's complement, big-endian. Throws RangeError when it does not fit. */
export function i64(value: bigint): Bytes {
  const half = 1n << 63n;
  if (value < -half || value >= half) throw new RangeError(`${value} does not fit 8 bytes`);
  return unsigned(BigInt.asUintN(64, value), 8);
}

/** UTF-8. A lone surrogate becomes U+FFFD, as in TextEncoder. */
export function utf8(text: string): Bytes {
  const bytes: number[] = [];
  for (const letter of text) {
    const point = letter.codePointAt(0) ?? 0;
    const code = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
  }
  return Uint8Array.from(bytes);
}

/** Text as a field: its length in bytes (32 bits), then its UTF-8. */
export function textField(text: string): Bytes {
  const bytes = utf8(text);
  return joined(u32(bytes.length), bytes);
}

/** Lower-case hex. */
export function hex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

/**
 * Parses lower-case hex of exactly `length` bytes; null for anything else, upper case included: a value has one form.
 */
export function fromHex(text: string, length: number): Bytes | null {
  if (text.length !== 2 * length || !/^[0-9a-f]*$/.test(text)) return null;
  return Uint8Array.from({ length }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
