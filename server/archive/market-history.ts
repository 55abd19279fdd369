// What a market was at a past instant, read from its blocks.
import type { BookCopy } from '../../core/market-data/archive-block.ts';
import { type EventColumns, isTrade } from '../../core/market-data/event-columns.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { FullBook } from '../feed/full-book.ts';
import { applyRow, checksumOf, fillBook } from './book-copy.ts';
import type { Day } from './archive-store.ts';
import type { BlockIndex, StoredBlock } from './block-index.ts';
import type { MarketRecorder } from './market-recorder.ts';

/** Why a past book is not known. */
type Unknown =
  /** Nothing was recorded between these times: the process or the venue was away. */
  | { kind: 'gap'; fromTs: EpochMs; toTs: EpochMs | null }
  /** The source had lost its book. */
  | { kind: 'lost' }
  /** Before the first block that is still there. */
  | { kind: 'early'; firstTs: EpochMs | null };

/** Blocks of a span as they are stored. */
export interface BlockPage {
  blocks: Uint8Array[];
  /** More blocks of the span follow. */
  hasMore: boolean;
}

export type PastBook = { kind: 'book'; book: FullBook; checksum: number; ts: EpochMs } | Unknown;

/** A piece of what was recorded, stored or not yet. */
export interface HistoryBlock {
  /** At its beginning; null: it goes on from the one before. */
  book: BookCopy | null;
  events: EventColumns;
  fromTs: EpochMs;
  toTs: EpochMs;
  /** What happened before it is not known. */
  isSeam: boolean;
}

interface HistorySource {
  index: BlockIndex;
  /** Writes what is recorded and not stored yet. */
  flush: () => Promise<void>;
  tail: MarketRecorder['tail'];
  now: () => EpochMs;
}

export class MarketHistory {
  readonly #index: BlockIndex;
  readonly #flush: () => Promise<void>;
  readonly #source: HistorySource;

  constructor(source: HistorySource) {
    this.#index = source.index;
    this.#flush = source.flush;
    this.#source = source;
  }

  /** Times of the first and the last stored event; null when nothing is stored. */
  get range(): { fromTs: EpochMs; toTs: EpochMs } | null {
    const { blocks } = this.#index;
    const first = blocks[0];
    return first ? { fromTs: first.head.fromTs, toTs: blocks.at(-1)!.head.toTs } : null;
  }

  /**
   * The whole book after the last change at or before `ts`, never a guess: where the recording has a gap, the answer
   * names it. Throws Error on a damaged block.
   */
  async bookAt(ts: EpochMs): Promise<PastBook> {
    if (ts >= (this.range?.toTs ?? 0)) await this.#flush();
    const { blocks } = this.#index;
    const last = this.#index.at(ts);
    if (last < 0) return { kind: 'early', firstTs: blocks[0]?.head.fromTs ?? null };
    const next = blocks[last + 1]?.head;
    const { toTs } = blocks[last]!.head;
    if (next?.isSeam && ts > toTs) return { kind: 'gap', fromTs: toTs, toTs: next.fromTs };
    let first = last;
    while (first > 0 && !blocks[first]!.head.hasBook) first -= 1;
    const book = new FullBook();
    let isLost = false;
    for (const { book: whole, events } of await this.#index.read(first, last)) {
      if (whole) {
        book.clear();
        fillBook(book, whole);
        isLost = whole.isLost;
      }
      isLost = applyUntil(book, events, ts, isLost);
    }
    return isLost ? { kind: 'lost' } : { kind: 'book', book, checksum: checksumOf(book), ts: Math.min(ts, toTs) };
  }

