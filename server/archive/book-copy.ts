// Whole books as copies of their levels, and back, with their checksum.
import { ASK, BID, levelHash } from '../../core/feed/checksum.ts';
import type { BookCopy } from '../../core/market-data/archive-block.ts';
import type { FullBookSide, FullBook } from '../feed/full-book.ts';
import { type EventColumns, ROW_KIND, isTrade } from '../../core/market-data/event-columns.ts';

export function copyBook(book: FullBook, isLost: boolean): BookCopy {
  return { bids: levelsOf(book.bids), asks: levelsOf(book.asks), isLost };
}

function levelsOf(side: FullBookSide): Float64Array {
  const levels = new Float64Array(side.size * 2);
  for (let rank = 0; rank < side.size; rank++) {
    levels[rank * 2] = side.priceAt(rank);
    levels[rank * 2 + 1] = side.lotsAt(rank);
  }
  return levels;
}

/** Puts a copy into an empty book. */
export function fillBook(book: FullBook, { bids, asks }: BookCopy): void {
  // From the worst: each level goes to the end of its side.
  for (let at = bids.length - 2; at >= 0; at -= 2) book.set(BID, bids[at]!, bids[at + 1]!);
  for (let at = asks.length - 2; at >= 0; at -= 2) book.set(ASK, asks[at]!, asks[at + 1]!);
}

/** Applies a row of events; a trade changes nothing. Returns whether the book is unknown after it. */
export function applyRow(book: FullBook, events: EventColumns, row: number, wasLost: boolean): boolean {
  const kind = events.kinds[row]!;
  if (isTrade(kind)) return wasLost;
  if (kind === ROW_KIND.bookReset) {
    book.clear();
    return true;
  }
  const lots = events.lots[row]!;
  book.set(kind === ROW_KIND.bid ? BID : ASK, events.prices[row]!, lots);
  return wasLost && lots === 0;
}

/** Checksum of all levels, as the feed publishes it (docs/api.md 13). */
export function checksumOf({ bids, asks }: FullBook): number {
  let sum = 0;
  for (const side of [bids, asks])
    for (let rank = 0; rank < side.size; rank++)
      sum = (sum + levelHash(side.code, side.priceAt(rank), side.lotsAt(rank))) | 0;
  return sum >>> 0;
}
