// What a market was at a past instant, read from its blocks.
import type { BookCopy } from '../../core/market-data/archive-block.ts';
import { type EventColumns, isTrade } from '../../core/market-data/event-columns.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { FullBook } from '../feed/full-book.ts';
import { decodeBlock } from './block-codec.ts';
import { applyRow, checksumOf, fillBook } from './book-copy.ts';
import type { Day } from './archive-store.ts';
import type { BlockIndex } from './block-index.ts';
import type { MarketRecorder } from './market-recorder.ts';

/** Blocks that a replay reads at a time: a file is opened once for all of them. */
const READ_AHEAD = 16;

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
    const first = this.#index.get(0);
    return first ? { fromTs: first.fromTs, toTs: this.#index.last!.toTs } : null;
  }

  /** When something was stored last before `ts`; null: nothing was. */
  lastBefore(ts: EpochMs): EpochMs | null {
    const block = this.#index.get(this.#index.at(ts - 1));
    return block ? Math.min(block.toTs, ts - 1) : null;
  }

  /**
   * The whole book after the last change at or before `ts`, never a guess: where the recording has a gap, the answer
   * names it. Throws Error on a damaged block.
   */
  async bookAt(ts: EpochMs): Promise<PastBook> {
    if (ts >= (this.range?.toTs ?? 0)) await this.#flush();
    const last = this.#index.at(ts);
    const unstored = last === this.#index.size - 1 ? this.#unstoredAt(ts) : null;
    if (unstored) return unstored;
    if (last < 0) return { kind: 'early', firstTs: this.#index.get(0)?.fromTs ?? null };
    const next = this.#index.get(last + 1);
    const { toTs } = this.#index.get(last)!;
    if (next?.isSeam && ts > toTs) return { kind: 'gap', fromTs: toTs, toTs: next.fromTs };
    return pastBook(await this.#index.read(this.#bookBefore(last), last), ts, Math.min(ts, toTs));
  }

  /**
   * Stored blocks with every event from `fromTs` to before `toTs`, at most `maxBytes` or one block. The first page
   * begins with the last whole book at or before `fromTs`, or where the recording begins; the next ones go on after
   * block number `after`. Null when that block is no longer there. Throws Error on a damaged block.
   */
  async blocks(fromTs: EpochMs, toTs: EpochMs, after: number | null, maxBytes: number): Promise<BlockPage | null> {
    if (toTs > (this.range?.toTs ?? 0)) await this.#flush();
    const end = this.#index.at(toTs - 1);
    let first = 0;
    if (after === null) {
      first = this.#bookBefore(Math.max(0, this.#index.at(fromTs)));
    } else {
      first = this.#index.after(after);
      if (first < 1) return null;
    }
    if (first > end) return { blocks: [], hasMore: false };
    let last = first;
    let bytes = this.#index.get(first)!.bytes;
    while (last < end && (bytes += this.#index.get(last + 1)!.bytes) <= maxBytes) last += 1;
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
      const { isSeam } = this.#index.get(at)!;
      const [block] = await this.#index.read(at, at);
      yield { events: block!.events.between(fromTs, toTs), isSeam };
    }
  }

  /** The stored blocks of a day, ascending; fewer when it is deleted meanwhile. Throws Error on a damaged block. */
  async *day(day: Day): AsyncGenerator<HistoryBlock> {
    let at = this.#index.startOf(day);
    while (this.#index.get(at)?.day === day) {
      const { dropped } = this.#index;
      yield await this.#blockAt(at);
      at = this.#after(at, dropped);
    }
  }

  /**
   * Stored blocks after block number `after`; null: from the last whole book at or before `fromTs`, or from the first
   * one there is. Throws Error on a damaged block.
   */
  async *stored(fromTs: EpochMs, after: number | null): AsyncGenerator<HistoryBlock & { number: number }> {
    let at = after === null ? this.#bookBefore(Math.max(0, this.#index.at(fromTs))) : this.#index.after(after);
    while (at < this.#index.size) {
      const { dropped, size } = this.#index;
      const last = Math.min(at + READ_AHEAD, size) - 1;
      // Each is decoded when its turn comes, so that others may run in between.
      const seams = Array.from({ length: last + 1 - at }, (_, i) => this.#index.get(at + i)!.isSeam);
      const blocks = await this.#index.readRaw(at, last);
      for (const [i, block] of blocks.entries()) yield contentOf(decodeBlock(block), seams[i]!);
      at = this.#after(last, dropped);
    }
  }

  /**
   * Everything from the last whole book at or before `fromTs`, or from the first one there is, up to what happened just
   * now. Throws Error on a damaged block.
   */
  async *replay(fromTs: EpochMs): AsyncGenerator<HistoryBlock> {
    let hasStored = false;
    for await (const block of this.stored(fromTs, null)) {
      hasStored = true;
      yield block;
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

  /** After a start or a lost block, until a block is stored that does not go on from the last one; else null. */
  #unstoredAt(ts: EpochMs): PastBook | null {
    const { blocks, isSeam } = this.#source.tail();
    const storedTs = this.#index.last?.toTs ?? -Infinity;
    if (!isSeam || ts <= storedTs) return null;
    const known = blocks.filter(({ fromTs }) => fromTs <= ts);
    if (known.length > 0) return pastBook(known, ts, Math.min(ts, this.#source.now()));
    return this.#index.size > 0 ? { kind: 'gap', fromTs: storedTs, toTs: blocks[0]?.fromTs ?? null } : null;
  }

  async #blockAt(at: number): Promise<HistoryBlock> {
    const { isSeam } = this.#index.get(at)!;
    const [content] = await this.#index.read(at, at);
    return contentOf(content!, isSeam);
  }

  /** Index of the last block at or before `at` that begins with a whole book; the first one when none does. */
  #bookBefore(at: number): number {
    let first = at;
    while (first > 0 && !this.#index.get(first)!.hasBook) first -= 1;
    return first;
  }

  /** Index of the block after the one at `at` when `dropped` were; the oldest ones may have been deleted meanwhile. */
  #after(at: number, dropped: number): number {
    return Math.max(0, at - (this.#index.dropped - dropped) + 1);
  }
}

/** `isSeam` as the index has it: what follows blocks that are gone is one. */
function contentOf(
  { head, book, events }: ReturnType<typeof decodeBlock>,
  isSeam: boolean,
): HistoryBlock & { number: number } {
  const { fromTs, toTs, number } = head;
  return { book, events, fromTs, toTs, isSeam, number };
}

/** The book that the blocks make up to `ts`; the first one begins with a book. */
function pastBook(blocks: readonly Pick<HistoryBlock, 'book' | 'events'>[], ts: EpochMs, bookTs: EpochMs): PastBook {
  const book = new FullBook();
  let isLost = false;
  for (const { book: whole, events } of blocks) {
    if (whole) {
      book.clear();
      fillBook(book, whole);
      isLost = whole.isLost;
    }
    isLost = applyUntil(book, events, ts, isLost);
  }
  return isLost ? { kind: 'lost' } : { kind: 'book', book, checksum: checksumOf(book), ts: bookTs };
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
