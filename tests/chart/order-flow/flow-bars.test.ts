// Bars of the order flow at the limit of their memory.
import { expect, it } from 'vitest';
import { FlowBars } from '../../../chart/order-flow/flow-bars.ts';

const MINUTE = 60_000;
const LEVELS = 60;
const lots = new Float64Array(LEVELS).fill(1);
const levels = { firstLevel: 1000, count: LEVELS, sold: lots, bought: lots, from: 0 };

it('have no hole, whether older ones are put in front until memory is full or newer ones go on', () => {
  const bars = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
  const expectNoHole = (newest: number): void => {
    const times = bars.time.subarray(0, bars.length);
    const holes = times.filter((time, row) => row > 0 && time - times[row - 1]! !== MINUTE);
    expect([times.at(-1)! / MINUTE, holes.length]).toEqual([newest, 0]);
  };
  // Tiles come from the newest to the oldest.
  for (let minute = 20_000; minute > 0; minute--) bars.replace(minute * MINUTE, levels, false);
  expectNoHole(20_000);
  expect(bars.length).toBeGreaterThan(5_000);
  for (let minute = 20_001; minute < 30_000; minute++) bars.add(minute * MINUTE, 1000, 1, true);
  expectNoHole(29_999);
});
