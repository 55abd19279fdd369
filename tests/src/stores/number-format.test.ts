// Number formatting against the exact printer of core.
import { describe, expect, it } from 'vitest';
import { gridOf, printSteps } from '../../../core/units/units.ts';
import { amountText, bigText, rateText, separate, stepsText } from '../../../src/stores/market/number-format.ts';

describe('stepsText', () => {
  it('prints what core prints, with separators', () => {
    for (const step of ['1', '0.5', '0.01', '0.05', '0.00000001', '25']) {
      const grid = gridOf(step);
      for (const count of [0, 1, 7, 99, 1000, 123_456, 6_741_235, 90_071_992_547, Number.MAX_SAFE_INTEGER]) {
        expect(stepsText(count, grid)).toBe(separate(printSteps(count, grid)));
        expect(stepsText(count, grid, grid.decimals + 2)).toBe(separate(printSteps(count, grid, grid.decimals + 2)));
      }
    }
  });
  it('prints NaN as unknown', () => expect(stepsText(NaN, gridOf('1'))).toBe('--'));
});

describe('separate', () => {
  it.each([
    ['0', '0'],
    ['999', '999'],
    ['1000', '1,000'],
    ['-1000', '-1,000'],
    ['-100', '-100'],
    ['1234567.8901', '1,234,567.8901'],
  ])('%s', (a, b) => expect(separate(a)).toBe(b));
});

describe('amountText', () => {
  const grid = gridOf('0.00001');
  it.each([
    [20_640, '0.20640'],
    [12_345_678, '123.4567'],
    [123_456_789_012, '1234567'],
    [1_234_567_890_123_45, '1.23G'],
    [NaN, '--'],
  ])('%d lots', (lots, text) => expect(amountText(lots, grid, 8)).toBe(text));
});

describe('bigText and rateText', () => {
  it.each([
    [0, '0.00'],
    [999.999, '999.99'],
    [24_310, '24.31K'],
    [1.63e9, '1.63G'],
    [NaN, '--'],
    [-1500, '-1.50K'],
    [1e21, '1000.00E'],
  ])('%d', (value, text) => expect(bigText(value)).toBe(text));
  it.each([
    [0.0184, '+1.84%'],
    [-0.0062, '-0.62%'],
    [0, '0.00%'],
    [-0.00001, '0.00%'],
    [0.00001, '0.00%'],
    [NaN, '--'],
  ])('%d', (rate, text) => expect(rateText(rate)).toBe(text));
});
