// Time at price: brackets, point of control and value area equal to a naive twin, live and on the recorded tapes.
import { describe, expect, it } from 'vitest';
import { TimeProfile, type TimeProfileLook, letterOf } from '../../../chart/order-flow/time-profile.ts';
import { TradingSessions } from '../../../chart/order-flow/trading-sessions.ts';
import { FlowBars } from '../../../chart/order-flow/flow-bars.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { TAPES, tapedTrades } from '../../support/data/taped-trades.ts';
import { flowOf, naiveGroup } from './naive-profile.ts';
import { candlesOf, naiveSessions, shownSessions } from './naive-trading-sessions.ts';

const lookOf = (bracketMs: number, mostRows: number): TimeProfileLook => ({ bracketMs, mostRows, areaPercent: 70 });

interface Naive {
  /** Brackets of each row, from the lowest row up. */
  rows: number[][];
  control: number;
  low: number;
  high: number;
}

/** By sets: each bracket is in all rows between the lowest and highest level of its bars. */
function naiveTimes(
  flow: FlowBars,
  from: number,
  to: number,
  start: number,
  bracketMs: number,
  mostRows: number,
): Naive {
  const group = naiveGroup(flow, from, to, mostRows);
  const ranges = new Map<number, number[]>();
  for (let bar = from; bar < to; bar++) {
    const bracket = Math.floor((flow.time[bar]! - start) / bracketMs);
    const levels = [flow.firstLevel[bar]!, flow.firstLevel[bar]! + flow.levelCount[bar]! - 1];
    ranges.set(bracket, [...(ranges.get(bracket) ?? []), ...levels]);
  }
  const all = [...ranges.values()].flat();
  const [lowest, highest] = [Math.floor(Math.min(...all) / group), Math.floor(Math.max(...all) / group)];
  const rows: number[][] = [];
  for (let row = lowest; row <= highest; row++)
    rows.push(
      [...ranges]
        .filter(
          ([, levels]) =>
            row >= Math.floor(Math.min(...levels) / group) && row <= Math.floor(Math.max(...levels) / group),
        )
        .map(([bracket]) => bracket)
        .sort((a, b) => a - b),
    );
  const sizes = rows.map(({ length }) => length);
  // In half levels, from the lowest one: the middle of the range, and of each row.
  const bottom = Math.min(...all);
  const middle = Math.max(...all) + 1 - bottom;
  const away = (row: number): number => Math.abs((2 * (lowest + row) + 1) * group - 2 * bottom - middle);
  const [control] = sizes.map((_, row) => row).sort((a, b) => sizes[b]! - sizes[a]! || away(a) - away(b) || a - b);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let [low, high] = [control!, control!];
  const inside = (): number => sizes.slice(low, high + 1).reduce((sum, size) => sum + size, 0);
  while (inside() < total * 0.7) {
    if (high + 1 < rows.length && (low === 0 || sizes[high + 1]! >= sizes[low - 1]!)) high += 1;
    else low -= 1;
  }
  return { rows, control: control!, low, high };
}

function shown(profile: TimeProfile): Naive {
  const rows = Array.from({ length: profile.count }, (_, row) =>
    Array.from({ length: 48 }, (_, bracket) => bracket).filter((bracket) => profile.has(row, bracket)),
  );
  expect(Array.from(profile.brackets.subarray(0, profile.count))).toEqual(rows.map(({ length }) => length));
  return { rows, control: profile.control, low: profile.areaLow, high: profile.areaHigh };
}

it('a bracket ends where its bars end, also when the running one lost levels', () => {
  const bars = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
  const profile = new TimeProfile();
  const lots = Float64Array.of(4, 1, 2);
  bars.add(0, 100, 5, true);
  for (const [first, count] of [
    [98, 3],
    [99, 3],
    [100, 1],
    [100, 3],
  ] as const) {
    bars.replace(60_000, { firstLevel: first, count, sold: lots, bought: lots, from: 0 }, false);
    profile.update(bars, 0, bars.length, 0, lookOf(1_800_000, 48));
    expect(shown(profile)).toEqual(naiveTimes(bars, 0, bars.length, 0, 1_800_000, 48));
  }
});

describe('TimeProfile', () => {
  it('of equal rows has the one nearest to the middle of the range, whose outer rows may be traded in part', () => {
    const flow = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
    // Four rows of 5 levels with one bracket each, of which the range leaves out four levels below and two above.
    for (const level of [4, 17]) flow.add(0, level, 1, true);
    const profile = new TimeProfile();
    profile.update(flow, 0, 1, 0, lookOf(1_800_000, 8));
    expect([profile.group, profile.count, profile.control]).toEqual([2, 7, 3]);
    profile.update(flow, 0, 1, 0, lookOf(1_800_000, 4));
    expect([profile.group, profile.count, profile.control]).toEqual([5, 4, 2]);
  });

  it('is that of the naive twin while trades arrive and past bars change', () => {
    const random = seeded(23);
    for (let round = 0; round < 8; round++) {
      const flow = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
      const profile = new TimeProfile();
      let [time, level] = [0, 1000];
      for (let step = 0; step < 300; step++) {
        if (random() < 0.3) time += 60_000 * (1 + Math.floor(20 * random()));
        if (time >= 86_400_000) break;
        level += Math.floor(random() * 41) - 20;
        flow.add(random() < 0.02 ? flow.time[0]! || time : time, level, 1 + Math.floor(9 * random()), true);
        if (random() < 0.6) continue;
        profile.update(flow, 0, flow.length, 0, lookOf(1_800_000, 32));
        expect(shown(profile), `round ${round} step ${step}`).toEqual(
          naiveTimes(flow, 0, flow.length, 0, 1_800_000, 32),
        );
      }
    }
  });

  it('each of the 48 half hours of a day has a letter of its own', () => {
    const letters = Array.from({ length: 48 }, (_, bracket) => letterOf(bracket));
    expect(new Set(letters).size).toBe(48);
    expect([letters[0], letters[25], letters[26], letters[47]]).toEqual(['A', 'Z', 'a', 'v']);
  });

  it('trades inside what a bracket has reached change and allocate nothing', () => {
    const flow = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
    for (let level = 0; level < 20; level++) flow.add(0, 100 + level, 1, true);
    const profile = new TimeProfile();
    const look = lookOf(1_800_000, 32);
    const update = (): void => profile.update(flow, 0, flow.length, 0, look);
    update();
    const { revision, brackets } = profile;
    for (let step = 0; step < 1000; step++) {
      flow.add(0, 100 + (step % 20), 1, true);
      update();
    }
    expect(profile.revision).toBe(revision);
    expect(profile.brackets).toBe(brackets);
  });
});

describe.each(TAPES)('%s', (tape) => {
  it('sessions of half a minute, by time and by volume, are those of the naive twins', () => {
    for (const trades of tapedTrades(tape)?.values() ?? []) {
      const flow = flowOf(trades, 1000, 10);
      const sessions = new TradingSessions(30_000);
      const candles = candlesOf(flow);
      sessions.update(flow, candles, 0, 12, 70);
      expect(sessions.length).toBeGreaterThan(0);
      expect(shownSessions(sessions)).toEqual(naiveSessions(flow, candles, 30_000, 12));
      const profile = new TimeProfile();
      for (let at = 0; at < sessions.length; at++) {
        const [from, to, start] = [sessions.fromRow[at]!, sessions.toRow[at]!, sessions.start[at]!];
        profile.update(flow, from, to, start, lookOf(1000, 32));
        expect(shown(profile)).toEqual(naiveTimes(flow, from, to, start, 1000, 32));
      }
    }
  });
});
