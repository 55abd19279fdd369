// Stored digests: for each level of the pyramid an object for each market and day, or year.
import { gunzipSync } from 'node:zlib';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/units/durations.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import { ArchiveFiles } from '../archive-files.ts';
import { type ArchiveStore, type Day, dayOf } from '../archive-store.ts';
import { unzip, zip } from '../gzip.ts';
import type { DigestPiece } from './digest-piece.ts';

/**
 * Levels of the pyramid, finest first, so that a column of each length is one digest, or three at most; `from` is the
 * level that it is made from. Pieces of the first three levels have 60 columns, five and one.
 */
export const LEVELS = [
  { stepMs: 5_000, spanMs: 5 * MINUTE_MS, suffix: '.s5', isYearly: false, from: 0 },
  { stepMs: MINUTE_MS, spanMs: 5 * MINUTE_MS, suffix: '.m1', isYearly: false, from: 0 },
  { stepMs: 5 * MINUTE_MS, spanMs: 5 * MINUTE_MS, suffix: '.m5', isYearly: false, from: 0 },
  { stepMs: 15 * MINUTE_MS, spanMs: 15 * MINUTE_MS, suffix: '.m15', isYearly: false, from: 2 },
  { stepMs: HOUR_MS, spanMs: HOUR_MS, suffix: '.h1', isYearly: false, from: 2 },
  { stepMs: 4 * HOUR_MS, spanMs: 4 * HOUR_MS, suffix: '.h4', isYearly: false, from: 4 },
  { stepMs: DAY_MS, spanMs: DAY_MS, suffix: '.d1', isYearly: true, from: 4 },
  { stepMs: 7 * DAY_MS, spanMs: 7 * DAY_MS, suffix: '.w1', isYearly: true, from: 6 },
] as const;
export type LevelIndex = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
/** The levels that are made from each piece of the first one. */
export const QUICK_LEVELS = [1, 2] as const;
/** The levels that are made once a span is over, each after the one that it is made from. */
export const CLOSED_LEVELS = [3, 4, 5, 6, 7] as const;

/**
 * Head of a record, numbers in big-endian order: u64 startMs, u32 fromMs - startMs, u32 toMs - startMs, u32 bytes of
 * the books, u32 bytes of the trades; both follow as gzip, which has a checksum.
 */
const HEAD_BYTES = 24;
/** Indexes of objects in memory; further ones are read again. */
const MAX_INDEXES = 512;
const READ_AHEAD = 128 * 1024;
/** First bytes of every gzip. */
const GZIP = [0x1f, 0x8b];
/** A piece of this size is inflated within a millisecond: to have another thread do it takes longer for most. */
const SMALL_BYTES = 128 * 1024;

interface StoredPiece {
  fromMs: EpochMs;
  toMs: EpochMs;
  offset: number;
  books: number;
  trades: number;
}

/** Pieces of an object by the start of their span. */
interface ObjectIndex {
  end: number;
  pieces: Map<EpochMs, StoredPiece[]>;
}

/** Digests in files of a folder, beside the blocks. */
export function digestFilesIn(folder: string): DigestFiles {
  return new DigestFiles(LEVELS.map(({ suffix }) => new ArchiveFiles(folder, suffix)));
}

export class DigestFiles {
  readonly #stores: readonly ArchiveStore[];
  readonly #indexes = new Map<string, Promise<ObjectIndex>>();
  readonly #writing = new Map<string, Promise<unknown>>();
  /** What was read last. An object that is replaced has another index. */
  #ahead: { index: ObjectIndex; from: number; bytes: Uint8Array } | null = null;

  /** One store for each of `LEVELS`. */
  constructor(stores: readonly ArchiveStore[]) {
    this.#stores = stores;
  }

