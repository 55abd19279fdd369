// Heads of a market's stored blocks, read once and remembered.
import { type BlockHead, HEAD_BYTES, readHead } from '../../core/market-data/archive-block.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { ArchiveStore, Day } from './archive-store.ts';
import { checkedHead, decodeBlock, hashOf } from './block-codec.ts';

/** Where a block is. */
export interface StoredBlock {
  head: BlockHead;
  day: Day;
  offset: number;
}

/** Bytes read at once while heads are looked for. */
const READ_AHEAD = 64 * 1024;

/** The blocks of one market, ascending. */
export class BlockIndex {
  readonly #store: ArchiveStore;
  readonly #coinInfoId: number;
  readonly blocks: StoredBlock[] = [];
  /** Blocks that are a seam. */
  seams = 0;

  constructor(store: ArchiveStore, coinInfoId: number) {
    this.#store = store;
    this.#coinInfoId = coinInfoId;
  }

  /**
   * Reads the heads of all days. A day ends at a block that is cut short or has no head: an interrupted write left it,
   * or a fault of the disk, which `verifyArchive` reports.
   */
  async open(days: readonly { day: Day; bytes: number }[]): Promise<void> {
    for (const { day, bytes } of days) await this.#readHeads(day, bytes);
  }

  /** Adds a block that was written just now. */
  add(block: StoredBlock): void {
    this.blocks.push(block);
    this.seams += Number(block.head.isSeam);
  }

  /**
   * Removes newest blocks that are not as they were written: a power cut may leave a length without its bytes. Returns
   * the hash of the newest sound block; null when there is none.
   */
  async dropDamagedEnd(): Promise<Uint8Array | null> {
    for (let last = this.blocks.at(-1); last; last = this.blocks.at(-1)) {
      const bytes = await this.#store.read(this.#coinInfoId, last.day, last.offset, last.head.bytes);
      if (isSound(bytes)) return hashOf(bytes);
      this.blocks.pop();
      this.seams -= Number(last.head.isSeam);
    }
    return null;
  }

  /** Forgets the blocks of a day that was deleted; it is the oldest one. */
  dropDay(day: Day): void {
    const next = this.blocks.findIndex((block) => block.day !== day);
    for (const { head } of this.blocks.splice(0, next < 0 ? this.blocks.length : next))
      this.seams -= Number(head.isSeam);
  }

  /** Index of the last block that begins at or before `ts`; -1 when there is none. */
  at(ts: EpochMs): number {
    let low = 0;
    let high = this.blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.blocks[middle]!.head.fromTs <= ts) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Where the blocks of a day end; 0 for a day without any. */
  endOf(day: Day): number {
    const last = this.blocks.findLast((block) => block.day === day);
    return last ? last.offset + last.head.bytes : 0;
  }

  /** The blocks from index `first` to `last`. Throws Error on one that is not as it was written. */
  async read(first: number, last: number): Promise<ReturnType<typeof decodeBlock>[]> {
    return (await this.#readRuns(first, last)).map((block) => decodeBlock(block));
  }

  /** The same as they are stored, each with its hash checked. */
  async readStored(first: number, last: number): Promise<Uint8Array[]> {
    const blocks = await this.#readRuns(first, last);
    for (const block of blocks) checkedHead(block);
    return blocks;
  }

  /** One read for each day. */
  async #readRuns(first: number, last: number): Promise<Uint8Array[]> {
    const blocks: Uint8Array[] = [];
    for (let from = first; from <= last;) {
      const { day, offset } = this.blocks[from]!;
      let to = from;
      while (to < last && this.blocks[to + 1]!.day === day) to += 1;
      const run = this.blocks.slice(from, to + 1);
      const end = run.at(-1)!;
      const bytes = await this.#store.read(this.#coinInfoId, day, offset, end.offset + end.head.bytes - offset);
      for (const block of run)
        blocks.push(bytes.subarray(block.offset - offset, block.offset - offset + block.head.bytes));
      from = to + 1;
    }
    return blocks;
  }

  async #readHeads(day: Day, bytes: number): Promise<void> {
    let window = new Uint8Array(0);
    let windowAt = 0;
    let offset = 0;
    while (offset + HEAD_BYTES <= bytes) {
      if (offset + HEAD_BYTES > windowAt + window.length) {
        window = Uint8Array.from(await this.#store.read(this.#coinInfoId, day, offset, READ_AHEAD));
        windowAt = offset;
      }
      const head = headOf(window.subarray(offset - windowAt));
      if (!head || offset + head.bytes > bytes) return;
      this.add({ head, day, offset });
      offset += head.bytes;
    }
  }
}

/** Null for bytes that are no head. */
function headOf(bytes: Uint8Array): BlockHead | null {
  try {
    return readHead(bytes);
  } catch {
    return null; // where it ends is where the day ends
  }
}

function isSound(block: Uint8Array): boolean {
  try {
    decodeBlock(block);
    return true;
  } catch {
    return false; // the caller drops it
  }
}
