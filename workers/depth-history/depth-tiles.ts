// Tiles of the recorded book that a line needs: requested from the newest to the oldest, handed on as they come.
import { DEPTH_COLUMNS, type DepthTile, depthTileStart } from '../../core/market-data/depth-tile.ts';
import { LEVEL_TICKS } from '../../core/market-data/tile.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { DepthRequest, TileKey, TileView, Tiles } from '../tiles/tile-loader.ts';

/** Least levels of a tile within the depth on one side. */
const MIN_LEVELS = 32;
/** Most tiles of the past; what is older has no value. */
const MAX_TILES = 64;

export class DepthTiles {
  readonly #tiles: Tiles;
  readonly #view: TileView;
  readonly #coinInfoId: number;
  readonly #apply: (fresh: readonly DepthTile[]) => void;
  /** By start. */
  readonly #known = new Map<EpochMs, DepthTile>();
  #wanted: DepthRequest[] = [];

  /**
   * `apply` gets the tiles that came, or came again with more columns; `onChange` is called after those that `cover`
   * did not find at once: it is called while a frame is written, in which no other may begin.
   */
  constructor(tiles: Tiles, coinInfoId: number, apply: (fresh: readonly DepthTile[]) => void, onChange: () => void) {
    this.#tiles = tiles;
    this.#coinInfoId = coinInfoId;
    this.#apply = apply;
    this.#view = tiles.open(() => {
      if (this.#check()) onChange();
    });
  }

  /** Requests what there is of `[fromMs, toMs]`, with levels that are small against `depthTicks`. */
  cover(depthTicks: number, columnMs: number, fromMs: EpochMs, toMs: EpochMs): void {
    const levelTicks = LEVEL_TICKS.findLast((ticks) => ticks <= depthTicks / MIN_LEVELS) ?? LEVEL_TICKS[0]!;
    this.#wanted = [];
    const first = depthTileStart(fromMs, columnMs);
    for (let start = depthTileStart(toMs, columnMs); start >= first && start >= 0;) {
      this.#wanted.push({ coinInfoId: this.#coinInfoId, levelTicks, columnMs, fromMs: start });
      if (this.#wanted.length === MAX_TILES) break;
      start -= columnMs * DEPTH_COLUMNS;
    }
    this.#view.show(this.#wanted.map((request): TileKey => ({ kind: 'depth', request })));
    this.#check();
  }

  dispose(): void {
    this.#view.dispose();
  }

  /** Whether there was a fresh one. */
  #check(): boolean {
    const fresh: DepthTile[] = [];
    for (const request of this.#wanted) {
      const state = this.#tiles.depth(request);
      if (state.kind !== 'tile' || this.#known.get(request.fromMs) === state.tile) continue;
      this.#known.set(request.fromMs, state.tile);
      fresh.push(state.tile);
    }
    if (fresh.length > 0) this.#apply(fresh);
    return fresh.length > 0;
  }
}
