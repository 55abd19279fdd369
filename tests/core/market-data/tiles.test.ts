// Tiles: what is encoded is decoded, sizes are as near as promised, and damaged bytes are refused.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEPTH_COLUMNS,
  DEPTH_COLUMN_MS,
  type DepthTile,
  decodeDepthTile,
  depthTileStart,
  encodeDepthTile,
  roundedSize,
  sizeCode,
  sizeOfCode,
} from '../../../core/market-data/depth-tile.ts';
import {
  FLOW_BARS,
  FLOW_BAR_MS,
  type FlowTile,
  coarserFlowTile,
  decodeFlowTile,
  encodeFlowTile,
  flowTileStart,
} from '../../../core/market-data/flow-tile.ts';
import { LEVEL_TICKS, coarserLevelTicks } from '../../../core/market-data/tile.ts';
import { seeded } from '../../support/data/seeded-random.ts';

const FROM = Date.UTC(2026, 10, 25);

const seams = fc.array(fc.tuple(fc.nat(5_000), fc.integer({ min: 1, max: 5_000 })), { maxLength: 4 }).map((lengths) => {
  let last = FROM;
  return lengths.map(([gap, length]) => [(last += gap), (last += length)] as [number, number]);
});
const lots = fc.oneof(fc.nat(80), fc.nat(1_000_000), fc.nat(Number.MAX_SAFE_INTEGER));
/** Sums of these stay exact. */
const traded = fc.oneof(fc.nat(80), fc.nat(2 ** 40));

const flowTile = fc
  .record({
    coinInfoId: fc.integer({ min: 1, max: 1_000_000 }),
    barMs: fc.constantFrom(...FLOW_BAR_MS),
    levelTicks: fc.constantFrom(...LEVEL_TICKS),
    untilMs: fc.nat(1_000_000).map((ms) => FROM + ms),
    lastId: fc.oneof(fc.constant(0), fc.nat(Number.MAX_SAFE_INTEGER)),
    seams,
    bars: fc.uniqueArray(fc.nat(FLOW_BARS - 1), { maxLength: 12 }),
    level: fc.nat(10_000_000),
    cells: fc.array(fc.tuple(traded, traded), { minLength: 60, maxLength: 60 }),
  })
  .map(({ bars, level, cells, ...head }): FlowTile => {
    const levelCount = Uint32Array.from(bars, (bar) => 1 + (bar % 5));
    const used = cells.slice(
      0,
      levelCount.reduce((sum, count) => sum + count, 0),
    );
    return {
      ...head,
      fromMs: FROM,
      time: Float64Array.from(
        bars.toSorted((a, b) => a - b),
        (bar) => FROM + bar * head.barMs,
      ),
      firstLevel: Float64Array.from(bars, (bar) => level + ((bar * 7) % 30)),
      levelCount,
      sold: Float64Array.from(used, ([sold]) => sold),
      bought: Float64Array.from(used, ([, bought]) => bought),
    };
  });

const depthTile = fc
  .record({
    columnMs: fc.constantFrom(...DEPTH_COLUMN_MS),
    levelTicks: fc.constantFrom(...LEVEL_TICKS),
    untilMs: fc.nat(1_000_000).map((ms) => FROM + ms),
    seams,
    lowLevel: fc.nat(10_000_000),
    levels: fc.integer({ min: 0, max: 40 }),
    columns: fc.nat(DEPTH_COLUMNS),
    seed: fc.nat(),
  })
  .map(({ seed, ...head }): DepthTile => {
    const random = seeded(seed);
    const size = (): number => (random() < 0.7 ? 0 : roundedSize(Math.floor(random() ** 8 * 2 ** 40)));
    const cells = head.columns * head.levels;
    const best = (): number => (random() < 0.1 ? 0 : Math.floor(random() * 1e7));
    const trades = head.columns;
    return {
      ...head,
      coinInfoId: 2,
      fromMs: FROM,
      bids: Float32Array.from({ length: cells }, size),
      asks: Float32Array.from({ length: cells }, size),
      bestBids: Float64Array.from({ length: head.columns }, best),
      bestAsks: Float64Array.from({ length: head.columns }, best),
      trades: {
        column: Uint16Array.from({ length: trades }, (_, at) => at),
        level: Float64Array.from({ length: trades }, best),
        sold: Float64Array.from({ length: trades }, best),
        bought: Float64Array.from({ length: trades }, best),
      },
    };
  });

