// The recorded books that charts show, by market; the code that records them is loaded with the first such view.
import type { Instrument } from '../../core/instruments/instrument.ts';
import { isBookLine, isHeatMap } from '../../core/market-data/indicator-params.ts';
import type { View } from '../../core/worker-protocol/worker-protocol.ts';
import type { BookStore } from '../book/book-store.ts';
import type { TradesEvent } from '../decode/decoded-event.ts';
import type { Tiles } from '../tiles/tile-loader.ts';
import type { TradeStore } from '../trades/trade-store.ts';
import type { BookWatcher } from '../book/book-sync.ts';
import type { OrderBook } from '../book/order-book.ts';
import { type ChartInterval, type EpochMs, isBarInterval } from '../../core/units/time.ts';
import { BOOK_STATE } from '../../core/worker-protocol/worker-protocol.ts';
import type { Lines } from '../views/indicator-loader.ts';
import type { BarImbalance } from './bar-imbalance.ts';
import type { BookImbalance } from './book-imbalance.ts';
import type { DepthRecorder } from './depth-recorder.ts';

/** All levels; as often as the book is shown. */
const WHOLE_DEPTH = 0;
const INTERVAL_MS = 100;
/** A recorder stays for this long after its last view, so that another bar length goes on with it. */
const KEEP_MS = 15_000;

export function needsDepth(view: View): boolean {
  return (
    view.kind === 'candles' &&
    view.indicators.some(({ name, hidden }) => isBookLine(name) || (isHeatMap(name) && !hidden))
  );
}

/** A whole book to follow from change to change. */
export interface FollowedBook {
  readonly book: OrderBook;
  /** Begins to call; at once when the book is known. */
  watch(watcher: BookWatcher): void;
  /** Up to when the book is known, ms by the exchange's clock. */
  asOf(): EpochMs;
  release(): void;
}

/** Where a market's whole book is followed, if not over its channel. */
export type FollowBook = (coinInfoId: number, market: Instrument) => FollowedBook;

interface Recorded {
  recorder: DepthRecorder;
  book: FollowedBook;
  release: () => void;
  users: number;
  /** When the last view was released, monotonic ms. */
  unusedAt: number;
}

/** What a view has of a recorder. */
export interface AcquiredDepth {
  recorder: DepthRecorder;
  /** Up to when the book is known, ms by the exchange's clock. */
  asOf(): EpochMs;
  /** The line of an indicator of the book, until `release`. */
  lines(interval: ChartInterval, depthPercent: number): Lines;
  release(): void;
}

export interface DepthStoreDeps {
  books: BookStore;
  trades: TradeStore;
  stampMs: () => number;
  loadTiles: () => Promise<Tiles | null>;
  /** Called when a tile of the past has come. */
  markDirty: () => void;
  /** Absent for the live book. */
  followBook?: FollowBook | undefined;
}

export class DepthStore {
  readonly #deps: DepthStoreDeps;
  readonly #recorded = new Map<number, Recorded>();
  #Recorder: typeof DepthRecorder | null = null;
  #Imbalance: typeof BookImbalance | null = null;
  #BarImbalance: typeof BarImbalance | null = null;
  readonly #follow: FollowBook;
  #tiles: Tiles | null = null;

  constructor(deps: DepthStoreDeps) {
    this.#deps = deps;
    this.#follow = deps.followBook ?? ((coinInfoId, market) => followChannel(deps.books, coinInfoId, market));
  }

  isLoadedFor(view: View): boolean {
    return this.#Recorder !== null || !needsDepth(view);
  }

  /** Rejects when the code cannot be fetched. */
  async load(): Promise<void> {
    const [{ DepthRecorder: Recorder }, { BookImbalance: Imbalance }, { BarImbalance: OfBars }, tiles] =
      await Promise.all([
        import('./depth-recorder.ts'),
        import('./book-imbalance.ts'),
        import('./bar-imbalance.ts'),
        this.#deps.loadTiles(),
      ]);
    this.#Recorder = Recorder;
    this.#Imbalance = Imbalance;
    this.#BarImbalance = OfBars;
    this.#tiles = tiles;
  }

  /** Throws Error unless `isLoadedFor` a view that needs it. */
  acquire(coinInfoId: number, market: Instrument): AcquiredDepth {
    const recorded = this.#recorded.get(coinInfoId) ?? this.#record(coinInfoId, market);
    recorded.users++;
    const made: (BookImbalance | BarImbalance)[] = [];
    const { recorder } = recorded;
    const asOf = (): EpochMs => recorded.book.asOf();
    return {
      recorder,
      asOf,
      lines: (interval, depthPercent) => {
        const of = { recorder, asOf, coinInfoId, depthPercent, tiles: this.#tiles, onChange: this.#deps.markDirty };
        const lines = isBarInterval(interval) ? new this.#BarImbalance!(of) : new this.#Imbalance!({ ...of, interval });
        made.push(lines);
        return lines;
      },
      release: () => {
        for (const lines of made) lines.dispose();
        recorded.users--;
        recorded.unusedAt = this.#deps.stampMs();
      },
    };
  }

  /** Trades of a verified message. */
  applyTrades({ coinInfoId, rows }: TradesEvent): void {
    this.#recorded.get(coinInfoId)?.recorder.addTrades(rows);
  }

  /** Call about once a second: ends recorders that no view has needed for a while. Returns whether one ended. */
  check(): boolean {
    let hasEnded = false;
    for (const [id, { users, unusedAt, release }] of this.#recorded) {
      if (users > 0 || this.#deps.stampMs() - unusedAt < KEEP_MS) continue;
      release();
      this.#recorded.delete(id);
      hasEnded = true;
    }
    return hasEnded;
  }

  /** Ends the recorders of markets whose price and lot grids changed. */
  drop(ids: ReadonlySet<number>): void {
    for (const id of ids) {
      this.#recorded.get(id)?.release();
      this.#recorded.delete(id);
    }
  }

  #record(coinInfoId: number, market: Instrument): Recorded {
    const Recorder = this.#Recorder;
    if (!Recorder) throw new Error('the code that records books is not loaded');
    const book = this.#follow(coinInfoId, market);
    const trades = this.#deps.trades.acquire(coinInfoId, market);
    const recorder = new Recorder(market, book, this.#tiles, this.#deps.markDirty);
    book.watch(recorder);
    const release = (): void => {
      recorder.dispose();
      book.release();
      trades.release();
    };
    const recorded: Recorded = { recorder, book, release, users: 0, unusedAt: 0 };
    this.#recorded.set(coinInfoId, recorded);
    return recorded;
  }
}

/** The live book, of all levels, over a channel of its own or one that a view has too. */
function followChannel(books: BookStore, coinInfoId: number, market: Instrument): FollowedBook {
  const { source, channel, release } = books.acquire({ coinInfoId, depth: WHOLE_DEPTH, interval: INTERVAL_MS }, market);
  return {
    book: source.book,
    watch: (watcher) => {
      source.watcher = watcher;
      if (source.state === BOOK_STATE.live) watcher.onLive(channel.asOfMs);
    },
    asOf: () => channel.asOfMs,
    release: () => {
      source.watcher = null;
      release();
    },
  };
}
