// The recorded book as the chart reads it: tiles of columns in time, each with the lots of every price level.

/** Columns of a tile. */
export const TILE_COLUMNS = 128;

/** Trades of a tile: one entry for each column and level with any, by column only as far as they came in order. */
export interface HeatTrades {
  readonly count: number;
  /** Grows with every change. */
  readonly revision: number;
  readonly column: Uint8Array;
  readonly level: Float64Array;
  /** Lots that takers sold into bids, and that they bought from asks. */
  readonly sold: Float64Array;
  readonly bought: Float64Array;
}

/**
 * Columns of one length from `fromMs` on; the chart reads and never writes. Level `n` has the prices
 * `[n, n + 1) * levelTicks`, in ticks.
 */
export interface HeatTile {
  readonly fromMs: number;
  readonly columnMs: number;
  readonly levelTicks: number;
  readonly lowLevel: number;
  readonly levels: number;
  /** Columns that have begun. */
  readonly columns: number;
  /** Columns before this one do not change any more, until `shape` grows. */
  readonly finalColumns: number;
  /** Lots that rest at the end of each column, column after column with `levels` cells each. */
  readonly lots: Float32Array;
  /** 1: the book at the end of the column is known. */
  readonly known: Uint8Array;
  /** Best prices at the end of each column, ticks; NaN: there is none. */
  readonly bestBids: Float64Array;
  readonly bestAsks: Float64Array;
  readonly trades: HeatTrades;
  /** Grows with every change. */
  readonly revision: number;
  /** Grows when levels or final columns changed. */
  readonly shape: number;
}

/** The recorded book of one market at several resolutions: the longer the columns, the higher the levels. */
export interface HeatSource {
  /** Price of a tick in quote units, and base coins of a lot. */
  readonly tickPrice: number;
  readonly lotCoins: number;
  /** Lengths of columns, ascending, in ms. */
  readonly columnMs: readonly number[];
  /** Grows with every change of a tile. */
  readonly revision: number;
  /** Ticks of a level of new columns at a resolution. */
  levelTicksAt(resolution: number): number;
  /**
   * Tiles at a resolution that begin before `toMs` and end after `fromMs`. No two know the same column. Loads what is
   * missing.
   */
  tilesAt(resolution: number, fromMs: number, toMs: number): readonly HeatTile[];
}
