// Order flow as the chart reads it: lots that were sold and bought at each price level of each bar.
import { firstRowFrom } from '../scene/first-row.ts';

/**
 * Columns shared with the host; the chart reads and never writes. Bar `i` of `[0, length)` has `levelCount[i]` levels
 * from `firstLevel[i]` upwards, whose cells follow each other in `sold` and `bought` from `firstCell[i]` on. Level `n`
 * has the prices `[n, n + 1) * levelPrice`. Bars without a trade have no row.
 */
export interface FlowColumns {
  readonly length: number;
  /** Start of each bar, ms, ascending. */
  readonly time: Float64Array;
  readonly firstLevel: Float64Array;
  readonly levelCount: Uint32Array;
  readonly firstCell: Uint32Array;
  /** 1: some trades of this bar were not recorded. */
  readonly part: Uint8Array;
  /** Lots that takers sold into bids, and that they bought from asks, in each cell. */
  readonly sold: Float64Array;
  readonly bought: Float64Array;
  /** Height of a level, and of a tick, in quote units. */
  readonly levelPrice: number;
  readonly tickPrice: number;
  /** Base coins of a lot. */
  readonly lotCoins: number;
  /** Grows with every change. */
  readonly revision: number;
  /** Grows with every change of another bar than the last, and with bars put in front. */
  readonly pastRevision: number;
}

/** Price of a level's lower edge: half a tick below its first price, which so is in the middle of its px. */
export function edgePrice({ levelPrice, tickPrice }: FlowColumns, level: number): number {
  return level * levelPrice - tickPrice / 2;
}

/** First row of bars or candles that does not start before `time`. */
export function flowRowFrom(bars: Pick<FlowColumns, 'length' | 'time'>, time: number): number {
  return firstRowFrom(bars.time, bars.length, time);
}

/** A copy with room for twice as many values. */
export function widened<C extends Float64Array | Uint32Array | Uint8Array>(column: C): C {
  const wider = new (column.constructor as new (length: number) => C)(2 * column.length);
  wider.set(column);
  return wider;
}
