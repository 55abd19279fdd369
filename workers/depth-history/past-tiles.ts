// The recorded book of the past, as the server's tiles have it, where the live one is not known.
import { type HeatTile, type HeatTrades, TILE_COLUMNS } from '../../chart/heat-map/heat-tiles.ts';
import { type DepthTile, depthTileStart } from '../../core/market-data/depth-tile.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { TileKey, Tiles, TileView } from '../tiles/tile-loader.ts';
import type { LiveTile } from './live-tile.ts';

/** Most tiles of a view; the oldest are left out. */
const MAX_TILES = 32;
/** A resolution that was not wanted among this many others is given up. */
const GIVEN_UP_AFTER = 60;

interface Shown {
  view: TileView;
  keys: string;
  wantedAt: number;
  /** `toMs`: up to when the columns were taken; Infinity: all of them. */
  tiles: Map<EpochMs, { of: DepthTile; toMs: EpochMs; tile: HeatTile }>;
}

/** Tiles at one length of columns. */
interface PastSpan {
  columnMs: number;
  levelTicks: number;
  fromMs: EpochMs;
  toMs: EpochMs;
}

export class PastTiles {
  readonly #loader: Tiles;
  readonly #coinInfoId: number;
  readonly #onChange: () => void;
  /** By length of columns. */
  readonly #shown = new Map<number, Shown>();
  #calls = 0;

  /** `onChange` is called when a tile has come. */
  constructor(loader: Tiles, coinInfoId: number, onChange: () => void) {
    this.#loader = loader;
    this.#coinInfoId = coinInfoId;
    this.#onChange = onChange;
  }

  /**
   * Tiles of a span, ascending, without the columns that `live` tiles know; loads those that are missing. The live book
   * is known up to `liveMs` and goes on, Infinity: it does not.
   */
  between({ columnMs, levelTicks, fromMs, toMs }: PastSpan, live: readonly LiveTile[], liveMs: EpochMs): HeatTile[] {
    const shown = this.#shownOf(columnMs);
    const starts: EpochMs[] = [];
    for (let start = depthTileStart(toMs, columnMs); start + columnMs * TILE_COLUMNS > fromMs;) {
      if (!live.some((tile) => tile.fromMs === start && isWhole(tile))) starts.push(start);
      if (starts.length === MAX_TILES || start <= 0) break;
      start -= columnMs * TILE_COLUMNS;
    }
    const requestOf = (start: EpochMs): Extract<TileKey, { kind: 'depth' }>['request'] => ({
      coinInfoId: this.#coinInfoId,
      levelTicks,
      columnMs,
      fromMs: start,
    });
    const keys = `${levelTicks} ${starts.join()}`;
    if (keys !== shown.keys) shown.view.show(starts.map((start) => ({ kind: 'depth', request: requestOf(start) })));
    shown.keys = keys;
    return starts.toReversed().flatMap((start) => {
      const state = this.#loader.depth(requestOf(start));
      if (state.kind !== 'tile') return [];
      const known = shown.tiles.get(start);
      const own = live.find((each) => each.fromMs === start);
      // The live tile will have the columns after the running one.
      const endMs = (Math.floor(liveMs / columnMs) + 1) * columnMs;
      const takenMs = own && endMs < state.tile.untilMs ? endMs : Infinity;
      if (known?.of === state.tile && known.toMs === takenMs) return [known.tile];
      const tile = heatTileOf(state.tile, own, takenMs);
      if (shown.tiles.size >= 2 * MAX_TILES) shown.tiles.clear();
      shown.tiles.set(start, { of: state.tile, toMs: takenMs, tile });
      return [tile];
    });
  }

  dispose(): void {
    for (const { view } of this.#shown.values()) view.dispose();
    this.#shown.clear();
  }

  #shownOf(columnMs: number): Shown {
    this.#calls++;
    let shown = this.#shown.get(columnMs);
    if (!shown) {
      shown = { view: this.#loader.open(this.#onChange), keys: '', wantedAt: 0, tiles: new Map() };
      this.#shown.set(columnMs, shown);
    }
    shown.wantedAt = this.#calls;
    for (const [other, { wantedAt, view }] of this.#shown) {
      if (this.#calls - wantedAt < GIVEN_UP_AFTER) continue;
      view.dispose();
      this.#shown.delete(other);
    }
    return shown;
  }
}

function isWhole({ known, cut, columns }: LiveTile): boolean {
  return columns === TILE_COLUMNS && !known.includes(0) && !cut.includes(1);
}

/** What was traded in a column, lots. */
function lotsIn(
  { column, sold, bought }: Pick<HeatTrades, 'sold' | 'bought'> & { column: ArrayLike<number> },
  wanted: number,
): number {
  return sold.reduce((sum, lots, at) => (column[at] === wanted ? sum + lots + bought[at]! : sum), 0);
}

/**
 * Columns that are over, recorded, and not known to `live`, up to `toMs`. The trades of columns that `live` has in part
 * are those of `tile` alone.
 */
function heatTileOf(tile: DepthTile, live: LiveTile | undefined, toMs: EpochMs): HeatTile {
  const { fromMs, columnMs, levelTicks, lowLevel, levels, untilMs, seams, bids, asks, trades } = tile;
  const lastMs = Math.min(untilMs, toMs);
  const columns = Math.min(tile.columns, Math.floor((lastMs - fromMs) / columnMs));
  const known = new Uint8Array(TILE_COLUMNS);
  const lots = new Float32Array(columns * levels);
  for (let column = 0; column < columns; column++) {
    const end = fromMs + (column + 1) * columnMs;
    if (live?.known[column] === 1 || seams.some(([from, to]) => from < end && end <= to)) continue;
    known[column] = 1;
    for (let at = column * levels; at < (column + 1) * levels; at++) lots[at] = bids[at]! + asks[at]!;
  }
  const isTaken = Array.from({ length: TILE_COLUMNS }, (_, column) => {
    const start = fromMs + column * columnMs;
    if (start >= lastMs) return false;
    if (!live) return true;
    if (live.known[column] === 1 && live.cut[column] === 0) return false;
    // The exchange may have lost some of what this page has seen, or the page may not have been there.
    const isSeam = seams.some(([from, to]) => from < start + columnMs && to > start);
    return !isSeam || lotsIn(trades, column) > lotsIn(live.trades, column);
  });
  for (const [column, taken] of isTaken.entries()) if (taken) live?.dropTrades(column);
  const picked = [...trades.column.keys()].filter((at) => isTaken[trades.column[at]!]);
  const pick = (values: ArrayLike<number>): Float64Array => Float64Array.from(picked, (at) => values[at]!);
  return {
    fromMs,
    columnMs,
    levelTicks,
    lowLevel,
    levels,
    columns,
    finalColumns: columns,
    lots,
    known,
    bestBids: tile.bestBids.map((price) => price || NaN),
    bestAsks: tile.bestAsks.map((price) => price || NaN),
    trades: {
      count: picked.length,
      revision: 0,
      column: Uint8Array.from(picked, (at) => trades.column[at]!),
      level: pick(trades.level),
      sold: pick(trades.sold),
      bought: pick(trades.bought),
    },
    revision: 0,
    shape: 0,
  };
}
