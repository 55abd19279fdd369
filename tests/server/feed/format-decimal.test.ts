// The fast formatter equals the exact one and never prints an exponent.
import { expect, test } from 'vitest';
import { gridOf, isDecimal, printSteps } from '../../../core/units/units.ts';
import { formatStatistic, decimalFormatter } from '../../../server/feed/format-decimal.ts';
import { seedOf, seeded } from '../../support/data/seeded-random.ts';

test('steps of every grid are printed as the exact formatter prints them', () => {
  const chance = seeded(seedOf('print'));
  for (const step of ['1', '5', '10', '0.1', '0.05', '0.25', '0.00001', '0.00000001', '0.00000025']) {
    const grid = gridOf(step);
    const print = decimalFormatter(grid);
    const counts = [
      0,
      1,
      9,
      10,
      99,
      100,
      Number.MAX_SAFE_INTEGER,
      ...Array.from({ length: 500 }, () => Math.floor(2 ** (chance() * 53))),
    ];
    for (const count of counts) expect(print(count)).toBe(printSteps(count, grid));
  }
});

test('statistics stay plain decimals however large', () => {
  for (const value of [0, 0.001, 1.5, 1e17, 1e21, 1e300, Infinity])
    expect(isDecimal(formatStatistic(value, 2))).toBe(true);
  for (const lots of [0.5, 2 ** 60, 1e30]) expect(isDecimal(decimalFormatter(gridOf('0.00001'))(lots))).toBe(true);
});
