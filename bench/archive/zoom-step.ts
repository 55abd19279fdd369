// A zoom step of a heat map: the tiles of a span, made by the server, unpacked and decoded as the browser does.
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { DEPTH_COLUMNS, decodeDepthTile } from '../../core/market-data/depth-tile.ts';
import type { TileRequest } from '../../server/archive/tiles/tile-maker.ts';
import type { Tiles } from '../../server/archive/tiles/tiles.ts';
import { type Row, quantile } from '../harness/row.ts';
import { processCpuMs } from '../harness/process-cpu.ts';

/** Tiles of a heat map that are in sight at once. */
export const ZOOM_TILES = 4;
/** Rest after a tile or a step, in times of what it took: tiles may have a share of the thread in the long run. */
export const RESTS = 3;

/** KiB, ms and ms of CPU time of each step. */
export interface Steps {
  sizes: number[];
  took: number[];
  cpu: number[];
}

export async function zoomStep(
  tiles: Tiles,
  first: Omit<TileRequest, 'untilMs' | 'lastId'>,
  steps: Steps,
): Promise<void> {
  const from = performance.now();
  const before = processCpuMs();
  let bytes = 0;
  for (let at = 0; at < ZOOM_TILES; at++) {
    const fromMs = first.fromMs + at * first.stepMs * DEPTH_COLUMNS;
    const tile = await tiles.read('depth', { ...first, fromMs }, 'bench');
    if (tile.kind !== 'tile') throw new Error(`${tile.kind}: depth tile of ${first.stepMs} ms at ${fromMs}`);
    decodeDepthTile(gunzipSync(tile.bytes));
    bytes += tile.bytes.length;
  }
  steps.took.push(performance.now() - from);
  steps.cpu.push(processCpuMs() - before);
  steps.sizes.push(bytes / 1024);
  await pause(RESTS * steps.took.at(-1)!);
}

export function rowsOfSteps(step: string, { sizes, took, cpu }: Steps): Row[] {
  const [size, time, cpuTime] = [sizes, took, cpu].map((values) => quantile(values, 0.99)) as [number, number, number];
  return [
    { name: `${step}, p99 of its size`, value: size, unit: 'KiB', against: 'goal 100', ratio: 100 / size },
    { name: `${step}, made and decoded, p99`, value: time, unit: 'ms', against: 'goal 150', ratio: 150 / time },
    { name: 'CPU time of the same, p99', value: cpuTime, unit: 'ms', against: 'goal 150', ratio: 150 / cpuTime },
  ];
}