  /** Writes a piece after those that are being written. Throws Error when the store fails. */
  async append(level: LevelIndex, coinInfoId: number, piece: DigestPiece): Promise<void> {
    const [books, trades] = await Promise.all([zip(piece.books), zip(piece.trades)]);
    const record = Buffer.alloc(HEAD_BYTES + books.length + trades.length);
    record.writeBigUInt64BE(BigInt(piece.startMs), 0);
    record.writeUInt32BE(piece.fromMs - piece.startMs, 8);
    record.writeUInt32BE(piece.toMs - piece.startMs, 12);
    record.writeUInt32BE(books.length, 16);
    record.writeUInt32BE(trades.length, 20);
    record.set(books, HEAD_BYTES);
    record.set(trades, HEAD_BYTES + books.length);
    const key = keyOf(level, piece.startMs);
    const name = `${level} ${coinInfoId} ${key}`;
    const write = async (): Promise<void> => {
      const index = await this.#index(level, coinInfoId, key);
      await this.#stores[level]!.append(coinInfoId, key, index.end, record);
      addRecord(index, record, index.end);
    };
    const written = (this.#writing.get(name) ?? Promise.resolve()).then(write);
    const settled = written.catch(() => undefined); // the caller has the error
    this.#writing.set(name, settled);
    await written.finally(() => {
      if (this.#writing.get(name) === settled) this.#writing.delete(name);
    });
  }

  /** Whether a piece of a span is stored. */
  async has(level: LevelIndex, coinInfoId: number, startMs: EpochMs): Promise<boolean> {
    return (await this.#index(level, coinInfoId, keyOf(level, startMs))).pieces.has(startMs);
  }

  /** Pieces of a span in the order of their times; without `withBooks` their books are no bytes. */
  async read(level: LevelIndex, coinInfoId: number, startMs: EpochMs, withBooks: boolean): Promise<DigestPiece[]> {
    const key = keyOf(level, startMs);
    const index = await this.#index(level, coinInfoId, key);
    const stored = (index.pieces.get(startMs) ?? []).toSorted((a, b) => a.fromMs - b.fromMs);
    const { stepMs } = LEVELS[level];
    const pieces: DigestPiece[] = [];
    for (const { fromMs, toMs, offset, books, trades } of stored) {
      const at = withBooks ? books : 0;
      const from = offset + HEAD_BYTES + books - at;
      const load = (length: number): Promise<Uint8Array> => this.#stores[level]!.read(coinInfoId, key, from, length);
      const isSmall = books + trades <= SMALL_BYTES;
      const bytes = await (isSmall ? this.#readAhead(index, from, at + trades, load) : load(at + trades));
      const content = isSmall ? gunzipSync(bytes) : await unzip(bytes);
      const size = at === 0 ? 0 : contentSize(bytes, at);
      pieces.push({ stepMs, startMs, fromMs, toMs, books: content.subarray(0, size), trades: content.subarray(size) });
    }
    return pieces;
  }

  /** Where the last stored piece of the first level in a day ends; null when there is none. */
  async lastMs(coinInfoId: number, newestDay: Day): Promise<EpochMs | null> {
    const { pieces } = await this.#index(0, coinInfoId, newestDay);
    return Math.max(0, ...[...pieces.values()].flat().map(({ toMs }) => toMs)) || null;
  }

  /** The newest day of each market with any piece. */
  async newestDays(): Promise<Map<number, Day>> {
    return new Map((await this.#stores[0]!.list()).map(({ coinInfoId, day }) => [coinInfoId, day]));
  }

  async bytes(): Promise<number> {
    const lists = await Promise.all(this.#stores.map((store) => store.list()));
    return lists.flat().reduce((sum, file) => sum + file.bytes, 0);
  }

  /**
   * Deletes the digests of a day, but for the coarsest levels, which have one record a day or week. Returns the number
   * of bytes that they had.
   */
  async deleteDay(coinInfoId: number, day: Day): Promise<number> {
    let bytes = 0;
    for (const [level, store] of this.#stores.entries()) {
      if (LEVELS[level]!.isYearly) continue;
      bytes += await store.size(coinInfoId, day);
      this.#indexes.delete(`${level} ${coinInfoId} ${day}`);
      await store.delete(coinInfoId, day);
    }
    return bytes;
  }

  /** What is stored may be another thing than before. */
  forget(): void {
    this.#indexes.clear();
  }

  /** Another process has written an object from `offset` on. */
  grow(level: LevelIndex, coinInfoId: number, key: Day, offset: number): void {
    const name = `${level} ${coinInfoId} ${key}`;
    const known = this.#indexes.get(name);
    if (!known) return;
    const index = known.then((before) => this.#scan(level, coinInfoId, key, offset < before.end ? null : before));
    this.#indexes.set(name, index);
    index.catch(() => this.#indexes.delete(name));
  }

  /** Bytes from `from` on, with those of the next small pieces, which are wanted next. */
  async #readAhead(
    index: ObjectIndex,
    from: number,
    length: number,
    load: (length: number) => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    const { end } = index;
    let ahead = this.#ahead;
    if (!ahead || ahead.index !== index || from < ahead.from || from + length > ahead.from + ahead.bytes.length) {
      // What follows the last record is not part of the object yet.
      ahead = { index, from, bytes: await load(Math.max(length, Math.min(READ_AHEAD, end - from))) };
      this.#ahead = ahead;
    }
    return ahead.bytes.subarray(from - ahead.from, from - ahead.from + length);
  }

  #index(level: LevelIndex, coinInfoId: number, key: Day): Promise<ObjectIndex> {
    const name = `${level} ${coinInfoId} ${key}`;
    const known = this.#indexes.get(name);
    const index = known ?? this.#scan(level, coinInfoId, key);
    this.#indexes.delete(name);
    this.#indexes.set(name, index);
    if (!known) index.catch(() => this.#indexes.delete(name));
    const oldest = this.#indexes.keys().next().value;
    if (this.#indexes.size > MAX_INDEXES && oldest !== undefined && !this.#writing.has(oldest))
      this.#indexes.delete(oldest);
    return index;
  }

  /** An object ends at a record that is cut: an interrupted write left it, and the next one replaces it. */
  async #scan(
    level: LevelIndex,
    coinInfoId: number,
    key: Day,
    before: ObjectIndex | null = null,
  ): Promise<ObjectIndex> {
    const store = this.#stores[level]!;
    const index: ObjectIndex = before ?? { end: 0, pieces: new Map() };
    const size = await store.size(coinInfoId, key);
    let window: Uint8Array = NOTHING;
    let windowAt = 0;
    while (index.end + HEAD_BYTES <= size) {
      if (index.end + HEAD_BYTES > windowAt + window.length) {
        window = await store.read(coinInfoId, key, index.end, READ_AHEAD);
        windowAt = index.end;
      }
      const head = Buffer.from(window.subarray(index.end - windowAt, index.end - windowAt + HEAD_BYTES));
      if (index.end + recordBytes(head) > size) break;
      addRecord(index, head, index.end);
    }
    return index;
  }
}

const NOTHING = new Uint8Array(0);

function keyOf(level: LevelIndex, startMs: EpochMs): Day {
  const day = dayOf(startMs);
  return LEVELS[level].isYearly ? `${day.slice(0, 4)}-01-01` : day;
}

/** Size of what is in the first of two gzips, which ends at `end` with this number. Throws Error where none ends. */
function contentSize(gzips: Uint8Array, end: number): number {
  if (gzips[end] !== GZIP[0] || gzips[end + 1] !== GZIP[1]) throw new Error('a digest is damaged');
  return new DataView(gzips.buffer, gzips.byteOffset).getUint32(end - 4, true);
}

function recordBytes(head: Buffer): number {
  return HEAD_BYTES + head.readUInt32BE(16) + head.readUInt32BE(20);
}

function addRecord(index: ObjectIndex, head: Buffer, offset: number): void {
  const startMs = Number(head.readBigUInt64BE(0));
  const pieces = index.pieces.get(startMs) ?? [];
  pieces.push({
    fromMs: startMs + head.readUInt32BE(8),
    toMs: startMs + head.readUInt32BE(12),
    offset,
    books: head.readUInt32BE(16),
    trades: head.readUInt32BE(20),
  });
  index.pieces.set(startMs, pieces);
  index.end = offset + recordBytes(head);
}
