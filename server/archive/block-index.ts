// Heads of a market's stored blocks, read once and remembered.
import { type BlockHead, HEAD_BYTES, readHead } from '../../core/market-data/archive-block.ts';
import { DAY_MS } from '../../core/units/durations.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { type ArchiveStore, type Day, type DayFile, dayOf } from './archive-store.ts';
import { BLOCK_FLAG, BlockColumns, type BlockRow } from './block-columns.ts';
import { checkedHead, decodeBlock, hashOf } from './block-codec.ts';
import { decodeDayIndex, encodeDayIndex } from './day-index.ts';

/** What is known of a block without reading it. */
export interface StoredBlock {
  number: number;
  fromTs: EpochMs;
  toTs: EpochMs;
  hasBook: boolean;
  isSeam: boolean;
  day: Day;
  offset: number;
  bytes: number;
}

/** Bytes read at once while heads are looked for. */
const READ_AHEAD = 64 * 1024;

/** The blocks of one market, ascending. */
export class BlockIndex {
  readonly #store: ArchiveStore;
  readonly #indexes: ArchiveStore | null;
  readonly #coinInfoId: number;
  readonly #columns = new BlockColumns();
  /** Finished days whose index is stored. */
  readonly #indexed = new Set<Day>();
  /** Blocks that are a seam. */
  seams = 0;
  /** Blocks that were deleted with their day: each later one has moved forward by this number. */
  dropped = 0;

  /** Without `indexes` the days alone are read. */
  constructor(store: ArchiveStore, coinInfoId: number, indexes: ArchiveStore | null) {
    this.#store = store;
    this.#indexes = indexes;
    this.#coinInfoId = coinInfoId;
  }

  /**
   * Reads the indexes of all days, and the heads of those without a sound one and of the newest. A day ends at a block
   * that is cut short or has no head: an interrupted write left it, or a fault of the disk, which `verifyArchive`
   * reports.
   */
  async open(days: readonly DayFile[]): Promise<void> {
    for (const file of days) {
      const rows = file === days.at(-1) ? null : await this.#readIndex(file);
      if (rows) this.#indexed.add(file.day);
      const known = rows ?? this.#store.heads?.(this.#coinInfoId, file.day);
      for (const row of known ?? []) this.#push(row);
      if (!known) await this.#readHeads(file.day, file.bytes);
    }
  }

