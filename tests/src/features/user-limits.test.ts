// Limits that a user sets to themselves: tighter at once, looser after a day, and the end of a stretch of trading.
import { describe, expect, it } from 'vitest';
import {
  LOOSEN_AFTER_MS,
  REST_MS,
  isOver,
  limitsAt,
  seenAt,
  withWish,
} from '../../../src/stores/account/user-limits.ts';
import { NO_LIMITS } from '../../../src/stores/device/storage.ts';

const NONE = { now: NO_LIMITS, later: null };
const NOW = 1_795_261_466_000;

describe('limits', () => {
  it('hold at once when they are set or tightened', () => {
    const set = withWish(NONE, { ...NO_LIMITS, stake: '100' }, NOW);
    expect(set).toEqual({ now: { ...NO_LIMITS, stake: '100' }, later: null });
    expect(withWish(set, { ...NO_LIMITS, stake: '50' }, NOW).now.stake).toBe('50');
  });

  it('loosen a day later: higher, or none', () => {
    const set = withWish(NONE, { ...NO_LIMITS, stake: '100', dailyLoss: '300' }, NOW);
    const loose = withWish(set, { ...NO_LIMITS, dailyLoss: '200' }, NOW);
    expect(limitsAt(loose, NOW + LOOSEN_AFTER_MS - 1)).toEqual({ ...NO_LIMITS, stake: '100', dailyLoss: '200' });
    expect(limitsAt(loose, NOW + LOOSEN_AFTER_MS)).toEqual({ ...NO_LIMITS, dailyLoss: '200' });
  });

  it('the same wish said again does not begin its day anew; another one does', () => {
    const set = withWish(NONE, { ...NO_LIMITS, stake: '100' }, NOW);
    const first = withWish(set, NO_LIMITS, NOW);
    expect(withWish(first, NO_LIMITS, NOW + 5_000).later?.from).toBe(NOW + LOOSEN_AFTER_MS);
    expect(withWish(first, { ...NO_LIMITS, stake: '500' }, NOW + 5_000).later?.from).toBe(
      NOW + 5_000 + LOOSEN_AFTER_MS,
    );
    expect(withWish(first, { ...NO_LIMITS, stake: '100' }, NOW + 5_000).later).toBeNull();
  });
});

describe('a stretch of trading', () => {
  const MOST_MS = 3_600_000;

  it('ends when its time is over, and begins anew after a pause', () => {
    let stretch = seenAt({ startMs: 0, lastMs: 0 }, NOW, MOST_MS);
    expect(stretch).toEqual({ startMs: NOW, lastMs: NOW });
    for (let ms = NOW; ms <= NOW + MOST_MS; ms += 15_000) stretch = seenAt(stretch, ms, MOST_MS);
    expect(isOver(stretch, NOW + MOST_MS, MOST_MS)).toBe(true);
    // Staying on the page does not prolong the pause.
    const later = seenAt(stretch, NOW + MOST_MS + 60_000, MOST_MS);
    expect(later).toBe(stretch);
    expect(isOver(later, later.lastMs + REST_MS, MOST_MS)).toBe(false);
    expect(seenAt(later, later.lastMs + REST_MS, MOST_MS).startMs).toBe(later.lastMs + REST_MS);
  });

  it('has no end without a limit', () => {
    expect(isOver({ startMs: 0, lastMs: NOW }, NOW, 0)).toBe(false);
  });
});
