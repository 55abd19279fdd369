// The depth chart without a canvas: sums, fills and slippage against naive twins, outlines, zoom, crosshair.
import { describe, expect, it } from 'vitest';
import { DepthBook, type DepthSide } from '../../../chart/depth/depth-book.ts';
import { type DepthGrids, costOf, fillLots, fillWithin } from '../../../chart/depth/depth-fill.ts';
import { DepthScene, type Outline } from '../../../chart/depth/depth-scene.ts';
import { BOOK_STATE } from '../../../core/worker-protocol/worker-protocol.ts';
import { gridOf, parseMoney, parseSteps } from '../../../core/units/units.ts';
import { bookSection } from '../../support/data/generated-frame.ts';
import { seeded } from '../../support/data/seeded-random.ts';

type Level = [ticks: number, lots: number];
interface Made {
  bids: Level[];
  asks: Level[];
}

const GRIDS: DepthGrids = { price: gridOf('0.05'), amount: gridOf('0.001') };
/** A section as the worker sends it, behind its head. */
const HEAD = 3;

function makeLevels(count: number, from: number, way: number, random: () => number): Level[] {
  let ticks = from;
  return Array.from({ length: count }, () => {
    ticks += way * Math.ceil(random() ** 3 * 40);
    return [ticks, 1 + Math.floor(random() ** 4 * 50_000)];
  });
}
function makeBook(seed: number, count = 300): Made {
  const random = seeded(seed);
  const at = 1_000_000 + Math.round(random() * 1000);
  return { bids: makeLevels(count, at, -1, random), asks: makeLevels(count, at, 1, random) };
}
function section({ bids, asks }: Made, state: number = BOOK_STATE.live): Float64Array {
  return Float64Array.from(bookSection(1, state, bids, asks));
}
function read(made: Made): DepthBook {
  const book = new DepthBook();
  book.read(section(made), HEAD);
  return book;
}
function sceneOf(made: Made, widthPx = 780, heightPx = 480, ratio = 2): DepthScene {
  const scene = new DepthScene(GRIDS);
  Object.assign(scene, { widthPx, heightPx, ratio });
  scene.book.read(section(made), HEAD);
  scene.compose();
  return scene;
}

/** Fills lot by lot. */
function twinFill(levels: Level[], lots: number): { tickLots: bigint; filled: number; worstTicks: number } {
  const flat = levels
    .flatMap(([ticks, size]) => Array.from({ length: Math.min(size, lots) }, () => ticks))
    .slice(0, lots);
  return {
    tickLots: flat.reduce((sum, ticks) => sum + BigInt(ticks), 0n),
    filled: flat.length,
    worstTicks: flat.at(-1)!,
  };
}

