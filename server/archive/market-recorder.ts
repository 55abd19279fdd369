// Writes one market's trades and book changes into chained blocks, behind the commit.
import { type BookCopy, readHead } from '../../core/market-data/archive-block.ts';
import { EventColumns, ROW_KIND } from '../../core/market-data/event-columns.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { MarketEvent } from '../exchange/market-event.ts';
import type { FullBook } from '../feed/full-book.ts';
import { type ArchiveStore, type Day, dayOf } from './archive-store.ts';
import { checksumOf, copyBook } from './book-copy.ts';
import { NO_BLOCK, encodeBlock, hashOf } from './block-codec.ts';
import type { BlockIndex } from './block-index.ts';

/** A whole book is written again after this many events, and this many blocks: a past book is no further from one. */
const EVENTS_BETWEEN_BOOKS = 8192;
const BLOCKS_BETWEEN_BOOKS = 64;
/**
 * Blocks of a market that wait in memory to be written, about a minute of them. Beyond that the disk hangs: the next
 * ones are lost, with a seam.
 */
export const MAX_UNWRITTEN = 12;

export interface RecordedMarket {
  id: number;
  book: FullBook;
  isBookLost: boolean;
  /** Trades carry the time of another exchange, and come later. */
  isWatched?: boolean;
}

export interface RecorderOptions {
  store: ArchiveStore;
  index: BlockIndex;
  market: RecordedMarket;
  /** Hash of the last stored block; null when there is none. */
  lastHash: Uint8Array | null;
  now: EpochMs;
  /** Called when a block could not be written; its events are lost, and the next one begins with a seam. */
  onError: (error: unknown) => void;
}

/** A block that is not stored yet. */
export interface PendingBlock {
  events: EventColumns;
  /** Book at the beginning; null: the block goes on from the one before. */
  book: BookCopy | null;
  fromTs: EpochMs;
  day: Day;
  /** What happened just before it was lost. */
  isSeam: boolean;
}

export class MarketRecorder {
  readonly #options: RecorderOptions;
  #pending: PendingBlock;
  #lastTs: EpochMs;
  #eventsSinceBook = 0;
  #blocksSinceBook = 0;
  #prev: Uint8Array;
  #number: number;
  /** Of the newest block. Days are read one after the other: none is before it, also where the clock was set back. */
  #day: Day;
  /** Whether what happened before the next written block is not known. */
  #isSeam = true;
  #writing: Promise<void> = Promise.resolve();
  /** Blocks that are being written, oldest first. */
  readonly #unwritten: PendingBlock[] = [];

  /** The market's book must be as of `now`. What happened since the last stored block is not known. */
  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#lastTs = Math.max(options.now, options.index.last?.toTs ?? 0);
    this.#day = options.index.last?.day ?? '';
    this.#pending = this.#newBlock(true, options.now);
    this.#prev = options.lastHash ?? NO_BLOCK;
    this.#number = (options.index.last?.number ?? 0) + 1;
  }

  /** Number of events that are not handed over to be written yet. */
  get pending(): number {
    return this.#pending.events.size;
  }

  /**
   * What is recorded and not stored yet, in order, without what follows a lost block and has no book. `isSeam`: what
   * happened before the first one is not known.
   */
  tail(): { blocks: PendingBlock[]; isSeam: boolean } {
    const blocks = [...this.#unwritten, this.#pending];
    if (!this.#isSeam) return { blocks, isSeam: false };
    const first = blocks.findIndex(({ book }) => book !== null);
    return { blocks: first < 0 ? [] : blocks.slice(first), isSeam: true };
  }

  /** Events in blocks that wait to be written. */
  get backlog(): number {
    return this.#unwritten.reduce((sum, { events }) => sum + events.size, 0);
  }

  /** Adds an event that happened at `ts`, after the feed has applied it. Times never go back. */
  record(event: MarketEvent, ts: EpochMs): void {
    this.#lastTs = Math.max(this.#lastTs, ts);
    const { events, book } = this.#pending;
    if (events.size === 0 && !book) this.#pending.fromTs = this.#lastTs;
    addEvent(events, event, this.#lastTs);
  }

  /**
   * Ends the block and writes it; call it between two batches of events. Resolves when it is written, and when it could
   * not be (`onError`).
   */
  flush(now: EpochMs): Promise<void> {
    const block = this.#pending;
    const isNewDay = dayOf(now) > block.day;
    this.#eventsSinceBook += block.events.size;
    if (block.events.size === 0) {
      if (isNewDay) this.#pending = { ...this.#newBlock(true, now), isSeam: block.isSeam };
      return this.#writing;
    }
    this.#blocksSinceBook += 1;
    const isFar = this.#eventsSinceBook >= EVENTS_BETWEEN_BOOKS || this.#blocksSinceBook >= BLOCKS_BETWEEN_BOOKS;
    const toTs = this.#lastTs;
    const checksum = checksumOf(this.#options.market.book);
    const isFull = this.#unwritten.length >= MAX_UNWRITTEN;
    this.#pending = { ...this.#newBlock(isNewDay || isFar || isFull, now), isSeam: isFull };
    if (isFull) {
      this.#options.onError(new Error(`market ${this.#options.market.id}: the disk does not write, a block is lost`));
      return this.#writing;
    }
    this.#unwritten.push(block);
    this.#writing = this.#writing.then(() => this.#write(block, toTs, checksum));
    return this.#writing;
  }

  #newBlock(withBook: boolean, now: EpochMs): PendingBlock {
    const { market } = this.#options;
    const day = dayOf(now);
    if (day > this.#day) this.#day = day;
    if (withBook) {
      this.#eventsSinceBook = 0;
      this.#blocksSinceBook = 0;
    }
    return {
      events: new EventColumns(),
      book: withBook ? copyBook(market.book, market.isBookLost) : null,
      // The book is as of the last event, not as of now: the next event may have happened in between.
      fromTs: this.#lastTs,
      day: this.#day,
      isSeam: false,
    };
  }

  async #write({ events, book, fromTs, day, isSeam }: PendingBlock, toTs: EpochMs, checksum: number): Promise<void> {
    // A block that goes on from a lost one describes a book that is not known.
    if (this.#isSeam && !book) return void this.#unwritten.shift();
    const { store, index, market, onError } = this.#options;
    try {
      const bytes = await encodeBlock(
        {
          coinInfoId: market.id,
          number: this.#number,
          fromTs,
          toTs,
          checksum,
          isSeam: this.#isSeam || isSeam,
          prev: this.#prev,
        },
        { book, events },
      );
      const offset = index.endOf(day);
      await store.append(market.id, day, offset, bytes);
      index.add(readHead(bytes), day, offset);
      this.#prev = hashOf(bytes);
      this.#number += 1;
      this.#isSeam = false;
    } catch (error) {
      this.#isSeam = true;
      this.#eventsSinceBook = EVENTS_BETWEEN_BOOKS;
      onError(error);
    } finally {
      this.#unwritten.shift();
    }
  }
}

/** Adds an event that happened at `ts`. */
function addEvent(events: EventColumns, event: MarketEvent, ts: EpochMs): void {
  if (event.kind === 'level') events.add(event.side, ts, event.priceTicks, event.lots, 0);
  else if (event.kind === 'bookReset') events.add(ROW_KIND.bookReset, ts, 0, 0, 0);
  else
    events.add(event.side === 'buy' ? ROW_KIND.buy : ROW_KIND.sell, event.ts, event.priceTicks, event.lots, event.id);
}
