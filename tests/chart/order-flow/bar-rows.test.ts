// Rows of a footprint: sums, imbalances and stacked imbalances equal those of a naive twin.
import { describe, expect, it } from 'vitest';
import { candleStart } from '../../../core/units/time.ts';
import { BarRows, IMBALANCE } from '../../../chart/order-flow/bar-rows.ts';
import { FlowBars } from '../../../chart/order-flow/flow-bars.ts';
import { seeded } from '../../support/data/seeded-random.ts';
import { TAPES, decimalsOf, tapedTrades } from '../../support/data/taped-trades.ts';

interface NaiveRow {
  sold: number;
  bought: number;
  /** "b", "s", "bs" or "". */
  imbalance: string;
  stacked: string;
}

/** Rows from the lowest traded one up, by the words of docs/indicators.md. */
function naiveRows(flow: FlowBars, bar: number, group: number, percent: number, run: number): NaiveRow[] {
  const sums = new Map<number, { sold: number; bought: number }>();
  for (let at = 0; at < flow.levelCount[bar]!; at++) {
    const row = Math.floor((flow.firstLevel[bar]! + at) / group);
    const sum = sums.get(row) ?? { sold: 0, bought: 0 };
    const cell = flow.firstCell[bar]! + at;
    sums.set(row, { sold: sum.sold + flow.sold[cell]!, bought: sum.bought + flow.bought[cell]! });
  }
  const [low, high] = [Math.min(...sums.keys()), Math.max(...sums.keys())];
  const at = (row: number): { sold: number; bought: number } => sums.get(row) ?? { sold: 0, bought: 0 };
  const isBought = (row: number): boolean =>
    row >= low && row <= high && at(row - 1).sold > 0 && at(row).bought * 100 >= at(row - 1).sold * percent;
  const isSold = (row: number): boolean =>
    row >= low && row <= high && at(row + 1).bought > 0 && at(row).sold * 100 >= at(row + 1).bought * percent;
  const isStacked = (row: number, is: (row: number) => boolean): boolean => {
    if (!is(row)) return false;
    let [from, to] = [row, row];
    while (is(from - 1)) from -= 1;
    while (is(to + 1)) to += 1;
    return to - from + 1 >= run;
  };
  return Array.from({ length: high - low + 1 }, (_, index) => {
    const row = low + index;
    return {
      ...at(row),
      imbalance: `${isBought(row) ? 'b' : ''}${isSold(row) ? 's' : ''}`,
      stacked: `${isStacked(row, isBought) ? 'b' : ''}${isStacked(row, isSold) ? 's' : ''}`,
    };
  });
}

const letters = (bits: number): string => `${bits & IMBALANCE.bought ? 'b' : ''}${bits & IMBALANCE.sold ? 's' : ''}`;

function shown(rows: BarRows): NaiveRow[] {
  return Array.from({ length: rows.count }, (_, at) => ({
    sold: rows.sold[at]!,
    bought: rows.bought[at]!,
    imbalance: letters(rows.imbalances[at]!),
    stacked: letters(rows.stacked[at]!),
  }));
}

/** Absorbed sides, by the words of docs/indicators.md. */
function naiveAbsorbed(rows: NaiveRow[], closeRow: number, side: number, size: number): string {
  const lots = rows.map(({ sold, bought }) => sold + bought).filter((each) => each > 0);
  const total = lots.reduce((sum, each) => sum + each, 0);
  const isLarge = (mine: number, other: number): boolean =>
    mine > 0 && mine * 100 >= (size * total) / lots.length && mine * 100 >= side * other;
  const [lowest, highest] = [rows[0]!, rows.at(-1)!];
  const isBought = isLarge(highest.bought, highest.sold) && closeRow < rows.length - 1;
  const isSold = isLarge(lowest.sold, lowest.bought) && closeRow > 0;
  return `${isBought ? 'b' : ''}${isSold ? 's' : ''}`;
}

function compare(flow: FlowBars): void {
  const rows = new BarRows();
  for (let bar = 0; bar < flow.length; bar++)
    for (const group of [1, 2, 10])
      for (const [percent, run] of [
        [300, 3],
        [110, 2],
      ] as const) {
        rows.read(flow, bar, group);
        rows.markImbalances(percent, run);
        const naive = naiveRows(flow, bar, group, percent, run);
        expect(shown(rows), `bar ${bar}, ${group} levels`).toEqual(naive);
        for (const close of [0, Math.floor(flow.levelCount[bar]! / 2), flow.levelCount[bar]! - 1]) {
          const level = flow.firstLevel[bar]! + close;
          rows.markAbsorption(percent, 200, level);
          const closeRow = Math.floor(level / group) - Math.floor(flow.firstLevel[bar]! / group);
          if (letters(rows.absorbed) !== naiveAbsorbed(naive, closeRow, percent, 200))
            expect.fail(`bar ${bar}, ${group} levels: ${letters(rows.absorbed)}`);
        }
      }
}

describe('absorption', () => {
  const absorbed = (closeLevel: number, sold: number, bought: number): string => {
    const flow = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
    flow.add(0, 10, sold, false);
    flow.add(0, 10, bought, true);
    for (const level of [11, 12, 13]) flow.add(0, level, 10, true);
    const rows = new BarRows();
    rows.read(flow, 0, 1);
    rows.markAbsorption(300, 200, closeLevel);
    return letters(rows.absorbed);
  };

  it('is large one-sided volume in the outermost row that the bar closed away from', () => {
    expect(absorbed(12, 90, 30)).toBe('s');
    expect(absorbed(10, 90, 30)).toBe('');
    expect(absorbed(12, 90, 31)).toBe('');
    expect(absorbed(12, 29, 1)).toBe('');
    expect(absorbed(12, 30, 0)).toBe('s');
  });
});

describe('BarRows', () => {
  it('made bars are those of the naive twin', () => {
    const random = seeded(31);
    const flow = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
    for (let step = 0; step < 20_000; step++) {
      const level = 900 + Math.floor(200 * random() * random());
      flow.add(Math.floor(step / 200), level, 1 + Math.floor(20 * random()), random() < 0.5);
    }
    compare(flow);
  });

  it.each(TAPES)('%s: every bar of a second and of a minute is that of the naive twin', (tape) => {
    for (const trades of tapedTrades(tape)?.values() ?? [])
      for (const interval of ['1s', '1m'] as const) {
        const scale = 10 ** decimalsOf(trades.map(({ price }) => price));
        const lots = 10 ** decimalsOf(trades.map(({ amount }) => amount));
        const flow = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
        let running = -Infinity;
        for (const { ts, price, amount, isBuy } of trades) {
          running = Math.max(running, candleStart(ts, interval));
          const level = Math.floor(Math.round(Number(price) * scale) / 50);
          flow.add(running, level, Math.round(Number(amount) * lots), isBuy);
        }
        compare(flow);
      }
  });
});
