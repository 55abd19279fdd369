// Naive twin of volume profiles: maps from rows to lots, read by nothing of ours; bars of recorded trades.
import type { RangeProfile } from '../../../chart/order-flow/range-profile.ts';
import { FlowBars } from '../../../chart/order-flow/flow-bars.ts';
import { type TapedTrade, decimalsOf } from '../../support/data/taped-trades.ts';

export interface Naive {
  rows: [row: number, sold: number, bought: number][];
  control: number;
  low: number;
  high: number;
}

/** By maps: rows from the lowest to the highest traded one, then the value area by the words of docs/indicators.md. */
export function naiveProfile(bars: FlowBars, from: number, to: number, group: number, percent: number): Naive {
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

/** The same of the profile itself. */
export function shownProfile(profile: RangeProfile): Naive {
  const { firstRow, count, sold, bought, control, areaLow, areaHigh } = profile;
  const rows = Array.from({ length: count }, (_, at): Naive['rows'][0] => [firstRow + at, sold[at]!, bought[at]!]);
  if (control < 0) return { rows, control: NaN, low: NaN, high: NaN };
  return { rows, control: firstRow + control, low: firstRow + areaLow, high: firstRow + areaHigh };
}

/** The smallest of 1, 2, 5, 10 ... levels in which the range has at most `mostRows` rows. */
export function naiveGroup(bars: FlowBars, from: number, to: number, mostRows: number): number {
  const levels: number[] = [];
  for (let bar = from; bar < to; bar++)
    if (bars.levelCount[bar]! > 0)
      levels.push(bars.firstLevel[bar]!, bars.firstLevel[bar]! + bars.levelCount[bar]! - 1);
  for (let power = 1; ; power *= 10)
    for (const group of [power, 2 * power, 5 * power])
      if (Math.floor(Math.max(...levels) / group) - Math.floor(Math.min(...levels) / group) < mostRows) return group;
}

/** Bars of `barMs` of recorded trades; a late trade counts to the bar of its own time. */
export function flowOf(trades: readonly TapedTrade[], barMs: number, levelTicks: number): FlowBars {
  const scale = 10 ** decimalsOf(trades.map(({ price }) => price));
  const lots = 10 ** decimalsOf(trades.map(({ amount }) => amount));
  const bars = new FlowBars({ levelPrice: levelTicks / scale, tickPrice: 1 / scale, lotCoins: 1 / lots });
  for (const { ts, price, amount, isBuy } of trades) {
    const level = Math.floor(Math.round(Number(price) * scale) / levelTicks);
    bars.add(Math.floor(ts / barMs) * barMs, level, Math.round(Number(amount) * lots), isBuy);
  }
  return bars;
}
