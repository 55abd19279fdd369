// The recorded book of the market worker, copied to a page that draws its chart itself.
import type { EpochMs } from '../../core/units/time.ts';
import type { HeatSpan, HeatTileUpdate, HeatUpdate } from '../../core/worker-protocol/heat-update.ts';
import { type HeatSource, type HeatTile, type HeatTrades, TILE_COLUMNS } from './heat-tiles.ts';

class MirroredTile implements HeatTile {
  fromMs = 0;
  columnMs = 0;
  levelTicks = 1;
  lowLevel = 0;
  levels = 0;
  columns = 0;
  finalColumns = 0;
  lots = new Float32Array(0);
  readonly known = new Uint8Array(TILE_COLUMNS);
  readonly bestBids = new Float64Array(TILE_COLUMNS);
  readonly bestAsks = new Float64Array(TILE_COLUMNS);
  trades: HeatTrades = {
    count: 0,
    revision: 0,
    column: new Uint8Array(0),
    level: new Float64Array(0),
    sold: new Float64Array(0),
    bought: new Float64Array(0),
  };
  revision = 0;
  shape = 0;

  apply(update: HeatTileUpdate): void {
    const { from, levels, trades } = update;
    for (const name of ['fromMs', 'columnMs', 'levelTicks', 'lowLevel', 'levels', 'columns', 'finalColumns'] as const)
      this[name] = update[name];
    if (from === 0) {
      this.lots = new Float32Array(TILE_COLUMNS * levels);
      this.known.fill(0);
      this.shape++;
    }
    this.lots.set(update.lots, from * levels);
    this.known.set(update.known, from);
    this.bestBids.set(update.bestBids, from);
    this.bestAsks.set(update.bestAsks, from);
    if (trades) this.trades = { ...trades, count: trades.column.length, revision: this.trades.revision + 1 };
    this.revision++;
  }
}

export class HeatMirror implements HeatSource {
  tickPrice = 1;
  lotCoins = 1;
  columnMs: readonly number[] = [];
  revision = 0;
  #levelTicks: readonly number[] = [];
  readonly #tiles = new Map<number, MirroredTile>();
  /** By resolution. */
  #shown: (readonly HeatTile[])[] = [];
  /** The span that was requested last. */
  #requested = '';
  readonly #request: (span: HeatSpan) => void;

  /** `request` is called when other tiles are in sight. */
  constructor(request: (span: HeatSpan) => void) {
    this.#request = request;
  }

  apply({ isFirst, tickPrice, lotCoins, columnMs, levelTicks, resolution, changed, shown, dropped }: HeatUpdate): void {
    if (isFirst) {
      this.#tiles.clear();
      this.#shown = [];
      this.#requested = '';
    }
    Object.assign(this, { tickPrice, lotCoins, columnMs });
    this.#levelTicks = levelTicks;
    for (const update of changed) {
      let tile = this.#tiles.get(update.no);
      if (!tile) this.#tiles.set(update.no, (tile = new MirroredTile()));
      tile.apply(update);
    }
    if (shown) this.#shown[resolution] = shown.map((no) => this.#tiles.get(no)!);
    for (const no of dropped) {
      const tile = this.#tiles.get(no);
      this.#shown = this.#shown.map((tiles) => tiles.filter((each) => each !== tile));
      this.#tiles.delete(no);
    }
    this.revision++;
  }

  levelTicksAt(resolution: number): number {
    return this.#levelTicks[resolution] ?? 1;
  }

  tilesAt(resolution: number, fromMs: EpochMs, toMs: EpochMs): readonly HeatTile[] {
    const tileMs = TILE_COLUMNS * this.columnMs[resolution]!;
    const span = {
      resolution,
      fromMs: Math.floor(fromMs / tileMs) * tileMs,
      toMs: Math.ceil(toMs / tileMs) * tileMs,
    };
    const requested = `${span.resolution} ${span.fromMs} ${span.toMs}`;
    if (requested !== this.#requested) this.#request(span);
    this.#requested = requested;
    return (this.#shown[resolution] ?? []).filter(
      (tile) => tile.fromMs < toMs && tile.fromMs + tile.columns * tile.columnMs > fromMs,
    );
  }
}
