// The largest rows that the chart remembers equal those of a naive twin, whatever changes between two frames.
import { expect, it } from 'vitest';
import { FlowBars } from '../../../chart/order-flow/flow-bars.ts';
import { LargestRows } from '../../../chart/order-flow/largest-rows.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const SEED = 20_261_130;
const UNITS = { levelPrice: 0.5, tickPrice: 0.1, lotCoins: 0.001 };
const BAR_MS = 60_000;
const GROUPS = [1, 2, 5, 10] as const;

function naiveLargest(flow: FlowBars, from: number, to: number, group: number): number {
  let largest = 0;
  for (let bar = from; bar < to; bar++) {
    const rows = new Map<number, number>();
    for (let at = 0; at < flow.levelCount[bar]!; at++) {
      const row = Math.floor((flow.firstLevel[bar]! + at) / group);
      const cell = flow.firstCell[bar]! + at;
      rows.set(row, (rows.get(row) ?? 0) + flow.sold[cell]! + flow.bought[cell]!);
    }
    largest = Math.max(largest, ...rows.values());
  }
  return largest;
}

it(`finds the largest row after trades of past, running and new bars (seed ${SEED})`, () => {
  const random = seeded(SEED);
  const whole = (below: number): number => Math.floor(random() * below);
  const largest = new LargestRows();
  const markets = [new FlowBars(UNITS), new FlowBars(UNITS)];
  for (const flow of markets) flow.add(500 * BAR_MS, -3, 7, true);
  let flow = markets[0]!;
  let group: number = GROUPS[0];
  for (let frame = 0; frame < 3000; frame++) {
    if (random() < 0.02) flow = markets[whole(2)]!;
    if (random() < 0.05) group = GROUPS[whole(GROUPS.length)]!;
    const last = flow.time[flow.length - 1]!;
    const before = Math.max(0, last - whole(700) * BAR_MS);
    const time = random() < 0.6 ? last : random() < 0.7 ? last + BAR_MS : before;
    flow.add(time, whole(60) - 30, 1 + whole(frame), random() < 0.5);
    const from = whole(flow.length);
    const to = random() < 0.5 ? flow.length : from + whole(flow.length - from + 1);
    expect(largest.within(flow, from, to, group), `frame ${frame}`).toBe(naiveLargest(flow, from, to, group));
  }
  // Longer than the columns were when the first frame was drawn.
  expect(Math.max(...markets.map(({ length }) => length))).toBeGreaterThan(512);
});
