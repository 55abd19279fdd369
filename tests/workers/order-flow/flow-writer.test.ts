// Order flow on its way to a page that draws its chart itself: the copy equals the worker's bars after every frame.
import { describe, expect, it } from 'vitest';
import { FlowBars } from '../../../chart/order-flow/flow-bars.ts';
import { FlowMirror } from '../../../chart/order-flow/flow-mirror.ts';
import { SECTION, SECTION_HEAD } from '../../../core/worker-protocol/worker-protocol.ts';
import { FrameWriter } from '../../../workers/frames/frame-writer.ts';
import { FlowWriter } from '../../../workers/order-flow/flow-writer.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const SEED = 2109;
const VIEW = 3;

/** Every bar: start, whether trades of it are missing, and its cells with lots. */
function barsOf(bars: FlowBars | null): unknown[] {
  return Array.from({ length: bars?.length ?? 0 }, (_, row) => {
    const levels = Array.from({ length: bars!.levelCount[row]! }, (_each, at) => {
      const cell = bars!.firstCell[row]! + at;
      return [bars!.firstLevel[row]! + at, bars!.sold[cell], bars!.bought[cell]];
    });
    return [bars!.time[row], bars!.part[row], levels.filter(([, sold, bought]) => sold! + bought! > 0)];
  });
}

/** Sends one frame; returns the numbers in it. */
function send(writer: FlowWriter, mirror: FlowMirror): number {
  const frame = new FrameWriter();
  frame.begin();
  writer.write(frame, VIEW);
  if (frame.used > 0) {
    expect(Array.from(frame.columns.subarray(0, 3))).toEqual([SECTION.flow, VIEW, frame.used]);
    mirror.apply(frame.columns, SECTION_HEAD);
  }
  return frame.used;
}

describe('the order flow that a page draws itself', () => {
  it(`is that of the worker after every frame (seed ${SEED})`, () => {
    const random = seeded(SEED);
    const pick = (most: number): number => Math.floor(random() * most);
    let bars: FlowBars | null = null;
    const writer = new FlowWriter(() => bars);
    const mirror = new FlowMirror();
    expect(send(writer, mirror)).toBe(0);
    let now = 50;
    for (let frame = 0; frame < 300; frame++) {
      if (!bars || pick(60) === 0) bars = new FlowBars({ levelPrice: 0.5, tickPrice: 0.5, lotCoins: 0.001 });
      if (pick(50) === 0) bars = bars.coarser(2);
      for (let change = pick(4); change > 0; change--) {
        const kind = pick(12);
        if (kind === 0) now++;
        if (kind === 1) bars.markPart(pick(now));
        else if (kind === 2) {
          const count = pick(6);
          const lots = Float64Array.from({ length: 2 * count }, () => 1 + pick(9));
          const time = pick(now);
          const levels = { firstLevel: 100 + pick(9), count, sold: lots, bought: lots, from: pick(count) };
          bars.replace(time, levels, pick(2) === 0);
        } else bars.add(now, 100 + pick(30), 1 + pick(5), pick(2) === 0);
      }
      send(writer, mirror);
      expect(barsOf(mirror.bars)).toEqual(barsOf(bars));
      const { levelPrice, tickPrice, lotCoins } = bars;
      expect(mirror.bars).toMatchObject({ levelPrice, tickPrice, lotCoins });
    }
  });

  it('is not sent again while nothing trades, and a trade sends its bar alone', () => {
    const bars = new FlowBars({ levelPrice: 1, tickPrice: 1, lotCoins: 1 });
    for (let bar = 0; bar < 500; bar++) for (let level = 0; level < 40; level++) bars.add(bar, level, 1, true);
    const writer = new FlowWriter(() => bars);
    const mirror = new FlowMirror();
    expect(send(writer, mirror)).toBeGreaterThan(500 * 80);
    expect(send(writer, mirror)).toBe(0);
    const past = mirror.bars!.pastRevision;
    bars.add(499, 7, 1, false);
    expect(send(writer, mirror)).toBeLessThan(100);
    // The chart sums the past again only when it changed.
    expect(mirror.bars!.pastRevision).toBe(past);
  });
});
