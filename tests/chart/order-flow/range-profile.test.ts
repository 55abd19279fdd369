// Volume profile of a range: equal to a naive twin over random ranges, live changes and the recorded tapes.
import { describe, expect, it } from 'vitest';
import { RangeProfile } from '../../../chart/order-flow/range-profile.ts';
import { FlowBars } from '../../../chart/order-flow/flow-bars.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { TAPES, tapedTrades } from '../../support/data/taped-trades.ts';
import { flowOf, naiveGroup, naiveProfile, shownProfile } from './naive-profile.ts';

describe('RangeProfile', () => {
  it('is that of the naive twin while trades arrive, the range moves and past bars change', () => {
    const random = seeded(11);
    const whole = (most: number): number => Math.floor(random() * most);
    for (let round = 0; round < 30; round++) {
      const bars = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
      const profile = new RangeProfile();
      let [from, group, percent, time] = [0, 1, 70, 0];
      let level = 1000;
      for (let step = 0; step < 300; step++) {
        if (random() < 0.05) time += 1 + whole(2);
        level += whole(7) - 3;
        bars.add(random() < 0.03 ? whole(time + 1) : time, level, 1 + whole(50), random() < 0.5);
        if (random() < 0.1) from = whole(bars.length);
        if (random() < 0.05) group = [1, 2, 5, 10][whole(4)]!;
        if (random() < 0.05) percent = [70, 30, 95][whole(3)]!;
        const to = random() < 0.7 ? bars.length : from + whole(bars.length - from + 1);
        profile.update(bars, from, to, group, percent);
        if (from === to) expect(profile.control).toBe(-1);
        else
          expect(shownProfile(profile), `round ${round} step ${step}`).toEqual(
            naiveProfile(bars, from, to, group, percent),
          );
      }
    }
  });

  it('ends where the running bar ends, also when that lost levels', () => {
    const bars = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
    const profile = new RangeProfile();
    const lots = Float64Array.of(4, 0, 2);
    bars.add(0, 100, 5, true);
    for (const [first, count] of [
      [98, 3],
      [99, 3],
      [100, 1],
      [100, 3],
    ] as const) {
      bars.replace(60_000, { firstLevel: first, count, sold: lots, bought: lots, from: 0 }, false);
      profile.update(bars, 0, bars.length, 1, 70);
      expect(shownProfile(profile)).toEqual(naiveProfile(bars, 0, bars.length, 1, 70));
    }
  });

  it.each(TAPES)('%s: every range of minutes is that of the naive twin', (tape) => {
    for (const trades of tapedTrades(tape)?.values() ?? []) {
      const bars = flowOf(trades, 60_000, 100);
      const profile = new RangeProfile();
      for (let from = 0; from < bars.length; from++)
        for (const group of [1, 5])
          for (let to = from + 1; to <= bars.length; to++) {
            profile.update(bars, from, to, group, 70);
            expect(shownProfile(profile)).toEqual(naiveProfile(bars, from, to, group, 70));
          }
    }
  });

  it('in so many rows at most it is that of the naive twin, live too', () => {
    const random = seeded(12);
    for (let round = 0; round < 6; round++) {
      const bars = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
      const profile = new RangeProfile();
      let [from, mostRows, time, level] = [0, 48, 0, 1000];
      for (let step = 0; step < 300; step++) {
        if (random() < 0.1) time += 1 + Math.floor(2 * random());
        level += Math.floor(random() * 41) - 20;
        bars.add(
          random() < 0.02 ? Math.floor(random() * (time + 1)) : time,
          level,
          1 + Math.floor(50 * random()),
          true,
        );
        if (random() < 0.6) continue;
        if (random() < 0.02) from = Math.floor(random() * bars.length);
        if (random() < 0.02) mostRows = [8, 48, 200][Math.floor(random() * 3)]!;
        profile.fit(bars, from, bars.length, mostRows, 70);
        const group = naiveGroup(bars, from, bars.length, mostRows);
        expect(profile.group).toBe(group);
        expect(shownProfile(profile)).toEqual(naiveProfile(bars, from, bars.length, group, 70));
      }
    }
  });

  it.each([55, 68])('has no row beyond %i percent where the point of control has exactly so much', (percent) => {
    const bars = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
    bars.add(0, 10, percent, true);
    bars.add(0, 11, 100 - percent, true);
    const profile = new RangeProfile();
    profile.update(bars, 0, 1, 1, percent);
    expect([profile.areaLow, profile.areaHigh]).toEqual([0, 0]);
  });

  it('names the middle of the prices of a row: the very price where a row has one', () => {
    for (const [ticks, group, price] of [
      [1, 1, 10],
      [1, 2, 10.5],
      [1, 5, 12],
      [5, 1, 52],
    ] as const) {
      const bars = new FlowBars({ levelPrice: ticks, tickPrice: 1, lotCoins: 1 });
      bars.add(0, 10, 1, true);
      const profile = new RangeProfile();
      profile.update(bars, 0, 1, group, 70);
      expect(profile.priceOf(bars, 0)).toBe(price);
    }
  });

  it('says whether anything changed', () => {
    const bars = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
    bars.add(0, 10, 5, true);
    const profile = new RangeProfile();
    expect(profile.update(bars, 0, 1, 1, 70)).toBe(true);
    expect(profile.update(bars, 0, 1, 1, 70)).toBe(false);
    bars.add(0, 10, 1, true);
    expect(profile.update(bars, 0, 1, 1, 70)).toBe(true);
    expect(profile.total).toBe(6);
  });
});
