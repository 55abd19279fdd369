// The archive's objects as an object store has them: found at the start, followed, read in windows.
import type { ByteRange, ObjectStore } from './object-store.ts';
import { type Extent, ObjectMap } from './object-map.ts';
import { paddedNumber } from './segment-files.ts';
import {
  MAX_TABLE_BYTES,
  type SegmentEntry,
  type SegmentHead,
  encodeTables,
  readTable,
  readTables,
  segmentHash,
  tableEnd,
} from './segment.ts';

const SEGMENTS = 'segments/';
const DAYS = 'days/';
const TABLES = 'tables/';
/** Bytes of a store's object that are read and remembered together. */
const WINDOW_BYTES = 256 * 1024;
const MAX_WINDOWS = 128;
/** What is read of a segment to find its table; a longer one takes a second read. */
const TABLE_READ_BYTES = 16 * 1024;
const READS_AT_ONCE = 16;

export function segmentKey(number: number): string {
  return SEGMENTS + paddedNumber(number);
}

export function numberOf(segment: string): number {
  return Number(segment.slice(SEGMENTS.length));
}

/** Names of numbered objects. A bucket may have others beside them: consoles write one for each folder. */
const NUMBERED = /\/\d+$/;

/** Keys of the segments (or of their tables) that a store has, oldest first. */
async function numberedKeys(objects: ObjectStore, prefix: string): Promise<string[]> {
  return (await objects.list(prefix)).map(({ key }) => key).filter((key) => NUMBERED.test(key));
}

/** Numbers of the segments that a store has, oldest first. */
export async function storedNumbers(objects: ObjectStore): Promise<number[]> {
  return (await numberedKeys(objects, SEGMENTS)).map(numberOf);
}

/** Key of the tables of segments up to this one. */
export function tablesKey(last: number): string {
  return TABLES + paddedNumber(last);
}

/** Key of a part of an object of a finished day. `asOf`: the last segment that it includes. */
export function partKey(name: string, asOf: number, part: number, isLast: boolean): string {
  return `${DAYS}${name}/${paddedNumber(asOf)}-${String(part).padStart(6, '0')}${isLast ? '-last' : ''}`;
}

/** A read failed because its object is gone: it is part of a finished day meanwhile, or was deleted with its day. */
export class GoneError extends Error {}

interface LocalSegments {
  /** Whether the store has the same one: another engine may have written another one of that number. */
  isStored(number: number): boolean;
  /** Null: there is no copy here. */
  readRange(number: number, range: ByteRange): Promise<Uint8Array | null>;
}

export class RemoteObjects {
  readonly #objects: ObjectStore;
  readonly #local: LocalSegments | null;
  readonly #windows = new Map<string, Promise<Uint8Array | null>>();
  map = new ObjectMap();
  /** Number of the newest segment that is applied. */
  last = 0;
  /** Hash of that segment; null: not known. */
  lastHash: string | null = null;

  constructor(objects: ObjectStore, local: LocalSegments | null) {
    this.#objects = objects;
    this.#local = local;
  }

