// Tiles that charts show: fetched in order, remembered within a bound of bytes, given up when out of view.
import { tileAddress } from '../../core/endpoints/tile-address.ts';
import type { TileRequestOf } from '../../core/endpoints/tile-endpoints.ts';
import { DEPTH_COLUMNS, type DepthTile, decodeDepthTile } from '../../core/market-data/depth-tile.ts';
import { FLOW_BARS, type FlowTile, decodeFlowTile } from '../../core/market-data/flow-tile.ts';
import { TRADE_TILE_MS, type TradeTile, decodeTradeTile } from '../../core/market-data/trade-tile.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Platform } from '../platform.ts';
import type { FetchTile } from './fetch-tile.ts';

export type FlowRequest = TileRequestOf<'/tiles/flow'>;
export type DepthRequest = TileRequestOf<'/tiles/depth'>;
export type TradesRequest = TileRequestOf<'/tiles/trades'>;

export type TileKey =
  | { kind: 'flow'; request: FlowRequest }
  | { kind: 'depth'; request: DepthRequest }
  | { kind: 'trades'; request: TradesRequest };

interface TileOf {
  flow: FlowTile;
  depth: DepthTile;
  trades: TradeTile;
}
type AnyTile = TileOf[TileKey['kind']];

/** `missing`: nothing of that time was recorded. */
export type TileState<T> = { kind: 'loading' } | { kind: 'missing' } | { kind: 'tile'; tile: T };

/** Requests under way at once. */
const MAX_UNDER_WAY = 4;
/** A tile that is not finished, or that was missing, is fetched again after this time while it is in view. */
const REFRESH_MS = 5_000;
const MISSING_MS = 30_000;
/** Once more after this time, where it is over and the exchange still waits for late trades of a watched venue. */
const LATE_MS = 12_000;
/** Waiting after a failure: twice as long each time, up to the most. */
const RETRY_MS = 500;
const MAX_RETRY_MS = 30_000;
const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;
/** Entries without a tile take hardly any bytes, and are bounded by their number. */
const MAX_ENTRIES = 2_000;

export const LOADING: TileState<never> = { kind: 'loading' };

interface Entry {
  state: TileState<AnyTile>;
  bytes: number;
  /** From when on it is fetched again while it is in view; Infinity: never. */
  staleMs: number;
  failures: number;
  /** Of a tile: whether its time is over. */
  isOver?: boolean;
}

export interface TileView {
  /**
   * Replaces what this view shows, in the order in which it is fetched. Others are given up, unless another view shows
   * them.
   */
  show(tiles: readonly TileKey[]): void;
  dispose(): void;
}

export interface TileLoaderOptions {
  fetch: FetchTile;
  platform: Pick<Platform, 'stampMs' | 'after'>;
  maxBytes?: number;
}

/** Tiles that are loaded as views show them. */
export interface Tiles extends Pick<TileLoader, 'open' | 'flow' | 'depth' | 'trades'> {
  /** Nothing from here on is in them; absent: they grow. */
  readonly endMs?: EpochMs;
  /** Gives all up; absent: they live as long as the page. */
  dispose?(): void;
  /** The same with what was played since these were made; absent: they grow. */
  asOfNow?(): Tiles;
}

export class TileLoader {
  readonly #options: TileLoaderOptions;
  /** By address, in the order of their use. */
  readonly #entries = new Map<string, Entry>();
  readonly #views = new Map<TileView, { keys: Map<string, TileKey>; onChange: () => void }>();
  readonly #underWay = new Map<string, AbortController>();
  #bytes = 0;
  #isDisposed = false;
  #cancelTimer: (() => void) | null = null;

  constructor(options: TileLoaderOptions) {
    this.#options = options;
  }

