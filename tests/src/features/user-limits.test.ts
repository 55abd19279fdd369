// The user's own limits: stricter ones at once, looser ones after a day, and limited trading time.
import { describe, expect, it } from 'vitest';
import {
  LOOSEN_AFTER_MS,
  BREAK_MS,
  isSessionOver,
  limitsAt,
  extendSession,
  withRequestedLimits,
} from '../../../src/stores/account/user-limits.ts';
import { NO_LIMITS } from '../../../src/stores/device/storage.ts';

const NONE = { now: NO_LIMITS, later: null };
const NOW = 1_795_261_466_000;

describe('limits', () => {
  it('apply at once when set or tightened', () => {
    const set = withRequestedLimits(NONE, { ...NO_LIMITS, stake: '100' }, NOW);
    expect(set).toEqual({ now: { ...NO_LIMITS, stake: '100' }, later: null });
    expect(withRequestedLimits(set, { ...NO_LIMITS, stake: '50' }, NOW).now.stake).toBe('50');
  });

  it('loosen a day later, when raised or removed', () => {
    const set = withRequestedLimits(NONE, { ...NO_LIMITS, stake: '100', dailyLoss: '300' }, NOW);
    const loose = withRequestedLimits(set, { ...NO_LIMITS, dailyLoss: '200' }, NOW);
    expect(limitsAt(loose, NOW + LOOSEN_AFTER_MS - 1)).toEqual({ ...NO_LIMITS, stake: '100', dailyLoss: '200' });
    expect(limitsAt(loose, NOW + LOOSEN_AFTER_MS)).toEqual({ ...NO_LIMITS, dailyLoss: '200' });
  });

  it('repeating a change does not restart its day; another change does', () => {
    const set = withRequestedLimits(NONE, { ...NO_LIMITS, stake: '100' }, NOW);
    const first = withRequestedLimits(set, NO_LIMITS, NOW);
    expect(withRequestedLimits(first, NO_LIMITS, NOW + 5_000).later?.from).toBe(NOW + LOOSEN_AFTER_MS);
    expect(withRequestedLimits(first, { ...NO_LIMITS, stake: '500' }, NOW + 5_000).later?.from).toBe(
      NOW + 5_000 + LOOSEN_AFTER_MS,
    );
    expect(withRequestedLimits(first, { ...NO_LIMITS, stake: '100' }, NOW + 5_000).later).toBeNull();
  });
});

describe('trading time', () => {
  const MAX_MS = 3_600_000;

  it('ends at its limit and restarts after a pause', () => {
    let stretch = extendSession({ startMs: 0, lastMs: 0 }, NOW, MAX_MS);
    expect(stretch).toEqual({ startMs: NOW, lastMs: NOW });
    for (let ms = NOW; ms <= NOW + MAX_MS; ms += 15_000) stretch = extendSession(stretch, ms, MAX_MS);
    expect(isSessionOver(stretch, NOW + MAX_MS, MAX_MS)).toBe(true);
    // Staying on the page does not extend the pause.
    const later = extendSession(stretch, NOW + MAX_MS + 60_000, MAX_MS);
    expect(later).toBe(stretch);
    expect(isSessionOver(later, later.lastMs + BREAK_MS, MAX_MS)).toBe(false);
    expect(extendSession(later, later.lastMs + BREAK_MS, MAX_MS).startMs).toBe(later.lastMs + BREAK_MS);
  });

  it('is unlimited without a limit', () => {
    expect(isSessionOver({ startMs: 0, lastMs: NOW }, NOW, 0)).toBe(false);
  });
});