  /** Finds everything. Rejects with Error when the store is away; nothing has changed then. */
  async load(): Promise<void> {
    const parts = await this.#objects.list(DAYS);
    const numbers = await storedNumbers(this.#objects);
    const map = new ObjectMap();
    addParts(map, parts);
    const known = new Map<number, SegmentHead>();
    await inTurns(await numberedKeys(this.#objects, TABLES), async (key) => {
      const content = await this.#objects.get(key);
      for (const head of content ? readTables(content) : []) known.set(head.table.number, head);
    });
    await inTurns(numbers, async (number) => {
      if (!known.has(number)) known.set(number, await this.#headOf(number));
    });
    for (const number of numbers) applyHead(map, number, known.get(number)!);
    this.map = map;
    this.last = numbers.at(-1) ?? 0;
    this.lastHash = this.last === 0 ? '' : null;
  }

  /** Applies the segments that were stored since, each entry of them named to `onEntry`. Returns how many. */
  async follow(onEntry: (entry: SegmentEntry) => void): Promise<number> {
    for (let count = 0; ; count++) {
      const number = this.last + 1;
      const segment = await this.#objects.get(segmentKey(number));
      if (!segment) return count;
      const entries = this.apply(number, segment);
      // The newest bytes are read most: they are here already.
      if (segment.length < WINDOW_BYTES) this.#addWindow(`${segmentKey(number)} 0`, Promise.resolve(segment));
      for (const entry of entries) onEntry(entry);
    }
  }

  /** Whether the store is ahead of what was applied, without the next segment: it is part of a finished day already. */
  async isAhead(): Promise<boolean> {
    const number = (await storedNumbers(this.#objects)).at(-1) ?? 0;
    return number > this.last && (await this.#objects.get(segmentKey(this.last + 1), { from: 0, bytes: 1 })) === null;
  }

  /** Returns its entries. Throws Error for a segment that is damaged or does not follow the last one. */
  apply(number: number, segment: Uint8Array): SegmentEntry[] {
    const hash = segmentHash(segment);
    const head = readTable(segment);
    const { table } = head;
    if (table.number !== number || (this.lastHash !== null && table.prev !== this.lastHash))
      throw new Error(`segment ${number} of the archive does not follow the one before`);
    applyHead(this.map, number, head);
    this.last = number;
    this.lastHash = hash;
    return table.entries;
  }

  /** Fewer bytes at the end of the object. Throws GoneError, and Error when the store fails. */
  async read(name: string, offset: number, length: number): Promise<Uint8Array> {
    const end = Math.min(offset + length, this.map.sizeOf(name));
    const pieces: Promise<Uint8Array>[] = [];
    for (const extent of this.map.get(name)?.extents ?? []) {
      const from = Math.max(offset, extent.offset);
      const to = Math.min(end, extent.offset + extent.bytes);
      if (from < to) pieces.push(this.#piece(extent, { from: extent.at + from - extent.offset, bytes: to - from }));
    }
    return Buffer.concat(await Promise.all(pieces));
  }

  /** What is read next comes from the store itself. */
  forgetContents(): void {
    this.#windows.clear();
  }

  /**
   * Stores the tables of the `count` segments up to this one, without those that are gone. Rejects with Error when the
   * store fails.
   */
  async storeTables(last: number, count: number): Promise<void> {
    const heads: SegmentHead[] = [];
    for (let number = last - count + 1; number <= last; number++)
      try {
        heads.push(await this.#headOf(number));
      } catch (error) {
        if (!(error instanceof GoneError)) throw error;
      }
    await this.#objects.write(tablesKey(last), encodeTables(heads));
  }

  async #piece({ key }: Extent, range: ByteRange): Promise<Uint8Array> {
    const number = key.startsWith(SEGMENTS) ? numberOf(key) : 0;
    const copy = await this.#local?.readRange(number, range);
    if (copy) return copy;
    const pieces: Uint8Array[] = [];
    for (let from = range.from; from < range.from + range.bytes;) {
      const window = Math.floor(from / WINDOW_BYTES);
      const content = await this.#window(key, window);
      if (!content) throw new GoneError(`${key} is gone`);
      const start = from - window * WINDOW_BYTES;
      const piece = content.subarray(start, start + range.from + range.bytes - from);
      if (piece.length === 0) {
        this.#windows.delete(`${key} ${window}`);
        throw new Error(`${key} is cut`);
      }
      pieces.push(piece);
      from += piece.length;
    }
    return Buffer.concat(pieces);
  }

  #window(key: string, window: number): Promise<Uint8Array | null> {
    const id = `${key} ${window}`;
    const known = this.#windows.get(id);
    const content = known ?? this.#objects.get(key, { from: window * WINDOW_BYTES, bytes: WINDOW_BYTES });
    this.#addWindow(id, content);
    // What the store lacks, or cuts, it may have the next time.
    const forget = (): boolean => this.#windows.delete(id);
    if (!known) content.then((bytes) => bytes ?? forget(), forget);
    return content;
  }

  #addWindow(id: string, content: Promise<Uint8Array | null>): void {
    this.#windows.delete(id);
    this.#windows.set(id, content);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > MAX_WINDOWS && oldest !== undefined) this.#windows.delete(oldest);
  }

  async #headOf(number: number): Promise<SegmentHead> {
    const key = segmentKey(number);
    const local = this.#local?.isStored(number) ? this.#local : null;
    const start = async (bytes: number): Promise<Uint8Array> => {
      const range = { from: 0, bytes };
      const head = (await local?.readRange(number, range)) ?? (await this.#objects.get(key, range));
      if (!head) throw new GoneError(`${key} is gone`);
      return head;
    };
    const head = await start(TABLE_READ_BYTES);
    const end = tableEnd(head);
    return readTable(end <= head.length ? head : await start(Math.min(end, MAX_TABLE_BYTES)));
  }
}

function applyHead(map: ObjectMap, number: number, { table, contentsAt }: SegmentHead): void {
  let at = contentsAt;
  for (const entry of table.entries) {
    map.apply(number, segmentKey(number), entry, at);
    at += entry.bytes;
  }
}

/** Runs `read` for all items, some at once. */
async function inTurns<T>(items: readonly T[], read: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += READS_AT_ONCE)
    await Promise.all(items.slice(at, at + READS_AT_ONCE).map(read));
}

/** The newest parts of each object that are whole. */
function addParts(map: ObjectMap, parts: readonly { key: string; bytes: number }[]): void {
  let extents: Extent[] = [];
  let current = '';
  for (const { key, bytes } of parts) {
    const match = /^days\/(.+)\/(\d+)-(\d+)(-last)?$/.exec(key);
    if (!match) continue;
    const [, name = '', asOf = '', part = '', last] = match;
    const group = `${name}/${asOf}`;
    if (group !== current) extents = [];
    current = group;
    if (Number(part) !== extents.length) continue;
    const end = extents.at(-1);
    extents.push({ offset: end ? end.offset + end.bytes : 0, bytes, key, at: 0 });
    // Ascending: a newer one comes later.
    if (last) map.set(name, extents, Number(asOf));
  }
}
