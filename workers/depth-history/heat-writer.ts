// Sends the recorded book to a page that draws its heat map itself: the tiles that it shows, then what changes in them.
import type { HeatSource, HeatTile } from '../../chart/heat-map/heat-tiles.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { HeatSpan, HeatTileUpdate, HeatUpdate } from '../../core/worker-protocol/heat-update.ts';

/** Once a frame has this many cells, further tiles wait for the next: one MiB. */
const FRAME_CELLS = 1 << 18;
/** Most tiles that the page has, beside those in sight. */
const MAX_SPARE = 32;

/** A recorder of the book. */
interface RecordedBook extends HeatSource {
  advance(asOfMs: EpochMs): void;
}

interface Sent {
  no: number;
  revision: number;
  shape: number;
  /** Columns that are sent for good. */
  finalColumns: number;
  trades: number;
}

export class HeatWriter {
  readonly #recorder: RecordedBook;
  readonly #asOf: () => EpochMs;
  readonly #emit: (update: HeatUpdate) => void;
  #span: HeatSpan | null = null;
  /** By tile, those that were shown last at the end. */
  readonly #sent = new Map<HeatTile, Sent>();
  #lastNo = 0;
  #isFirst = true;
  /** What the page has: the revision of the book, and the height of levels. */
  #revision = NaN;
  #levelTicks = NaN;

  constructor(recorder: RecordedBook, asOf: () => EpochMs, emit: (update: HeatUpdate) => void) {
    this.#recorder = recorder;
    this.#asOf = asOf;
    this.#emit = emit;
  }

  show(span: HeatSpan): void {
    this.#span = span;
    this.#revision = NaN;
  }

  /** Returns whether tiles wait for a later frame. */
  write(): boolean {
    const recorder = this.#recorder;
    const span = this.#span;
    recorder.advance(this.#asOf());
    const levelTicks = recorder.levelTicksAt(0);
    if (levelTicks === this.#levelTicks && (span === null || recorder.revision === this.#revision)) return false;
    const tiles = span ? recorder.tilesAt(span.resolution, span.fromMs, span.toMs) : [];
    const changed = this.#changesOf(tiles);
    const isWhole = tiles.every((tile) => this.#sent.get(tile)?.revision === tile.revision);
    if (isWhole) this.#revision = recorder.revision;
    this.#levelTicks = levelTicks;
    this.#emit({
      isFirst: this.#isFirst,
      tickPrice: recorder.tickPrice,
      lotCoins: recorder.lotCoins,
      columnMs: recorder.columnMs,
      levelTicks: recorder.columnMs.map((_, resolution) => recorder.levelTicksAt(resolution)),
      resolution: span?.resolution ?? 0,
      changed,
      shown: isWhole ? tiles.map((tile) => this.#sent.get(tile)!.no) : null,
      dropped: isWhole ? this.#drop(tiles) : [],
    });
    this.#isFirst = false;
    return !isWhole;
  }

  /** The newest tiles first. */
  #changesOf(tiles: readonly HeatTile[]): HeatTileUpdate[] {
    const changed: HeatTileUpdate[] = [];
    let cells = 0;
    for (const tile of tiles.toReversed()) {
      const sent = this.#sent.get(tile);
      this.#sent.delete(tile);
      const isSent = sent?.revision === tile.revision;
      if (sent && (isSent || cells >= FRAME_CELLS)) this.#sent.set(tile, sent);
      if (isSent || cells >= FRAME_CELLS) continue;
      const update = updateOf(tile, sent, sent?.no ?? ++this.#lastNo);
      cells += update.lots.length;
      changed.push(update);
      const { revision, shape, finalColumns, trades } = tile;
      this.#sent.set(tile, { no: update.no, revision, shape, finalColumns, trades: trades.revision });
    }
    return changed;
  }

  /** Forgets the tiles that were not shown for longest. */
  #drop(tiles: readonly HeatTile[]): number[] {
    const dropped: number[] = [];
    for (const [tile, { no }] of this.#sent) {
      if (this.#sent.size <= tiles.length + MAX_SPARE) break;
      this.#sent.delete(tile);
      dropped.push(no);
    }
    return dropped;
  }
}

function updateOf(tile: HeatTile, sent: Sent | undefined, no: number): HeatTileUpdate {
  const { fromMs, columnMs, levelTicks, lowLevel, levels, columns, finalColumns, trades } = tile;
  const from = sent?.shape === tile.shape ? sent.finalColumns : 0;
  const { count } = trades;
  return {
    no,
    fromMs,
    columnMs,
    levelTicks,
    lowLevel,
    levels,
    columns,
    finalColumns,
    from,
    lots: tile.lots.slice(from * levels, columns * levels),
    known: tile.known.slice(from, columns),
    bestBids: tile.bestBids.slice(from, columns),
    bestAsks: tile.bestAsks.slice(from, columns),
    trades:
      sent?.trades === trades.revision
        ? null
        : {
            column: trades.column.slice(0, count),
            level: trades.level.slice(0, count),
            sold: trades.sold.slice(0, count),
            bought: trades.bought.slice(0, count),
          },
  };
}
