// Tiles of the exchange's record as they were at a moment: without anything that happened later.
import {
  ALL_BEFORE_END,
  FLOW_BARS,
  FLOW_BAR_MS,
  type FlowTile,
  coarserFlowTile,
  flowTileStart,
} from '../../core/market-data/flow-tile.ts';
import { TRADE_TILE_MS, type TradeTile } from '../../core/market-data/trade-tile.ts';
import { DEPTH_COLUMNS, type DepthTile } from '../../core/market-data/depth-tile.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/units/durations.ts';
import { type EpochMs, candleStart } from '../../core/units/time.ts';
import {
  type DepthRequest,
  type FlowRequest,
  LOADING,
  type TileKey,
  type TileState,
  type TileView,
  type Tiles,
  type TradesRequest,
} from '../tiles/tile-loader.ts';

const MINUTE = '1m';
/** Lengths of the bars that a longer one is made of, the longest first. */
const PART_BAR_MS = [DAY_MS, HOUR_MS, MINUTE_MS] as const;
const MISSING: TileState<never> = { kind: 'missing' };

/** Tiles of one bar length whose bars make the running bar, or the part of it from `fromMs` to before `toMs`. */
interface Span {
  barMs: number;
  fromMs: EpochMs;
  toMs: EpochMs;
}

/**
 * The bar that runs at the moment is made of shorter bars that had ended by then: a whole minute is enough, because a
 * replay plays every trade since.
 */
export class SessionTiles implements Tiles {
  readonly #loader: Tiles;
  readonly endMs: EpochMs;
  /** Tiles that were cut, with what they were made of. */
  readonly #cut = new Map<string, { of: readonly FlowTile[]; state: TileState<FlowTile> }>();
  #cutTrades: { of: TradeTile; state: TileState<TradeTile> } | null = null;
  /**
   * By key; cut again when a view wants other tiles, because what was played since is over too, and at the end of the
   * column that ran: who follows the book has it in part.
   */
  readonly #cutDepth = new Map<string, { of: DepthTile; state: TileState<DepthTile>; againMs: EpochMs }>();
  readonly #atMs: () => EpochMs;

  /** `cutMs` is the start of a minute, `atMs` the moment: views of books follow them from there on. */
  constructor(loader: Tiles, cutMs: EpochMs, atMs: () => EpochMs = () => cutMs) {
    this.#loader = loader;
    this.endMs = cutMs;
    this.#atMs = atMs;
  }

