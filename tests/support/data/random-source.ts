// Draws of whole numbers, items and bytes from a seed, for tests.
import { seeded } from './seeded-random.ts';

export interface Draw {
  /** In [0, 1). */
  next(): number;
  /** A whole number in [0, limit). */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  bytes(count: number): Uint8Array;
}

export function chance(seed: number): Draw {
  return drawsOf(seeded(Math.imul(seed, 0x9e3779b1)));
}

/** Draws from numbers in [0, 1). */
export function drawsOf(next: () => number): Draw {
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new Error('nothing to pick from');
      return items[below(items.length)]!;
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => below(256)),
  };
}
