// How much of the heat map a frame paints, and what it shows until all pictures of tiles are painted.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HeatMap } from '../../../chart/heat-map/heat-map.ts';
import { type HeatSource, type HeatTile, TILE_COLUMNS } from '../../../chart/heat-map/heat-tiles.ts';
import type { Context2d } from '../../../chart/render/context-2d.ts';
import { MINUTE_MS } from '../../../core/units/durations.ts';
import { type ChartFixture, makeChartFixture } from '../chart-fixture.ts';

const LEVELS = 1100;
/** A frame may begin another picture until it has painted this much. */
const FRAME_CELLS = 1 << 18;
const CELLS = TILE_COLUMNS * LEVELS;

/** Cells that went into pictures, and the pictures that were shown, of what size. */
let painted = 0;
let shown: number[] = [];
const context = new Proxy({} as Context2d, {
  get: (_, name) => {
    if (name === 'putImageData')
      return ({ width, height }: ImageData) => {
        painted += width * height;
      };
    if (name === 'drawImage') return ({ height }: { height: number }) => shown.push(height);
    return () => null;
  },
  set: () => true,
});

class Canvas {
  readonly height: number;
  constructor(_width: number, height: number) {
    this.height = height;
  }
  getContext = (): Context2d => context;
}
class Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.data = new Uint8ClampedArray(width * height * 4);
  }
}

beforeEach(() => {
  vi.stubGlobal('OffscreenCanvas', Canvas);
  vi.stubGlobal('ImageData', Picture);
});
afterEach(() => vi.unstubAllGlobals());

/** Tiles around the prices of the chart; those of minutes have more levels than those of quarters of an hour. */
function sourceOf({ columns }: ChartFixture): HeatSource {
  const columnMs = [MINUTE_MS, 15 * MINUTE_MS];
  const startMs = columns.time[0]!;
  const made = columnMs.map((ms, resolution) => {
    const levels = resolution === 0 ? LEVELS : LEVELS / 2;
    const lots = new Float32Array(TILE_COLUMNS * levels).fill(7);
    return Array.from(
      { length: Math.ceil((columns.length * 15 * MINUTE_MS) / (TILE_COLUMNS * ms)) },
      (_, at): HeatTile => ({
        fromMs: startMs + at * TILE_COLUMNS * ms,
        columnMs: ms,
        levelTicks: 1 + resolution,
        lowLevel: 0,
        levels,
        columns: TILE_COLUMNS,
        finalColumns: TILE_COLUMNS,
        lots,
        known: new Uint8Array(TILE_COLUMNS).fill(1),
        bestBids: new Float64Array(TILE_COLUMNS),
        bestAsks: new Float64Array(TILE_COLUMNS),
        trades: {
          count: 0,
          revision: 0,
          column: new Uint8Array(),
          level: new Float64Array(),
          sold: new Float64Array(),
          bought: new Float64Array(),
        },
        revision: 1,
        shape: 1,
      }),
    );
  });
  return {
    tickPrice: 100,
    lotCoins: 1,
    columnMs,
    revision: 1,
    levelTicksAt: (resolution) => 1 + resolution,
    tilesAt: (resolution, fromMs, toMs) =>
      made[resolution]!.filter((tile) => tile.fromMs < toMs && tile.fromMs + TILE_COLUMNS * tile.columnMs > fromMs),
  };
}

function framesOf(chart: ChartFixture): () => { cells: number; again: boolean } {
  let again = false;
  const { view, list } = chart.composer;
  const map = new HeatMap(
    view,
    list,
    () => null,
    () => {
      again = true;
    },
  );
  map.source = sourceOf(chart);
  return () => {
    again = false;
    painted = 0;
    shown = [];
    chart.frame();
    map.paintGround(context);
    return { cells: painted, again };
  };
}

it('paints a few pictures a frame when the resolution changes, and shows the other until all are there', () => {
  const chart = makeChartFixture();
  const frame = framesOf(chart);
  const { time } = chart.composer.view;
  time.zoomAt(0.1, 500);
  // The first picture is whole at once.
  expect(frame()).toEqual({ cells: expect.any(Number), again: false });
  const coarse = new Set(shown);
  expect([...coarse]).toEqual([LEVELS / 2]);
  time.zoomAt(20, 500);
  let frames = 0;
  for (let again = true; again; frames += 1) {
    const drawn = frame();
    again = drawn.again;
    expect(drawn.cells).toBeGreaterThan(0);
    expect(drawn.cells).toBeLessThan(FRAME_CELLS + CELLS);
    expect(new Set(shown)).toEqual(new Set([again ? LEVELS / 2 : LEVELS]));
  }
  expect(frames).toBeGreaterThan(1);
});