  /** Stores the indexes of finished days that have none. Throws Error when the store fails. */
  async storeIndexes(days: readonly DayFile[]): Promise<void> {
    const newest = this.last?.day ?? '';
    for (const { day } of days) {
      if (!this.#indexes || day >= newest || this.#indexed.has(day)) continue;
      const { dayNumbers, size } = this.#columns;
      const dayNumber = dayNumberOf(day);
      const rows: BlockRow[] = [];
      for (let at = 0; at < size; at++) if (dayNumbers[at] === dayNumber) rows.push(this.#columns.rowAt(at));
      const bytes = await this.#store.size(this.#coinInfoId, day);
      const index = encodeDayIndex({ coinInfoId: this.#coinInfoId, dayNumber, bytes }, rows);
      await this.#indexes.append(this.#coinInfoId, day, 0, index);
      this.#indexed.add(day);
    }
  }

  get size(): number {
    return this.#columns.size;
  }

  /** Undefined where there is no block. */
  get(at: number): StoredBlock | undefined {
    if (at < 0 || at >= this.size) return undefined;
    const { flags, dayNumber, ...row } = this.#columns.rowAt(at);
    return {
      ...row,
      day: dayOf(dayNumber * DAY_MS),
      hasBook: (flags & BLOCK_FLAG.book) !== 0,
      isSeam: (flags & BLOCK_FLAG.seam) !== 0,
    };
  }

  get last(): StoredBlock | undefined {
    return this.get(this.size - 1);
  }

  /** Adds a block that was written just now. */
  add({ number, fromTs, toTs, bytes, hasBook, isSeam }: BlockHead, day: Day, offset: number): void {
    const flags = (hasBook ? BLOCK_FLAG.book : 0) | (isSeam ? BLOCK_FLAG.seam : 0);
    this.addRow({ number, fromTs, toTs, bytes, offset, flags }, day);
  }

  addRow(row: Omit<BlockRow, 'dayNumber'>, day: Day): void {
    this.#push({ ...row, dayNumber: dayNumberOf(day) });
  }

  /**
   * Removes newest blocks that are not as they were written: a power cut may leave a length without its bytes. Returns
   * the hash of the newest sound block; null when there is none.
   */
  async dropDamagedEnd(): Promise<Uint8Array | null> {
    for (let { last } = this; last; { last } = this) {
      const bytes = await this.#store.read(this.#coinInfoId, last.day, last.offset, last.bytes);
      if (isSound(bytes)) return hashOf(bytes);
      this.#columns.size -= 1;
      this.seams -= Number(last.isSeam);
    }
    return null;
  }

  /** Forgets the newest blocks that begin at or after `offset` of a day: others are written there. */
  cut(day: Day, offset: number): void {
    for (let { last } = this; last && last.day === day && last.offset >= offset; { last } = this) {
      this.#columns.size -= 1;
      this.seams -= Number(last.isSeam);
    }
  }

  /** Forgets the blocks of a day that was deleted; it is the oldest one. */
  dropDay(day: Day): void {
    const { dayNumbers, flags, size } = this.#columns;
    const dayNumber = dayNumberOf(day);
    let count = 0;
    for (; count < size && dayNumbers[count] === dayNumber; count++)
      this.seams -= Number((flags[count]! & BLOCK_FLAG.seam) !== 0);
    this.#columns.shift(count);
    this.dropped += count;
    this.#indexed.delete(day);
  }

  /** Index of the last block that begins at or before `ts`; -1 when there is none. */
  at(ts: EpochMs): number {
    return this.#firstAbove(this.#columns.fromTs, ts) - 1;
  }

  /** Index of the first block whose number is greater; `size` when there is none. */
  after(number: number): number {
    return this.#firstAbove(this.#columns.numbers, number);
  }

  /** Index of the first block of a day; -1 for a day without any. */
  startOf(day: Day): number {
    return this.#columns.dayNumbers.subarray(0, this.size).indexOf(dayNumberOf(day));
  }

  /** Where the blocks of a day end; 0 for a day without any. */
  endOf(day: Day): number {
    const at = this.#columns.dayNumbers.subarray(0, this.size).lastIndexOf(dayNumberOf(day));
    return at < 0 ? 0 : this.#columns.offsets[at]! + this.#columns.bytes[at]!;
  }

  /** The blocks from index `first` to `last`. Throws Error on one that is not as it was written. */
  async read(first: number, last: number): Promise<ReturnType<typeof decodeBlock>[]> {
    return (await this.readRaw(first, last)).map((block) => decodeBlock(block));
  }

  /** The same as they are stored, each with its hash checked. */
  async readStored(first: number, last: number): Promise<Uint8Array[]> {
    const blocks = await this.readRaw(first, last);
    for (const block of blocks) checkedHead(block);
    return blocks;
  }

  /** The same as they are stored, not checked. One read for each day. */
  async readRaw(first: number, last: number): Promise<Uint8Array[]> {
    // All of them as of now: days may be deleted while one is read.
    const rows = Array.from({ length: last - first + 1 }, (_, i) => this.#columns.rowAt(first + i));
    const blocks: Uint8Array[] = [];
    for (let from = 0; from < rows.length;) {
      const { dayNumber, offset } = rows[from]!;
      const next = rows.findIndex((row, i) => i > from && row.dayNumber !== dayNumber);
      const run = rows.slice(from, next < 0 ? rows.length : next);
      const end = run.at(-1)!;
      const length = end.offset + end.bytes - offset;
      const bytes = await this.#store.read(this.#coinInfoId, dayOf(dayNumber * DAY_MS), offset, length);
      for (const row of run) blocks.push(bytes.subarray(row.offset - offset, row.offset - offset + row.bytes));
      from += run.length;
    }
    return blocks;
  }

  /** Null for a day without a sound index. Throws Error when the store fails. */
  async #readIndex({ coinInfoId, day, bytes }: DayFile): Promise<BlockRow[] | null> {
    const size = (await this.#indexes?.size(coinInfoId, day)) ?? 0;
    if (!this.#indexes || size === 0) return null;
    const index = await this.#indexes.read(coinInfoId, day, 0, size);
    return decodeDayIndex(index, { coinInfoId, dayNumber: dayNumberOf(day), bytes });
  }

  /** What follows blocks that are damaged or gone is a seam, too. */
  #push(row: BlockRow): void {
    const { numbers, size } = this.#columns;
    const isAfterLoss = size > 0 && row.number !== numbers[size - 1]! + 1;
    const flags = isAfterLoss ? row.flags | BLOCK_FLAG.seam : row.flags;
    this.#columns.push({ ...row, flags });
    this.seams += Number((flags & BLOCK_FLAG.seam) !== 0);
  }

  /** Index of the first row whose value, in an ascending column, is greater. */
  #firstAbove(column: Float64Array, value: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (column[middle]! <= value) low = middle + 1;
      else high = middle;
    }
    return low;
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
      this.add(head, day, offset);
      offset += head.bytes;
    }
  }
}

function dayNumberOf(day: Day): number {
  return Date.parse(day) / DAY_MS;
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