  /** For a view that opens now: of all that was played since, only the newest trades are remembered. */
  asOfNow(): SessionTiles {
    return new SessionTiles(this.#loader, candleStart(this.#atMs(), MINUTE), this.#atMs);
  }

  open(onChange: () => void): TileView {
    const view = this.#loader.open(onChange);
    return {
      show: (tiles) => {
        this.#cutDepth.clear();
        view.show(
          tiles.flatMap((key): TileKey[] => {
            if (key.kind === 'depth') return key.request.fromMs < this.#atMs() ? [key] : [];
            if (key.request.fromMs >= this.endMs) return [];
            if (key.kind === 'trades') return [key];
            return [key, ...this.#partsOf(key.request).map((request): TileKey => ({ kind: 'flow', request }))];
          }),
        );
      },
      dispose: () => view.dispose(),
    };
  }

  flow(request: FlowRequest): TileState<FlowTile> {
    if (request.fromMs >= this.endMs) return MISSING;
    const whole = this.#loader.flow(request);
    if (whole.kind !== 'tile' || endOf(request) <= this.endMs) return whole;
    const parts: FlowTile[] = [];
    for (const part of this.#partsOf(request)) {
      const state = this.#loader.flow(part);
      if (state.kind === 'loading') return LOADING;
      if (state.kind === 'tile') parts.push(state.tile);
    }
    const of = [whole.tile, ...parts];
    const key = `${request.barMs} ${request.levelTicks} ${request.fromMs}`;
    const known = this.#cut.get(key);
    if (known && known.of.length === of.length && known.of.every((tile, at) => tile === of[at])) return known.state;
    const state: TileState<FlowTile> = { kind: 'tile', tile: cutTile(whole.tile, parts, this.endMs) };
    this.#cut.set(key, { of, state });
    return state;
  }

  depth(request: DepthRequest): TileState<DepthTile> {
    const key = `${request.columnMs} ${request.levelTicks} ${request.fromMs}`;
    const known = this.#cutDepth.get(key);
    const whole = this.#loader.depth(request);
    const atMs = this.#atMs();
    if (whole.kind !== 'tile') return known?.state ?? whole;
    const isCut = known?.of === whole.tile;
    if (isCut && atMs < known.againMs) return known.state;
    const tile = columnsBefore(whole.tile, atMs);
    const state: TileState<DepthTile> = tile === null ? MISSING : { kind: 'tile', tile };
    const againMs = isCut ? Infinity : (Math.floor(atMs / request.columnMs) + 1) * request.columnMs;
    this.#cutDepth.set(key, { of: whole.tile, state, againMs });
    return state;
  }

  trades(request: TradesRequest): ReturnType<Tiles['trades']> {
    if (request.fromMs >= this.endMs) return MISSING;
    const whole = this.#loader.trades(request);
    if (whole.kind !== 'tile' || request.fromMs + TRADE_TILE_MS <= this.endMs) return whole;
    if (this.#cutTrades?.of !== whole.tile)
      this.#cutTrades = { of: whole.tile, state: { kind: 'tile', tile: tradesBefore(whole.tile, this.endMs) } };
    return this.#cutTrades.state;
  }

  /** Requests for the tiles that the running bar is made of; none where no bar of a tile runs at the moment. */
  #partsOf(request: FlowRequest): FlowRequest[] {
    if (endOf(request) <= this.endMs) return [];
    return spansOf(request, this.endMs).flatMap(({ barMs, fromMs, toMs }) => {
      const requests: FlowRequest[] = [];
      for (let start = flowTileStart(fromMs, barMs); start < toMs; start += barMs * FLOW_BARS)
        requests.push({ ...request, barMs, fromMs: start });
      return requests;
    });
  }
}

const endOf = ({ fromMs, barMs }: FlowRequest): EpochMs => fromMs + barMs * FLOW_BARS;

/** Start of the bar that runs at `cutMs`. */
function runningFrom({ fromMs, barMs }: Pick<FlowTile, 'fromMs' | 'barMs'>, cutMs: EpochMs): EpochMs {
  return fromMs + Math.floor((cutMs - fromMs) / barMs) * barMs;
}

/** Spans that together reach from the start of the running bar to `cutMs`, longer bars first. */
function spansOf(request: FlowRequest, cutMs: EpochMs): Span[] {
  const spans: Span[] = [];
  let fromMs = runningFrom(request, cutMs);
  for (const barMs of PART_BAR_MS) {
    const toMs = Math.floor(cutMs / barMs) * barMs;
    if (barMs >= request.barMs || toMs <= fromMs || !FLOW_BAR_MS.includes(barMs)) continue;
    spans.push({ barMs, fromMs, toMs });
    fromMs = toMs;
  }
  return spans;
}

/**
 * The trades up to the first one at or after `cutMs`: later ones of an earlier time had not come by then. The hour is
 * finished with them: what follows is played.
 */
function tradesBefore(whole: TradeTile, cutMs: EpochMs): TradeTile {
  const first = whole.times.findIndex((time) => time >= cutMs);
  const count = first < 0 ? whole.times.length : first;
  const { ids, times, prices, lots, buys } = whole;
  return {
    ...whole,
    untilMs: whole.untilMs < cutMs ? whole.untilMs : whole.fromMs + TRADE_TILE_MS,
    ids: ids.slice(0, count),
    times: times.slice(0, count),
    prices: prices.slice(0, count),
    lots: lots.slice(0, count),
    buys: buys.slice(0, count),
  };
}

/** The columns that had ended by `cutMs`; null where none had. */
function columnsBefore(whole: DepthTile, cutMs: EpochMs): DepthTile | null {
  const { fromMs, columnMs, levels, bids, asks, bestBids, bestAsks, trades } = whole;
  if (whole.untilMs <= cutMs) return whole;
  const columns = Math.min(whole.columns, DEPTH_COLUMNS, Math.floor((cutMs - fromMs) / columnMs));
  if (columns <= 0) return null;
  const untilMs = fromMs + columns * columnMs;
  const after = trades.column.findIndex((column) => column >= columns);
  const count = after < 0 ? trades.column.length : after;
  return {
    ...whole,
    untilMs,
    columns,
    seams: whole.seams.flatMap(([from, to]) => (from < untilMs ? [[from, Math.min(to, untilMs)] as const] : [])),
    bids: bids.subarray(0, columns * levels),
    asks: asks.subarray(0, columns * levels),
    bestBids: bestBids.subarray(0, columns),
    bestAsks: bestAsks.subarray(0, columns),
    trades: {
      column: trades.column.subarray(0, count),
      level: trades.level.subarray(0, count),
      sold: trades.sold.subarray(0, count),
      bought: trades.bought.subarray(0, count),
    },
  };
}

/** The bars that had ended by `cutMs`, and the running one as the bars of `parts` make it. */
function cutTile(whole: FlowTile, parts: readonly FlowTile[], cutMs: EpochMs): FlowTile {
  const levelTicks = Math.max(whole.levelTicks, ...parts.map((part) => part.levelTicks));
  const startMs = runningFrom(whole, cutMs);
  const untilMs = Math.min(
    cutMs,
    ...[whole, ...parts].filter((tile) => tile.fromMs < cutMs && !isFinished(tile)).map((tile) => tile.untilMs),
  );
  const bars = new Map<EpochMs, Map<number, [sold: number, bought: number]>>();
  collect(coarserFlowTile(whole, levelTicks), -Infinity, startMs, (ms) => ms, bars);
  const spans = spansOf({ ...whole, levelTicks }, cutMs);
  for (const part of parts) {
    const span = spans.find(({ barMs }) => barMs === part.barMs);
    if (span) collect(coarserFlowTile(part, levelTicks), span.fromMs, span.toMs, () => startMs, bars);
  }
  const seams = whole.seams.flatMap(([from, to]) => (from < untilMs ? [[from, Math.min(to, untilMs)] as const] : []));
  return { ...whole, levelTicks, untilMs, lastId: ALL_BEFORE_END, seams, ...columnsOf(bars) };
}

const isFinished = ({ fromMs, barMs, untilMs }: FlowTile): boolean => untilMs >= fromMs + barMs * FLOW_BARS;

/** Adds the bars of a tile that start in `[fromMs, toMs)` to those at `barOf` their start. */
function collect(
  tile: FlowTile,
  fromMs: EpochMs,
  toMs: EpochMs,
  barOf: (ms: EpochMs) => EpochMs,
  bars: Map<EpochMs, Map<number, [number, number]>>,
): void {
  let cell = 0;
  for (const [bar, time] of tile.time.entries()) {
    const count = tile.levelCount[bar]!;
    if (time >= fromMs && time < toMs) {
      const levels = bars.get(barOf(time)) ?? new Map<number, [number, number]>();
      bars.set(barOf(time), levels);
      for (let at = 0; at < count; at++) {
        const level = tile.firstLevel[bar]! + at;
        const [sold, bought] = levels.get(level) ?? [0, 0];
        levels.set(level, [sold + tile.sold[cell + at]!, bought + tile.bought[cell + at]!]);
      }
    }
    cell += count;
  }
}

function columnsOf(
  bars: ReadonlyMap<EpochMs, ReadonlyMap<number, readonly [number, number]>>,
): Pick<FlowTile, 'time' | 'firstLevel' | 'levelCount' | 'sold' | 'bought'> {
  const times = [...bars.keys()].toSorted((one, other) => one - other);
  const first = times.map((time) => Math.min(...bars.get(time)!.keys()));
  const counts = times.map((time, bar) => Math.max(...bars.get(time)!.keys()) - first[bar]! + 1);
  const column = (side: 0 | 1): Float64Array<ArrayBuffer> =>
    Float64Array.from(
      times.flatMap((time, bar) =>
        Array.from({ length: counts[bar]! }, (_, at) => bars.get(time)!.get(first[bar]! + at)?.[side] ?? 0),
      ),
    );
  return {
    time: Float64Array.from(times),
    firstLevel: Float64Array.from(first),
    levelCount: Uint32Array.from(counts),
    sold: column(0),
    bought: column(1),
  };
}
