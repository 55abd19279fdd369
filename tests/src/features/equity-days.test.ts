// Daily equity: tones, sums, the curve and short amounts.
import { describe, expect, it } from 'vitest';
import {
  type Day,
  totalProfit,
  curvePath,
  dayLabel,
  shortMoney,
  toneOf,
} from '../../../src/features/assets/equity-days.ts';

describe('equity days', () => {
  it('has a tone unless it is nothing', () => {
    expect(['1', '-1', '0', '0.001', '-0.00'].map(toneOf)).toEqual(['up', 'down', undefined, 'up', undefined]);
  });

  it('sums the profits of a range exactly', () => {
    const days = ['0.1', '0.2', '-39.10665312'].map((profit, at) => ({ at, equity: '9960', profit }));
    expect(totalProfit(days)).toBe('-38.80665312');
    expect(totalProfit(days.slice(0, 2))).toBe('0.3');
    expect(totalProfit([])).toBe('0');
  });

  it('draws a curve, a flat line for constant equity, nothing for one day', () => {
    const days = (...worths: string[]): Day[] => worths.map((equity, at) => ({ at, equity, profit: '0' }));
    expect(curvePath(days('100', '200', '150'), 320, 64)).toBe('M0.0 64.0L160.0 0.0L320.0 32.0');
    expect(curvePath(days('100', '100'), 320, 64)).toBe('M0.0 32.0L320.0 32.0');
    expect(curvePath(days('100'), 320, 64)).toBe('');
  });

  it('shortens amounts for a calendar cell', () => {
    expect(['1523.4', '-20.5', '0', '0.001', '-0.001'].map(shortMoney)).toEqual(['+1.52K', '-20.50', '0', '0', '0']);
    expect(dayLabel(Date.UTC(2026, 10, 21))).toBe('11-21');
  });
});
