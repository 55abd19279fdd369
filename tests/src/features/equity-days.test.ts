// Daily equity: sums, the curve and short amounts.
import { describe, expect, it } from 'vitest';
import {
  type Day,
  totalProfit,
  dayLabel,
  equityOverTime,
  shortMoney,
} from '../../../src/features/assets/equity-days.ts';

describe('equity days', () => {
  it('sums the profits of a range exactly', () => {
    const days = ['0.1', '0.2', '-39.10665312'].map((profit, at) => ({ at, equity: '9960', profit }));
    expect(totalProfit(days)).toBe('-38.80665312');
    expect(totalProfit(days.slice(0, 2))).toBe('0.3');
    expect(totalProfit([])).toBe('0');
  });

  it('is over time from before the first day, and ends now', () => {
    const at = Date.UTC(2026, 10, 20);
    const DAY = 86_400_000;
    const days: Day[] = [
      { at, equity: '10050.5', profit: '50.5' },
      { at: at + DAY, equity: '9990', profit: '-60.5' },
    ];
    expect(equityOverTime(days, at + 1.5 * DAY)).toEqual({
      times: [at, at + DAY, at + 1.5 * DAY],
      values: [10_000, 10_050.5, 9_990],
    });
    // On the first day, from what was deposited to what there is now.
    expect(equityOverTime(days.slice(0, 1), at + 600_000)).toEqual({
      times: [at, at + 600_000],
      values: [10_000, 10_050.5],
    });
    // Of an account that was opened that day, from then on.
    expect(equityOverTime(days.slice(0, 1), at + 600_000, at + 60_000).times).toEqual([at + 60_000, at + 600_000]);
    expect(equityOverTime(days, at + 1.5 * DAY, at - 9 * DAY).times[0]).toBe(at);
    // A device whose clock is behind.
    expect(equityOverTime(days.slice(0, 1), at - 5_000).times).toEqual([at, at + 1]);
    expect(equityOverTime([], at)).toEqual({ times: [], values: [] });
  });

  it('shortens amounts for a calendar cell', () => {
    expect(['1523.4', '-20.5', '0', '0.001', '-0.001'].map(shortMoney)).toEqual(['+1.52K', '-20.50', '0', '0', '0']);
    expect(dayLabel(Date.UTC(2026, 10, 21))).toBe('11-21');
  });
});
