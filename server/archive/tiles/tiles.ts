// Tiles of all recorded markets: made one after the other, in slices of time.
import { setTimeout as pause } from 'node:timers/promises';
import { DEPTH_COLUMNS } from '../../../core/market-data/depth-tile.ts';
import { FLOW_BARS } from '../../../core/market-data/flow-tile.ts';
import { LATE_MS, tileStart } from '../../../core/market-data/tile.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { MarketHistory } from '../market-history.ts';
import { LEVELS, type LevelIndex } from './digest-files.ts';
import type { DigestPiece } from './digest-piece.ts';
import type { MarketDigests } from './market-digests.ts';
import { replayHistory } from './replay-history.ts';
import { ThreadShare } from './slices.ts';
import { type TileRequest, makeDepthTile, makeFlowTile } from './tile-maker.ts';
import { makeTradeTile } from './trade-tile-maker.ts';

/** Steps of a tile of each kind. */
const STEPS = { flow: FLOW_BARS, depth: DEPTH_COLUMNS, trades: 1 } as const;
export type TileKind = keyof typeof STEPS;

/** `isFinished`: nothing more will happen in its time, the bytes stay the same. */
export type TileAnswer =
  | { kind: 'tile'; bytes: Uint8Array; isFinished: boolean }
  | { kind: 'missing' }
  | { kind: 'busy' };

/**
 * Tiles are made on the thread of the feed, where the exchange may run too: however many are requested, others have
 * the larger part of it. A zoom step of four tiles is within the burst.
 */
const SHARE = { sliceMs: 4, share: 0.3, burstMs: 1_000 };
/** Tiles that wait to be made; a further one is refused. */
const MAX_WAITING = 64;
/** Of them, those that one caller requested; a chart requests four at once. */
const MAX_WAITING_OF_CALLER = 12;
/** Bytes of tiles that are remembered. */
const MAX_CACHED_BYTES = 16 * 1024 * 1024;
/** A tile that is not finished is made again for a request after this time. */
const FRESH_MS = 1_000;

/** Milliseconds to wait for the end of the one in which an event was recorded. */
const MAX_TRIES = 5;

type WantedTile = Omit<TileRequest, 'untilMs' | 'lastId'>;

interface CachedTile {
  answer: TileAnswer;
  madeMs: EpochMs;
}

/** What tiles of a market are made from. */
export interface TiledMarket {
  history: Pick<MarketHistory, 'replay' | 'lastBefore'>;
  digests: Pick<MarketDigests, 'pieces' | 'completeMs' | 'lastTradeId' | 'isDigesting'>;
}

interface TilesOptions {
  marketOf: (coinInfoId: number) => TiledMarket | undefined;
  now: () => EpochMs;
}

export class Tiles {
  readonly #options: TilesOptions;
  readonly #cache = new Map<string, CachedTile>();
  #cachedBytes = 0;
  readonly #underWay = new Map<string, Promise<TileAnswer>>();
  #last: Promise<unknown> = Promise.resolve();
  readonly #callers = new Map<string, number>();
  readonly #share = new ThreadShare(SHARE);

  constructor(options: TilesOptions) {
    this.#options = options;
  }

  /**
   * The tile that contains `request.fromMs`, as gzip. `missing`: the market is not recorded, or nothing of that time.
   * `busy`: too many others are being made, or of this caller (an address), or what an earlier run recorded is being
   * digested: a tile of a part of it would stay so for a day in browsers. Throws Error on a damaged block or digest.
   */
  async read(kind: TileKind, request: WantedTile, caller: string): Promise<TileAnswer> {
    const market = this.#options.marketOf(request.coinInfoId);
    const now = this.#options.now();
    if (!market || request.fromMs >= now) return { kind: 'missing' };
    const { coinInfoId, stepMs, levelTicks } = request;
    const fromMs = tileStart(request.fromMs, stepMs, STEPS[kind]);
    const key = [kind, coinInfoId, stepMs, levelTicks, fromMs].join(' ');
    const cached = this.#cache.get(key);
    if (cached && (isFinished(cached.answer) || now - cached.madeMs < FRESH_MS)) {
      this.#cache.delete(key);
      this.#cache.set(key, cached);
      return cached.answer;
    }
    const running = this.#underWay.get(key);
    if (running) return running;
    const ofCaller = this.#callers.get(caller) ?? 0;
    if (this.#underWay.size >= MAX_WAITING || ofCaller >= MAX_WAITING_OF_CALLER) return { kind: 'busy' };
    this.#callers.set(caller, ofCaller + 1);
    const whole = { ...request, fromMs };
    const make = (): Promise<TileAnswer> =>
      kind === 'trades' ? this.#makeTrades(market, whole, key) : this.#make(kind, market, whole, key);
    const made = this.#last.then(() => this.#share.run(make));
    this.#underWay.set(key, made);
    this.#last = made.catch(() => undefined); // the caller has the error
    return made.finally(() => {
      this.#underWay.delete(key);
      this.#leave(caller);
    });
  }

  #leave(caller: string): void {
    const left = this.#callers.get(caller)! - 1;
    if (left > 0) this.#callers.set(caller, left);
    else this.#callers.delete(caller);
  }

