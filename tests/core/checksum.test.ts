// The book checksum against published vectors, and against a sum over all levels.
import { describe, expect, it } from 'vitest';
import { ASK, BID, levelChange, levelHash } from '../../core/feed/checksum.ts';

describe('checksum', () => {
  it.each([
    [BID, 1, 1, 3315672267],
    [ASK, 1, 1, 1271097272],
    [BID, 6160201, 12345, 2582712017],
    [ASK, 6160202, 1, 743909288],
    [BID, 2 ** 53 - 1, 2 ** 53 - 1, 3413942452],
    [ASK, 2 ** 32, 2 ** 32 - 1, 1772580148],
  ] as const)('hashes side %i, price %i, lots %i as published', (side, price, lots, hash) => {
    expect(levelHash(side, price, lots) >>> 0).toBe(hash);
  });

  it('sums the published book, in any order, and back to zero', () => {
    const levels = [
      [BID, 6160201, 12345],
      [BID, 6160200, 500000],
      [ASK, 6160202, 1],
      [ASK, 6160210, 77000],
    ] as const;
    const sum = (rows: readonly (typeof levels)[number][]) =>
      rows.reduce((cs, [side, price, lots]) => (cs + levelChange(side, price, 0, lots)) >>> 0, 0);
    expect(sum(levels)).toBe(3791688194);
    expect(sum([...levels].reverse())).toBe(3791688194);
    expect(
      levels.reduce((cs, [side, price, lots]) => (cs + levelChange(side, price, lots, 0)) >>> 0, sum(levels)),
    ).toBe(0);
  });

  it('detects a change of one lot', () => {
    expect(levelChange(BID, 100, 5, 6)).not.toBe(0);
  });
});
