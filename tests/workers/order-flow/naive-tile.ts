// Naive twin of the server's flow tiles, from a map of bars and levels.
import { FLOW_BARS, type FlowTile } from '../../../core/market-data/flow-tile.ts';
import type { Seam } from '../../../core/market-data/tile.ts';
import { type NaiveTrade, naiveFlow } from './naive-flow.ts';

/** The exchange's tile of some trades, complete up to `untilMs`. */
export function naiveTile(
  trades: readonly NaiveTrade[],
  { fromMs, barMs, levelTicks }: Pick<FlowTile, 'fromMs' | 'barMs' | 'levelTicks'>,
  untilMs: number,
  seams: Seam[] = [],
): FlowTile {
  const endMs = fromMs + barMs * FLOW_BARS;
  const barOf = (ts: number): number => fromMs + Math.floor((ts - fromMs) / barMs) * barMs;
  const inSeam = (ts: number): boolean => seams.some(([from, to]) => ts >= from && ts < to);
  const recorded = trades.filter(({ ts }) => ts >= fromMs && ts < Math.min(untilMs, endMs) && !inSeam(ts));
  const cells = naiveFlow(recorded, levelTicks, barOf);
  const keys = Array.from(cells.keys(), (key) => key.split(' ').map(Number) as [number, number]);
  const bars = [...new Set(keys.map(([time]) => time))].sort((a, b) => a - b);
  const levelsOf = (bar: number): number[] => keys.flatMap(([time, level]) => (time === bar ? [level] : []));
  const first = bars.map((bar) => Math.min(...levelsOf(bar)));
  const counts = bars.map((bar, at) => Math.max(...levelsOf(bar)) - first[at]! + 1);
  const column = (side: 0 | 1): Float64Array<ArrayBuffer> =>
    Float64Array.from(
      bars.flatMap((bar, at) =>
        Array.from({ length: counts[at]! }, (_, level) =>
          Number(cells.get(`${bar} ${first[at]! + level}`)?.[side] ?? 0),
        ),
      ),
    );
  return {
    coinInfoId: 7,
    fromMs,
    barMs,
    levelTicks,
    untilMs: Math.min(untilMs, endMs),
    lastId: 0,
    seams,
    time: Float64Array.from(bars),
    firstLevel: Float64Array.from(first),
    levelCount: Uint32Array.from(counts),
    sold: column(0),
    bought: column(1),
  };
}
