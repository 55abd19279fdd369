// Which tiles of the past an order flow needs: requests them, and hands over each that has come.
import { FLOW_BARS, FLOW_BAR_MS, type FlowTile, flowTileStart } from '../../core/market-data/flow-tile.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { TileKey, Tiles, TileView } from '../tiles/tile-loader.ts';

/** Market, bar length and levels of the tiles. */
interface PastRequest {
  coinInfoId: number;
  barMs: number;
  levelTicks: number;
}

export class PastFlow {
  readonly #loader: Tiles;
  readonly #request: PastRequest;
  /** Takes a tile; returns whether its bars need nothing more. */
  readonly #apply: (tile: FlowTile) => boolean;
  readonly #view: TileView;
  /** Starts of tiles that are not needed any more, and the newest state of the others. */
  readonly #done = new Set<EpochMs>();
  readonly #applied = new Map<EpochMs, FlowTile>();
  #fromMs = Infinity;
  #toMs = -Infinity;
  #wanted: EpochMs[] = [];

  constructor(loader: Tiles, request: PastRequest, apply: (tile: FlowTile) => boolean) {
    this.#loader = loader;
    this.#request = request;
    this.#apply = apply;
    this.#view = loader.open(() => this.#onChange());
  }

  /** Requests what is missing of the bars from `fromMs` to the one that starts at `toMs`, the newest first. */
  cover(fromMs: EpochMs, toMs: EpochMs): void {
    if (!FLOW_BAR_MS.includes(this.#request.barMs) || (fromMs >= this.#fromMs && toMs <= this.#toMs)) return;
    this.#fromMs = Math.min(this.#fromMs, fromMs);
    this.#toMs = Math.max(this.#toMs, toMs);
    this.#show();
  }

  /** Bars of this time miss trades, or are missing; NaN: those from the first one on. */
  reopen(fromMs: EpochMs, toMs: EpochMs): void {
    const first = flowTileStart(fromMs, this.#request.barMs);
    for (const start of this.#done) if (!(start < first) && start <= toMs) this.#done.delete(start);
    this.#show();
  }

  dispose(): void {
    this.#view.dispose();
  }

  #show(): void {
    const { barMs } = this.#request;
    const first = flowTileStart(this.#fromMs, barMs);
    this.#wanted = [];
    for (let start = flowTileStart(this.#toMs, barMs); start >= first && start >= 0; start -= barMs * FLOW_BARS)
      if (!this.#done.has(start)) this.#wanted.push(start);
    this.#view.show(this.#wanted.map((fromMs): TileKey => ({ kind: 'flow', request: { ...this.#request, fromMs } })));
  }

  #onChange(): void {
    let isLess = false;
    for (const fromMs of this.#wanted) {
      const state = this.#loader.flow({ ...this.#request, fromMs });
      if (state.kind !== 'tile' || this.#applied.get(fromMs) === state.tile) continue;
      if (this.#apply(state.tile)) {
        this.#done.add(fromMs);
        this.#applied.delete(fromMs);
        isLess = true;
      } else this.#applied.set(fromMs, state.tile);
    }
    if (isLess) this.#show();
  }
}