  /** `onChange` is called when a tile of the view has come, or is missing. */
  open(onChange: () => void): TileView {
    const view: TileView = {
      show: (tiles) => {
        if (this.#isDisposed) return;
        this.#views.set(view, { keys: new Map(tiles.map((tile) => [addressOf(tile), tile])), onChange });
        this.#update();
      },
      dispose: () => {
        this.#views.delete(view);
        this.#update();
      },
    };
    return view;
  }

  /** Gives all up: nothing is loaded any more. */
  dispose(): void {
    this.#isDisposed = true;
    this.#views.clear();
    this.#update();
  }

  flow(request: FlowRequest): TileState<FlowTile> {
    return this.#stateOf<'flow'>({ kind: 'flow', request });
  }

  depth(request: DepthRequest): TileState<DepthTile> {
    return this.#stateOf<'depth'>({ kind: 'depth', request });
  }

  trades(request: TradesRequest): TileState<TradeTile> {
    return this.#stateOf<'trades'>({ kind: 'trades', request });
  }

  /** Bytes of the tiles that are remembered. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The address of a key names its kind, so that what is stored there is of that kind. */
  #stateOf<K extends TileKey['kind']>(key: Extract<TileKey, { kind: K }>): TileState<TileOf[K]> {
    return (this.#entries.get(addressOf(key))?.state ?? LOADING) as TileState<TileOf[K]>;
  }

  /** Gives up what is out of view, fetches what is missing or stale, and sets the timer for what will be. */
  #update(): void {
    const wanted = new Map([...this.#views.values()].flatMap(({ keys }) => [...keys]));
    for (const [address, controller] of this.#underWay)
      if (!wanted.has(address)) {
        this.#underWay.delete(address);
        controller.abort();
      }
    const now = this.#options.platform.stampMs();
    let nextMs = Infinity;
    for (const [address, key] of wanted) {
      const entry = this.#entries.get(address);
      if (entry) this.#touch(address, entry);
      if (this.#underWay.has(address)) continue;
      if (entry && entry.staleMs > now) nextMs = Math.min(nextMs, entry.staleMs);
      else if (this.#underWay.size < MAX_UNDER_WAY) void this.#fetch(address, key);
    }
    this.#evict(wanted);
    this.#cancelTimer?.();
    this.#cancelTimer = nextMs === Infinity ? null : this.#options.platform.after(nextMs - now, () => this.#update());
  }

  async #fetch(address: string, key: TileKey): Promise<void> {
    const controller = new AbortController();
    this.#underWay.set(address, controller);
    const entry = await this.#load(address, key, controller.signal);
    // Given up meanwhile; another request for the same tile may be under way.
    if (!entry || this.#underWay.get(address) !== controller) return;
    this.#underWay.delete(address);
    const before = this.#entries.get(address);
    this.#bytes += entry.bytes - (before?.bytes ?? 0);
    this.#touch(address, entry);
    this.#update();
    if (entry.state !== before?.state)
      for (const { keys, onChange } of this.#views.values()) if (keys.has(address)) onChange();
  }

  /** Null when it was given up. */
  async #load(address: string, key: TileKey, signal: AbortSignal): Promise<Entry | null> {
    const before = this.#entries.get(address);
    const now = (): number => this.#options.platform.stampMs();
    const failed = (delayMs: number | null): Entry => {
      const failures = (before?.failures ?? 0) + 1;
      const waitMs = delayMs ?? Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** (failures - 1));
      return { state: before?.state ?? LOADING, bytes: before?.bytes ?? 0, staleMs: now() + waitMs, failures };
    };
    try {
      const answer = await this.#options.fetch(address, signal);
      if (answer.kind === 'later') return failed(answer.delayMs);
      if (answer.kind === 'missing')
        return { state: { kind: 'missing' }, bytes: 0, staleMs: now() + MISSING_MS, failures: 0 };
      const tile = decode(key.kind, answer.bytes);
      const isOver = tile.untilMs >= endOf(tile);
      // Twice at most, even where a proxy forbids to store anything.
      const isLate = isOver && answer.mayChange && before?.isOver !== true;
      const staleMs = isOver && !isLate ? Infinity : now() + (isOver ? LATE_MS : REFRESH_MS);
      return { state: { kind: 'tile', tile }, bytes: bytesOf(tile), staleMs, failures: 0, isOver };
    } catch {
      // Either it was given up, or the bytes are no tile: a proxy may have cut them.
      return signal.aborted ? null : failed(null);
    }
  }

  #touch(address: string, entry: Entry): void {
    this.#entries.delete(address);
    this.#entries.set(address, entry);
  }

  /** The least recently shown go first; those in view stay. */
  #evict(wanted: ReadonlyMap<string, TileKey>): void {
    const { maxBytes = DEFAULT_MAX_BYTES } = this.#options;
    for (const [address, { bytes }] of this.#entries) {
      if (this.#bytes <= maxBytes && this.#entries.size <= MAX_ENTRIES) return;
      if (wanted.has(address)) continue;
      this.#entries.delete(address);
      this.#bytes -= bytes;
    }
  }
}

function addressOf(key: TileKey): string {
  if (key.kind === 'trades') return tileAddress('/tiles/trades', key.request);
  return key.kind === 'flow' ? tileAddress('/tiles/flow', key.request) : tileAddress('/tiles/depth', key.request);
}

/** Throws Error on bytes that are no tile. */
function decode(kind: TileKey['kind'], bytes: Uint8Array): AnyTile {
  if (kind === 'trades') return decodeTradeTile(bytes);
  return kind === 'flow' ? decodeFlowTile(bytes) : decodeDepthTile(bytes);
}

function endOf(tile: AnyTile): number {
  if ('priorMs' in tile) return tile.fromMs + TRADE_TILE_MS;
  return tile.fromMs + ('barMs' in tile ? tile.barMs * FLOW_BARS : tile.columnMs * DEPTH_COLUMNS);
}

function bytesOf(tile: AnyTile): number {
  const columns = 'trades' in tile ? { ...tile, ...tile.trades } : tile;
  return Object.values(columns).reduce((sum, value) => sum + (ArrayBuffer.isView(value) ? value.byteLength : 0), 0);
}