describe('sums and fills', () => {
  it.each([1, 2, 3, 4])('are those of a naive walk (seed %d)', (seed) => {
    const made = makeBook(seed);
    const book = read(made);
    const random = seeded(seed + 100);
    for (const [side, levels] of [
      [book.bids, made.bids],
      [book.asks, made.asks],
    ] as const) {
      for (let i = 0; i < 40; i++) {
        const ticks = levels[0]![0] + side.way * (Math.floor(random() * 6000) - 20);
        const reached = levels.filter(([price]) => (side.way < 0 ? price >= ticks : price <= ticks));
        expect(side.levelsTo(ticks)).toBe(reached.length);
        expect(side.totalTo(ticks)).toBe(reached.reduce((sum, [, lots]) => sum + lots, 0));
      }
    }
  });

  it.each([5, 6, 7])('cost the exact sum of price times lots and end at the right level (seed %d)', (seed) => {
    const random = seeded(seed);
    const made: Made = { bids: makeLevels(12, 5000, -1, random), asks: makeLevels(12, 5000, 1, random) };
    for (const level of [...made.bids, ...made.asks]) level[1] %= 50;
    for (const level of [...made.bids, ...made.asks]) level[1] += 1;
    const book = read(made);
    for (const [side, levels] of [
      [book.bids, made.bids],
      [book.asks, made.asks],
    ] as const) {
      for (let lots = 1; lots <= side.allLots + 5; lots += 1) {
        const twin = twinFill(levels, lots);
        expect(fillLots(side, lots)).toEqual({
          lots: twin.filled,
          tickLots: twin.tickLots,
          worstTicks: twin.worstTicks,
          short: twin.filled < lots,
        });
      }
    }
  });

  it('are converted to money without floating point', () => {
    // 0.150 at 50.00, 0.050 at 50.10: 7.5 + 2.505 for 0.2; at the best price it would have been 10.
    const { asks } = read({
      bids: [],
      asks: [
        [1000, 150],
        [1002, 50],
        [2000, 1],
      ],
    });
    const cost = costOf(asks, fillLots(asks, 200)!, GRIDS);
    expect(cost).toEqual({
      lots: 200,
      quoteUnits: parseMoney('10.005'),
      averageScaled: 5003n,
      worstTicks: 1002,
      slippageUnits: parseMoney('0.005'),
      slippagePpm: 500n,
      short: false,
    });
    // Beyond 2^53 nothing is lost: 9 007 199 254 lots at 90 000 000 ticks and one tick more.
    const big = read({
      bids: [
        [90_000_000, 9_007_199_254],
        [89_999_999, 9_007_199_254],
      ],
      asks: [],
    }).bids;
    const fill = fillLots(big, 18_014_398_508)!;
    expect(fill.tickLots).toBe(90_000_000n * 9_007_199_254n + 89_999_999n * 9_007_199_254n);
    expect(costOf(big, fill, GRIDS).slippageUnits).toBe(9_007_199_254n * 5000n);
  });

  it('are empty for an empty book', () => {
    const { bids, asks } = read({ bids: [], asks: [[10, 5]] });
    expect([fillLots(bids, 5), fillWithin(bids, 1000n), fillLots(asks, 0), fillLots(asks, NaN)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it.each([8, 9, 10])(
    'within a slippage are the largest possible, and their size gives the same slippage (seed %d)',
    (seed) => {
      const made = makeBook(seed, 60);
      const book = read(made);
      const lost = (side: DepthSide, lots: number): bigint => {
        const { tickLots } = fillLots(side, lots)!;
        return (tickLots - BigInt(side.bestTicks) * BigInt(lots)) * BigInt(side.way) * 1_000_000n;
      };
      for (const side of [book.bids, book.asks]) {
        for (const ppm of [0n, 1n, 20n, 100n, 400n, 2000n]) {
          const fill = fillWithin(side, ppm)!;
          const allowed = (lots: number): bigint => BigInt(side.bestTicks) * ppm * BigInt(lots);
          expect(lost(side, fill.lots) <= allowed(fill.lots)).toBe(true);
          expect(fill.short).toBe(fill.lots === side.allLots);
          if (!fill.short) expect(lost(side, fill.lots + 1) > allowed(fill.lots + 1)).toBe(true);
          expect(fill.tickLots).toBe(fillLots(side, fill.lots)!.tickLots);
        }
      }
    },
  );
});

/** Height of an outline over a px column: the last point at or before it, seen from the best price. */
function heightAt({ xsPx, ysPx, count }: Outline, way: number, x: number, bottom: number): number {
  let y = bottom;
  for (let i = 0; i < count && (xsPx[i]! - x) * way <= 0; i += 1) y = ysPx[i]!;
  return y;
}

describe('the picture', () => {
  it.each([11, 12, 13])('has the height of the sum at every px (seed %d)', (seed) => {
    const made = makeBook(seed, 900);
    const scene = sceneOf(made);
    for (const factor of [1, 3, 4, 0.05]) {
      scene.zoomBy(factor);
      scene.compose();
      for (const [side, outline, edge] of [
        [scene.book.bids, scene.bids, 0],
        [scene.book.asks, scene.asks, scene.widthPx],
      ] as const) {
        expect(outline.count).toBeLessThanOrEqual(scene.widthPx + 4);
        for (let x = scene.widthPx / 2; (x - edge) * side.way <= 0; x += side.way * 7) {
          const lots = (side.way < 0 ? made.bids : made.asks)
            .filter(([ticks]) => (scene.xOf(ticks) - x) * side.way <= 0)
            .reduce((sum, [, size]) => sum + size, 0);
          expect(heightAt(outline, side.way, x, scene.plotBottomPx)).toBe(scene.yOf(lots));
        }
      }
    }
  });

  it('is mirrored around the middle, bids left and asks right', () => {
    const scene = sceneOf({
      bids: [
        [995, 10],
        [990, 20],
      ],
      asks: [
        [1005, 10],
        [1010, 20],
      ],
    });
    const mirrored = [...scene.asks.xsPx.subarray(0, scene.asks.count)].map((x) => scene.widthPx - x);
    expect([...scene.bids.xsPx.subarray(0, scene.bids.count)]).toEqual(mirrored);
    expect([...scene.bids.ysPx.subarray(0, scene.bids.count)]).toEqual([
      ...scene.asks.ysPx.subarray(0, scene.asks.count),
    ]);
    expect(scene.book.midTicks).toBe(1000);
  });

  it('ends where a truncated book ends, and continues where the book has no more levels', () => {
    const cut = section({
      bids: [[995, 10]],
      asks: [
        [1005, 10],
        [1010, 20],
      ],
    });
    const scene = sceneOf({
      bids: [[995, 10]],
      asks: [
        [1005, 10],
        [1010, 20],
      ],
    });
    expect(scene.asks.xsPx[scene.asks.count - 1]).toBe(scene.widthPx);
    cut[HEAD + 7] = 50;
    scene.book.read(cut, HEAD);
    scene.zoomBy(0.01);
    scene.compose();
    expect(scene.asks.xsPx[scene.asks.count - 1]).toBe(scene.xOf(1010));
    expect(scene.bids.xsPx[scene.bids.count - 1]).toBe(0);
    scene.pointer = { ticks: 1_000_000, fixed: true };
    scene.compose();
    expect(scene.reading?.priceTicks).toBe(1010);
  });

  it('labels round prices on the grid at their positions', () => {
    const scene = sceneOf(makeBook(14));
    expect(scene.priceLabels.length).toBeGreaterThan(2);
    for (const { atPx, text } of scene.priceLabels) {
      const ticks = parseSteps(text.replaceAll(',', ''), GRIDS.price);
      expect(typeof ticks === 'number' && scene.xOf(ticks)).toBe(atPx);
    }
    for (const { atPx, text } of scene.sizeLabels)
      expect(
        Math.abs(scene.yOf(Number(text.replace('K', '')) * (text.endsWith('K') ? 1e6 : 1e3)) - atPx),
      ).toBeLessThanOrEqual(1);
  });

  it('keeps its scale under small changes of the book', () => {
    const made = makeBook(15);
    const scene = sceneOf(made);
    const before = scene.yOf(1000);
    for (const level of [...made.bids, ...made.asks]) level[1] = Math.ceil(level[1] * 0.9);
    scene.book.read(section(made), HEAD);
    scene.compose();
    expect(scene.yOf(1000)).toBe(before);
  });

  it('is empty for an empty book and half empty for one side', () => {
    const empty = sceneOf({ bids: [], asks: [] });
    expect([empty.bids.count, empty.asks.count, empty.priceLabels.length, empty.reading]).toEqual([0, 0, 0, null]);
    empty.zoomStep(true);
    empty.stepLevels(1);
    expect(empty.pointer).toBeNull();
    const half = sceneOf({
      bids: [
        [1000, 5],
        [999, 5],
      ],
      asks: [],
    });
    expect(half.bids.count).toBeGreaterThan(2);
    expect(half.asks.count).toBe(0);
  });
});

describe('zoom', () => {
  it('never shows less than the spread nor more than the book', () => {
    const scene = sceneOf(makeBook(16));
    const { book } = scene;
    scene.zoomBy(1e9);
    expect(scene.halfTicks).toBeGreaterThanOrEqual(book.asks.bestTicks - book.midTicks);
    scene.zoomBy(1e-9);
    expect(scene.halfTicks).toBeGreaterThanOrEqual(
      Math.max(book.midTicks - book.bids.worstTicks, book.asks.worstTicks - book.midTicks),
    );
    expect(scene.halfTicks).toBeLessThanOrEqual(
      1.1 * Math.max(book.midTicks - book.bids.worstTicks, book.asks.worstTicks - book.midTicks),
    );
  });

  it('steps over 1, 2, 5 in both directions', () => {
    const scene = sceneOf(makeBook(17, 2000));
    scene.zoomBy(scene.share / 0.0025);
    const seen: number[] = [];
    for (let i = 0; i < 3; i++) {
      scene.zoomStep(true);
      seen.push(scene.share);
    }
    for (let i = 0; i < 3; i++) {
      scene.zoomStep(false);
      seen.push(scene.share);
    }
    expect(seen.map((share) => Number(share.toPrecision(6)))).toEqual([0.002, 0.001, 0.0005, 0.001, 0.002, 0.005]);
  });

  it('is restored after a book that was too thin for it', () => {
    const made = makeBook(18);
    const scene = sceneOf(made);
    const { share } = scene;
    scene.book.read(section({ bids: made.bids.slice(0, 2), asks: made.asks.slice(0, 2) }), HEAD);
    scene.compose();
    expect(scene.share).toBeLessThan(share);
    scene.book.read(section(made), HEAD);
    scene.compose();
    expect(scene.share).toBe(share);
  });
});

describe('the crosshair', () => {
  it('reads the sum up to its price and what filling it costs', () => {
    const made = makeBook(19);
    const scene = sceneOf(made);
    for (const way of [-1, 1] as const) {
      const side = way < 0 ? scene.book.bids : scene.book.asks;
      const ticks = side.priceTicks[50]!;
      scene.pointer = { ticks, fixed: true };
      scene.compose();
      expect(scene.reading).toMatchObject({
        side: way < 0 ? 'bid' : 'ask',
        priceTicks: ticks,
        xPx: scene.xOf(ticks),
        yPx: scene.yOf(side.totalLots[50]!),
      });
      expect(scene.reading?.cost).toEqual(costOf(side, fillLots(side, side.totalLots[50]!)!, GRIDS));
    }
  });

  it('reads nothing between the best prices', () => {
    const scene = sceneOf({
      bids: [
        [900, 5],
        [800, 5],
      ],
      asks: [
        [1100, 5],
        [1200, 5],
      ],
    });
    scene.pointer = { ticks: 1001, fixed: true };
    scene.compose();
    expect(scene.reading).toMatchObject({ side: 'ask', cost: null });
  });

  it('of a pointer keeps its position while the book moves, that of a key its price', () => {
    const shifted = (by: number): Made => ({
      bids: [
        [995 + by, 10],
        [900 + by, 20],
      ],
      asks: [
        [1005 + by, 10],
        [1100 + by, 20],
      ],
    });
    const scene = sceneOf(shifted(0));
    scene.zoomBy(0.01);
    scene.pointer = { ticks: 50, fixed: false };
    scene.compose();
    const { xPx } = scene.reading!;
    scene.book.read(section(shifted(20)), HEAD);
    scene.compose();
    expect(Math.abs(scene.reading!.xPx - xPx)).toBeLessThan(8);
    expect(scene.reading!.priceTicks).toBe(1070);
    scene.pointer = { ticks: 1100, fixed: true };
    scene.compose();
    expect(scene.reading!.priceTicks).toBe(1100);
  });

  it('steps from level to level across the spread, and the range follows it', () => {
    const made = makeBook(20);
    const scene = sceneOf(made);
    const step = (count: number): number => {
      scene.stepLevels(count);
      scene.compose();
      return scene.reading!.priceTicks;
    };
    expect(step(1)).toBe(made.asks[0]![0]);
    expect(step(1)).toBe(made.asks[1]![0]);
    expect(step(-1)).toBe(made.asks[0]![0]);
    expect(step(-1)).toBe(made.bids[0]![0]);
    expect(step(-10)).toBe(made.bids[10]![0]);
    expect(step(11)).toBe(made.asks[0]![0]);
    expect(step(10_000)).toBe(made.asks.at(-1)![0]);
    expect(scene.reading!.xPx).toBeLessThanOrEqual(scene.widthPx);
    expect(step(-10_000)).toBe(made.bids.at(-1)![0]);
    expect(scene.reading!.xPx).toBeGreaterThanOrEqual(0);
  });
});
