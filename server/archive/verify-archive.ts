// Checks an archive: every block is whole, follows the one before, and ends with the book that it names.
import { errorMessage } from '../../core/errors/error-message.ts';
import { FullBook } from '../feed/full-book.ts';
import type { ArchiveStore, DayFile } from './archive-store.ts';
import { NO_BLOCK } from './block-codec.ts';
import { BlockIndex } from './block-index.ts';
import { applyRow, checksumOf, fillBook } from './book-copy.ts';

export interface Verification {
  markets: number;
  blocks: number;
  events: number;
  seams: number;
  faults: string[];
}

/** Reads all of it. Throws Error only when the store fails. */
export async function verifyArchive(store: ArchiveStore): Promise<Verification> {
  const files = await store.list();
  const result: Verification = { markets: 0, blocks: 0, events: 0, seams: 0, faults: [] };
  for (const coinInfoId of new Set(files.map((file) => file.coinInfoId))) {
    result.markets += 1;
    await verifyMarket(
      store,
      coinInfoId,
      files.filter((file) => file.coinInfoId === coinInfoId),
      result,
    );
  }
  return result;
}

async function verifyMarket(
  store: ArchiveStore,
  coinInfoId: number,
  files: readonly DayFile[],
  result: Verification,
): Promise<void> {
  const index = new BlockIndex(store, coinInfoId, null);
  const fault = (text: string): number => result.faults.push(`market ${coinInfoId}: ${text}`);
  try {
    await index.open(files);
    for (const { day, bytes } of files) {
      const end = index.endOf(day);
      if (end < bytes) fault(`${day} has ${bytes - end} bytes after its last block`);
    }
    await verifyBlocks(index, coinInfoId, result, fault);
  } catch (error) {
    fault(errorMessage(error));
  }
}

async function verifyBlocks(
  index: BlockIndex,
  coinInfoId: number,
  result: Verification,
  fault: (text: string) => void,
): Promise<void> {
  const book = new FullBook();
  let prev: Uint8Array | null = null;
  let number = 0;
  for (let at = 0; at < index.size; at++) {
    const { day } = index.get(at)!;
    const [content] = await index.read(at, at);
    const { head, book: whole, events, hash } = content!;
    result.blocks += 1;
    result.events += events.size;
    result.seams += Number(head.isSeam);
    if (head.coinInfoId !== coinInfoId) fault(`block ${head.number} (${day}) is of market ${head.coinInfoId}`);
    // Older days are deleted: the chain begins with whatever block is the oldest.
    const isFirst = prev === null;
    if (!isFirst && head.number !== number + 1) fault(`block ${number + 1} is missing before ${head.number} (${day})`);
    const follows = head.number === 1 ? NO_BLOCK : prev;
    if (follows && Buffer.compare(head.prev, follows) !== 0)
      fault(`block ${head.number} (${day}) does not follow the one before`);
    if (isFirst && !whole) fault(`block ${head.number} (${day}) is the first and has no book`);
    if (whole) {
      book.clear();
      fillBook(book, whole);
    }
    for (let row = 0; row < events.size; row++) applyRow(book, events, row, false);
    if (checksumOf(book) !== head.checksum) fault(`block ${head.number} (${day}) ends with another book than it names`);
    prev = hash;
    number = head.number;
  }
}
