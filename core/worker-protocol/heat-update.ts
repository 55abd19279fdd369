// The recorded book on its way to a page that draws its heat map itself: tiles, and what changed in them.
import type { EpochMs } from '../units/time.ts';

/** What the page shows: tiles of a resolution that begin before `toMs` and end after `fromMs`. */
export interface HeatSpan {
  resolution: number;
  fromMs: EpochMs;
  toMs: EpochMs;
}

/** The fields are those of `HeatTile` (chart/heat-map/heat-tiles.ts), the columns those from `from` on. */
export interface HeatTileUpdate {
  /** Names the tile until it is dropped. */
  no: number;
  fromMs: EpochMs;
  columnMs: number;
  levelTicks: number;
  lowLevel: number;
  levels: number;
  columns: number;
  finalColumns: number;
  /** First column that is sent; 0: the tile has no other any more. */
  from: number;
  lots: Float32Array;
  known: Uint8Array;
  bestBids: Float64Array;
  bestAsks: Float64Array;
  /** Null: as before. */
  trades: { column: Uint8Array; level: Float64Array; sold: Float64Array; bought: Float64Array } | null;
}

export interface HeatUpdate {
  /** Nothing that was sent before holds any more. */
  isFirst: boolean;
  tickPrice: number;
  lotCoins: number;
  /** Length of columns and ticks of a level, by resolution. */
  columnMs: readonly number[];
  levelTicks: readonly number[];
  resolution: number;
  changed: HeatTileUpdate[];
  /** All tiles of the span in their order; null while the page does not have them all. */
  shown: number[] | null;
  /** Tiles that the page forgets. */
  dropped: number[];
}
