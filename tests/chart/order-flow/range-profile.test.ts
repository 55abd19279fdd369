// Volume profile of a range: equal to a naive twin over random ranges, live changes and the recorded tapes.
import { describe, expect, it } from 'vitest';
import { candleStart } from '../../../core/units/time.ts';
import { RangeProfile } from '../../../chart/order-flow/range-profile.ts';
import { FlowBars } from '../../../chart/order-flow/flow-bars.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { TAPES, decimalsOf, tapedTrades } from '../../support/data/taped-trades.ts';

interface Naive {
  rows: [row: number, sold: number, bought: number][];
  control: number;
  low: number;
  high: number;
}

/** By maps: rows from the lowest to the highest traded one, then the value area by the words of docs/indicators.md. */
function naiveProfile(bars: FlowBars, from: number, to: number, group: number, percent: number): Naive {
  const sums = new Map<number, [number, number]>();
  for (let bar = from; bar < to; bar++)
    for (let at = 0; at < bars.levelCount[bar]!; at++) {
      const row = Math.floor((bars.firstLevel[bar]! + at) / group);
      const [sold, bought] = sums.get(row) ?? [0, 0];
      const cell = bars.firstCell[bar]! + at;
      sums.set(row, [sold + bars.sold[cell]!, bought + bars.bought[cell]!]);
    }
  const keys = [...sums.keys()];
  const lots = (row: number): number => {
    const found = sums.get(row);
    return found ? found[0] + found[1] : 0;
  };
  const [lowest, highest] = [Math.min(...keys), Math.max(...keys)];
  const rows: Naive['rows'] = [];
  for (let row = lowest; row <= highest; row++) rows.push([row, ...(sums.get(row) ?? [0, 0])] as Naive['rows'][0]);
  const most = Math.max(0, ...keys.map(lots));
  if (most === 0) return { rows, control: NaN, low: NaN, high: NaN };
  const control = keys.filter((row) => lots(row) === most).sort((a, b) => a - b)[0]!;
  const total = keys.reduce((sum, row) => sum + lots(row), 0);
  let [low, high] = [control, control];
  const inside = (): number => rows.filter(([row]) => row >= low && row <= high).reduce((s, [, a, b]) => s + a + b, 0);
  while (inside() < (total * percent) / 100 && (low > lowest || high < highest)) {
    const canRise = high < highest;
    const canFall = low > lowest;
    if (canRise && (!canFall || lots(high + 1) >= lots(low - 1))) high += 1;
    else low -= 1;
  }
  return { rows, control, low, high };
}

function shown(profile: RangeProfile): Naive {
  const { firstRow, count, sold, bought, control, areaLow, areaHigh } = profile;
  const rows = Array.from({ length: count }, (_, at): Naive['rows'][0] => [firstRow + at, sold[at]!, bought[at]!]);
  if (control < 0) return { rows, control: NaN, low: NaN, high: NaN };
  return { rows, control: firstRow + control, low: firstRow + areaLow, high: firstRow + areaHigh };
}

describe('RangeProfile', () => {
  it('is that of the naive twin while trades arrive, the range moves and past bars change', () => {
    const random = seeded(11);
    const whole = (most: number): number => Math.floor(random() * most);
    for (let round = 0; round < 30; round++) {
      const bars = new FlowBars({ levelPrice: 1, lotCoins: 1 });
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
        profile.update(bars, from, to, group, percent / 100);
        if (from === to) expect(profile.control).toBe(-1);
        else
          expect(shown(profile), `round ${round} step ${step}`).toEqual(naiveProfile(bars, from, to, group, percent));
      }
    }
  });

  it.each(TAPES)('%s: every range of minutes is that of the naive twin', (tape) => {
    for (const trades of tapedTrades(tape)?.values() ?? []) {
      const scale = 10 ** decimalsOf(trades.map(({ price }) => price));
      const lots = 10 ** decimalsOf(trades.map(({ amount }) => amount));
      const bars = new FlowBars({ levelPrice: 1, lotCoins: 1 });
      const profile = new RangeProfile();
      let running = -Infinity;
      for (const { ts, price, amount, isBuy } of trades) {
        running = Math.max(running, candleStart(ts, '1m'));
        const ticks = Math.round(Number(price) * scale);
        bars.add(running, Math.floor(ticks / 100), Math.round(Number(amount) * lots), isBuy);
      }
      for (let from = 0; from < bars.length; from++)
        for (const group of [1, 5])
          for (let to = from + 1; to <= bars.length; to++) {
            profile.update(bars, from, to, group, 0.7);
            expect(shown(profile)).toEqual(naiveProfile(bars, from, to, group, 70));
          }
    }
  });

  it('says whether anything changed', () => {
    const bars = new FlowBars({ levelPrice: 1, lotCoins: 1 });
    bars.add(0, 10, 5, true);
    const profile = new RangeProfile();
    expect(profile.update(bars, 0, 1, 1, 0.7)).toBe(true);
    expect(profile.update(bars, 0, 1, 1, 0.7)).toBe(false);
    bars.add(0, 10, 1, true);
    expect(profile.update(bars, 0, 1, 1, 0.7)).toBe(true);
    expect(profile.total).toBe(6);
  });
});