  async #makeTrades(
    { history, digests }: TiledMarket,
    { coinInfoId, fromMs, stepMs }: WantedTile,
    key: string,
  ): Promise<TileAnswer> {
    const completeMs = await this.#completeMs(digests);
    if (completeMs === null) return { kind: 'busy' };
    const madeMs = this.#options.now();
    const endMs = fromMs + stepMs;
    const untilMs = Math.max(fromMs, Math.min(endMs, completeMs));
    const bytes = await makeTradeTile(
      history.replay(fromMs - LATE_MS),
      { coinInfoId, fromMs, endMs, untilMs, priorMs: history.lastBefore(fromMs) ?? 0 },
      this.#share.pause,
    );
    const isFinished = completeMs >= endMs + LATE_MS;
    const answer: TileAnswer = bytes ? { kind: 'tile', bytes, isFinished } : { kind: 'missing' };
    this.#remember(key, { answer, madeMs });
    return answer;
  }

  async #make(
    kind: Exclude<TileKind, 'trades'>,
    { history, digests }: TiledMarket,
    request: WantedTile,
    key: string,
  ): Promise<TileAnswer> {
    const completeMs = await this.#completeMs(digests);
    if (completeMs === null) return { kind: 'busy' };
    const madeMs = this.#options.now();
    const { fromMs, stepMs } = request;
    const endMs = fromMs + stepMs * STEPS[kind];
    const untilMs = Math.max(fromMs, Math.min(endMs, completeMs));
    const level = levelOf(stepMs);
    if (level !== null && digests.isDigesting(fromMs, untilMs)) return { kind: 'busy' };
    const isFinished = completeMs >= endMs + LATE_MS;
    // The bytes of a finished tile stay the same.
    const endsById = kind === 'flow' && !isFinished && digests.lastTradeId > 0;
    const { pieces, lastId } =
      level === null
        ? await rawPieces(history, { fromMs, endMs, untilMs, stepMs, withNewest: endsById }, this.#share.pause)
        : {
            lastId: digests.lastTradeId,
            pieces: await digests.pieces(
              { level, fromMs, toMs: untilMs, bookEveryMs: kind === 'depth' ? stepMs : null },
              this.#share.pause,
            ),
          };
    const within = pieces.filter((piece) => piece.fromMs < untilMs && piece.toMs > fromMs);
    const whole: TileRequest = { ...request, untilMs, lastId: endsById ? lastId : 0 };
    const answer: TileAnswer =
      // Of a time that is not complete yet the tile is empty, and ends where it begins.
      within.length === 0 && untilMs > fromMs
        ? { kind: 'missing' }
        : {
            kind: 'tile',
            bytes: await (kind === 'flow' ? makeFlowTile(within, whole) : makeDepthTile(within, whole)),
            isFinished,
          };
    this.#remember(key, { answer, madeMs });
    return answer;
  }

  /** A time before which everything is known; null: the clock is held back. */
  async #completeMs(digests: TiledMarket['digests']): Promise<EpochMs | null> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const completeMs = digests.completeMs(this.#options.now());
      if (completeMs !== null) return completeMs;
      await pause(1);
    }
    return null;
  }

  #remember(key: string, tile: CachedTile): void {
    this.#cachedBytes += sizeOf(tile) - sizeOf(this.#cache.get(key));
    this.#cache.delete(key);
    this.#cache.set(key, tile);
    for (const [oldest, old] of this.#cache) {
      if (this.#cachedBytes <= MAX_CACHED_BYTES) return;
      this.#cache.delete(oldest);
      this.#cachedBytes -= sizeOf(old);
    }
  }
}

/** Bytes beside the content of a remembered tile. */
const ENTRY_BYTES = 200;

function sizeOf(tile: CachedTile | undefined): number {
  if (!tile) return 0;
  return ENTRY_BYTES + (tile.answer.kind === 'tile' ? tile.answer.bytes.length : 0);
}

function isFinished(answer: TileAnswer): boolean {
  return answer.kind === 'tile' && answer.isFinished;
}

/** The coarsest level of digests whose columns fit into bars of `stepMs`; null: finer than all of them. */
function levelOf(stepMs: number): LevelIndex | null {
  const level = LEVELS.findLastIndex((one) => stepMs % one.stepMs === 0);
  return level < 0 ? null : (level as LevelIndex);
}

interface RawSpan {
  fromMs: EpochMs;
  endMs: EpochMs;
  untilMs: EpochMs;
  stepMs: number;
  withNewest: boolean;
}

/** Digests with columns of `stepMs` for the time of a tile, from blocks, and the newest trade in them. */
async function rawPieces(
  history: TiledMarket['history'],
  { fromMs, endMs, untilMs, stepMs, withNewest }: RawSpan,
  pauseAfterWork: () => Promise<void>,
): Promise<{ pieces: DigestPiece[]; lastId: number }> {
  const pieces: DigestPiece[] = [];
  const lastId = await replayHistory(history.replay(fromMs - LATE_MS), {
    stepMs,
    spanMs: endMs - fromMs,
    originMs: fromMs,
    fromMs: fromMs - LATE_MS,
    toMs: endMs,
    untilMs,
    withNewest,
    onPiece: (piece) => pieces.push(piece),
    pause: pauseAfterWork,
  });
  return { pieces: pieces.filter(({ startMs }) => startMs === fromMs), lastId };
}
