// Prices, amounts and money: parsed and printed exactly, refused off the grid, rounded by rule.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  gridOf,
  nearestSteps,
  notionalUnits,
  parseMoney,
  parseScaled,
  parseSteps,
  printMoney,
  printScaled,
  printSteps,
  rateShare,
} from '../../core/units/units.ts';

const cent = gridOf('0.01');

describe('decimals', () => {
  it.each([
    '',
    ' 1',
    '1 ',
    '1e3',
    'NaN',
    'Infinity',
    '+1',
    '.5',
    '5.',
    '--1',
    '0x10',
    '1,5',
    '１',
    '1'.repeat(19),
    `0.${'1'.repeat(19)}`,
  ])('refuse %j', (text) => {
    expect(parseMoney(text)).toBeNull();
    expect(parseSteps(text, cent)).toBe('not-a-decimal');
  });

  it('print what they parse', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
        fc.integer({ min: 0, max: 18 }),
        (units, decimals) => {
          const text = printScaled(units, decimals);
          if (/^-?\d{1,18}(\.|$)/.test(text)) expect(parseScaled(text, decimals)).toBe(units);
        },
      ),
    );
  });

  it('never lose a digit of money', () => {
    expect(parseMoney('0.000000001')).toBeNull();
    expect(parseMoney('0.100000000')).toBe(10_000_000n);
    expect(printMoney(-10_000_001n)).toBe('-0.10000001');
    expect(printMoney(0n)).toBe('0');
  });
});

describe('grids', () => {
  it('parse a step that is no power of ten', () => {
    const half = gridOf('0.50');
    expect(half).toEqual({ decimals: 1, step: 5 });
    expect(parseSteps('10.5', half)).toBe(21);
    expect(parseSteps('10.4', half)).toBe('off-grid');
    expect(printSteps(21, half)).toBe('10.5');
    expect(printSteps(21, half, 2)).toBe('10.50');
  });

  it('return the two nearest valid prices', () => {
    expect(nearestSteps('61837.641', cent)).toEqual(['61837.64', '61837.65']);
    expect(nearestSteps('0.001', cent)).toEqual(['0.00', '0.01']);
  });

  it('refuse a count that is no safe integer', () => {
    expect(parseSteps('999999999999999999', cent)).toBe('too-large');
  });

  it.each(['0', '-1', '', 'x'])('refuse %j as a step', (step) => {
    expect(() => gridOf(step)).toThrow();
  });
});

describe('money', () => {
  it('multiplies price and amount exactly (docs/formulas.md 44: 0.0123 at 43125.37)', () => {
    expect(printMoney(notionalUnits(4_312_537, cent, 1_230, gridOf('0.00001')))).toBe('530.442051');
  });

  it('rounds fees up and credits down', () => {
    expect(rateShare(1n, 100_000n, 'up')).toBe(1n);
    expect(rateShare(1n, 100_000n, 'down')).toBe(0n);
    expect(rateShare(1_230_000n, 100_000n, 'up')).toBe(1_230n);
  });
});