describe('tiles', () => {
  it('are decoded as they were encoded', () => {
    fc.assert(fc.property(flowTile, (tile) => void expect(decodeFlowTile(encodeFlowTile(tile))).toEqual(tile)));
    fc.assert(fc.property(depthTile, (tile) => void expect(decodeDepthTile(encodeDepthTile(tile))).toEqual(tile)));
  });

  it('are refused when they are cut, longer, of another version, or of random bytes', () => {
    const [flow] = fc.sample(flowTile, { seed: 5, numRuns: 1 });
    const [depth] = fc.sample(depthTile, { seed: 7, numRuns: 1 });
    for (const [bytes, decode] of [
      [encodeFlowTile(flow!), decodeFlowTile],
      [encodeDepthTile(depth!), decodeDepthTile],
    ] as const) {
      for (let length = 0; length < bytes.length; length++) expect(() => decode(bytes.subarray(0, length))).toThrow();
      expect(() => decode(Uint8Array.of(...bytes, 0))).toThrow();
      expect(() => decode(Uint8Array.of(3, ...bytes.subarray(1)))).toThrow('version 3');
    }
    // A damaged count neither takes all memory nor all time: each of these ends at once.
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        for (const decode of [decodeFlowTile, decodeDepthTile])
          try {
            decode(Uint8Array.of(1, ...bytes));
          } catch (error) {
            expect(error).toBeInstanceOf(Error);
          }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a size', () => {
  it('is exact below 64 lots, within 1.6 % above, and its codes grow with it', () => {
    for (let size = 0; size < 64; size++) expect(roundedSize(size)).toBe(size);
    fc.assert(
      fc.property(lots, (size) => {
        expect(Math.abs(roundedSize(size) - size)).toBeLessThanOrEqual(size / 64);
        expect(Math.fround(roundedSize(size))).toBe(roundedSize(size));
        expect(sizeCode(roundedSize(size))).toBe(sizeCode(size));
      }),
    );
    for (let code = 1; code < 49 * 32; code++) expect(sizeOfCode(code)).toBeGreaterThan(sizeOfCode(code - 1));
  });
});

describe('levels and times of tiles', () => {
  it('coarser levels are multiples of finer ones, wherever one begins', () => {
    for (const first of LEVEL_TICKS)
      for (let ticks = first; ticks < 1e7; ticks = coarserLevelTicks(ticks)) {
        expect(coarserLevelTicks(ticks) % ticks).toBe(0);
        expect(LEVEL_TICKS).toContain(ticks);
      }
  });

  it('a tile in coarser levels has the same trades', () => {
    fc.assert(
      fc.property(flowTile, fc.constantFrom(5, 10, 50), (tile, ratio) => {
        const coarse = coarserFlowTile(tile, tile.levelTicks * ratio);
        const byLevel = (one: FlowTile, scale: number): Map<string, number> => {
          const sums = new Map<string, number>();
          let cell = 0;
          for (const [bar, count] of one.levelCount.entries())
            for (let at = 0; at < count; at++, cell++) {
              const key = `${one.time[bar]} ${Math.floor((one.firstLevel[bar]! + at) / scale)}`;
              sums.set(key, (sums.get(key) ?? 0) + one.sold[cell]! - 3 * one.bought[cell]!);
            }
          return sums;
        };
        expect(byLevel(coarse, 1)).toEqual(byLevel(tile, ratio));
      }),
    );
  });

  it('a tile starts at or before each of its times, weeks on a Monday', () => {
    fc.assert(
      fc.property(fc.nat(2_000_000_000), fc.constantFrom(...FLOW_BAR_MS), (s, barMs) => {
        const start = flowTileStart(s * 1000, barMs);
        expect(s * 1000 - start).toBeGreaterThanOrEqual(0);
        expect(s * 1000 - start).toBeLessThan(barMs * FLOW_BARS);
        expect(flowTileStart(start, barMs)).toBe(start);
      }),
    );
    expect(new Date(depthTileStart(FROM, 7 * 86_400_000)).getUTCDay()).toBe(1);
  });
});
