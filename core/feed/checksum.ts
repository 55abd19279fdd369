// Feed checksums: a sum over a book's levels, and a running sum over rows (docs/api.md 13).
import type { Lots, PriceTicks } from '../units/units.ts';

/** Side of a level in the checksum: 1 bid, 2 ask. */
export type SideCode = 1 | 2;
export const BID: SideCode = 1;
export const ASK: SideCode = 2;

const TWO_32 = 4_294_967_296;

/** Finalizer of MurmurHash3: spreads every input bit over 32 output bits. */
function fmix32(value: number): number {
  let x = value | 0;
  x ^= x >>> 16;
  x = Math.imul(x, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return x ^ (x >>> 16);
}

/**
 * Hash of one level, as a signed 32-bit integer; `>>> 0` for the published form. Prices and amounts are safe integers
 * >= 0.
 */
export function levelHash(side: SideCode, price: PriceTicks, lots: Lots): number {
  let x = fmix32(side + (price | 0));
  x = fmix32(x + Math.floor(price / TWO_32));
  x = fmix32(x + (lots | 0));
  return fmix32(x + Math.floor(lots / TWO_32));
}

/** Change of the checksum when a level goes from `before` to `after` lots (0 = absent); add it and `>>> 0`. */
export function levelChange(side: SideCode, price: PriceTicks, before: Lots, after: Lots): number {
  return ((after === 0 ? 0 : levelHash(side, price, after)) - (before === 0 ? 0 : levelHash(side, price, before))) | 0;
}

const double = new Float64Array(1);
const words = new Int32Array(double.buffer);

/**
 * Hash of a row of numbers, as a signed 32-bit integer: of each field that is not NaN, its index and the two words of
 * its double. A running sum adds the hashes of all rows ever sent, modulo 2^32.
 */
export function rowHash(data: Float64Array, at: number, width: number): number {
  let x = 0;
  for (let place = 0; place < width; place++) {
    const value = data[at + place]!;
    if (Number.isNaN(value)) continue;
    // Adding 0 turns -0 into 0.
    double[0] = value + 0;
    x = fmix32(x + place + words[0]!);
    x = fmix32(x + words[1]!);
  }
  return x;
}