  /**
   * Stored blocks with every event from `fromTs` to before `toTs`, at most `maxBytes` or one block. The first page
   * begins with the last whole book at or before `fromTs`, or where the recording begins; the next ones go on after
   * block number `after`. Null when that block is no longer there. Throws Error on a damaged block.
   */
  async blocks(fromTs: EpochMs, toTs: EpochMs, after: number | null, maxBytes: number): Promise<BlockPage | null> {
    if (toTs > (this.range?.toTs ?? 0)) await this.#flush();
    const { blocks } = this.#index;
    const end = this.#index.at(toTs - 1);
    let first = 0;
    if (after === null) {
      first = Math.max(0, this.#index.at(fromTs));
      while (first > 0 && !blocks[first]!.head.hasBook) first -= 1;
    } else {
      first = after + 1 - (blocks[0]?.head.number ?? 0);
      if (first < 1) return null;
    }
    if (first > end) return { blocks: [], hasMore: false };
    let last = first;
    let bytes = blocks[first]!.head.bytes;
    while (last < end && (bytes += blocks[last + 1]!.head.bytes) <= maxBytes) last += 1;
    return { blocks: await this.#index.readStored(first, last), hasMore: last < end };
  }

  /**
   * Every event from `fromTs` to before `toTs`, block by block. `isSeam`: what happened just before the block's first
   * event is not known. Throws Error on a damaged block.
   */
  async *events(fromTs: EpochMs, toTs: EpochMs): AsyncGenerator<{ events: EventColumns; isSeam: boolean }> {
    if (toTs > (this.range?.toTs ?? 0)) await this.#flush();
    const last = this.#index.at(toTs - 1);
    for (let at = Math.max(0, this.#index.at(fromTs - 1)); at <= last; at++) {
      const [block] = await this.#index.read(at, at);
      yield { events: block!.events.between(fromTs, toTs), isSeam: block!.head.isSeam };
    }
  }

  /** The stored blocks of a day, ascending; fewer when it is deleted meanwhile. Throws Error on a damaged block. */
  async *day(day: Day): AsyncGenerator<HistoryBlock> {
    const { blocks } = this.#index;
    let at = blocks.findIndex((block) => block.day === day);
    for (let stored = blocks[at]; stored?.day === day; stored = blocks[at]) {
      yield await this.#blockAt(at);
      at = this.#after(stored, at);
    }
  }

  /**
   * Everything from the last whole book at or before `fromTs`, or from the first one there is, up to what happened just
   * now. Throws Error on a damaged block.
   */
  async *replay(fromTs: EpochMs): AsyncGenerator<HistoryBlock> {
    const { blocks } = this.#index;
    let at = Math.max(0, this.#index.at(fromTs));
    while (at > 0 && !blocks[at]!.head.hasBook) at -= 1;
    let hasStored = false;
    for (let stored = blocks[at]; stored; stored = blocks[at]) {
      hasStored = true;
      yield await this.#blockAt(at);
      at = this.#after(stored, at);
    }
    // At once after the last stored block: one that is stored now is in neither list otherwise.
    const { blocks: tail, isSeam } = this.#source.tail();
    for (const [i, { book, events, fromTs: blockTs, isSeam: isAfterLoss }] of tail.entries()) {
      const toTs = tail[i + 1]?.fromTs ?? this.#source.now();
      yield {
        book,
        events: events.copy(),
        fromTs: blockTs,
        toTs,
        isSeam: isAfterLoss || (i === 0 && (isSeam || !hasStored)),
      };
    }
  }

  async #blockAt(at: number): Promise<HistoryBlock> {
    const [content] = await this.#index.read(at, at);
    const { head, book, events } = content!;
    return { book, events, fromTs: head.fromTs, toTs: head.toTs, isSeam: head.isSeam };
  }

  /** Index of the block after `stored`, which was at `at`: the oldest ones may have been deleted meanwhile. */
  #after(stored: StoredBlock, at: number): number {
    const { blocks } = this.#index;
    return (blocks[at] === stored ? at : blocks.indexOf(stored)) + 1;
  }
}

/** Returns whether the book is unknown after the last event at or before `ts`. */
function applyUntil(book: FullBook, events: EventColumns, ts: EpochMs, wasLost: boolean): boolean {
  let isLost = wasLost;
  for (let row = 0; row < events.size; row++) {
    // The own time of a trade may be any.
    if (!isTrade(events.kinds[row]!) && events.times[row]! > ts) break;
    isLost = applyRow(book, events, row, isLost);
  }
  return isLost;
}
