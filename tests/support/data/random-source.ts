// Seeded random numbers for the tests of core.

export interface Draw {
  /** In [0, 1). */
  next(): number;
  /** A whole number in [0, limit). */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  bytes(count: number): Uint8Array;
}

export function chance(seed: number): Draw {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick<T>(items: readonly T[]): T {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => below(256)),
  };
}
