// An archive in an object store: written here first, then there, segment by segment, behind everything else.
import { setTimeout as pause } from 'node:timers/promises';
import type { RemoteState } from '../../../core/endpoints/operator-answers.ts';
import { errorMessage } from '../../../core/errors/error-message.ts';
import { readHead } from '../../../core/market-data/archive-block.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import { type ArchiveStore, type Day, dayOf } from '../archive-store.ts';
import { checkedBytes } from '../block-codec.ts';
import { BLOCK_FLAG } from '../block-columns.ts';
import { writeChecked } from './checked-write.ts';
import type { ObjectStore } from './object-store.ts';
import { RemoteObjects, numberOf, partKey, segmentKey, storedNumbers, tablesKey } from './remote-objects.ts';
import { objectName, readOnlyStore } from './archive-stores.ts';
import { SegmentFiles } from './segment-files.ts';
import { type BlockHeadRow, type SegmentEntry, encodeSegment, segmentHash } from './segment.ts';
import { errorCode } from '../../store/error-code.ts';

/** What is appended within this time is one segment, unless the options say another time. */
const GATHER_MS = 250;
/** How soon a store that is away is tried again, unless the options say it; at last it is after `MAX_RETRY_MS`. */
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** Finished days are looked for this often, and begin this long after their end: digests come late. */
const COMPACT_MS = 10 * 60_000;
/** At the end of the process a store that hangs is waited for this long. */
const CLOSE_MS = 1_000;
/** Bytes of a part of a finished day. */
const PART_BYTES = 16 * 1024 * 1024;
const BLOCKS = 'blocks';
/** Segments whose tables are stored together, too. */
const SEGMENTS_TOGETHER = 256;

export interface SegmentArchiveOptions {
  objects: ObjectStore;
  /** For segments that wait, and a copy of the newest ones. */
  folder: string;
  /** Bytes there at most; what does not fit is lost, with a seam. */
  maxLocalBytes: number;
  now: () => EpochMs;
  /** A store that is away is tried again after this time, 1 s by default, then after twice as long. */
  firstRetryMs?: number;
  /** What is appended within this time is one segment, 250 ms by default. */
  gatherMs?: number;
  /** Segments whose tables are stored together. */
  segmentsTogether?: number;
  /** Called for each failed try. */
  onError: (error: unknown) => void;
}

interface Append {
  entry: SegmentEntry;
  content: Uint8Array;
  done: () => void;
  failed: (error: unknown) => void;
}

/** Two engines wrote at once: the other one's segments are stored, and nothing of this one from here on. */
class SupersededError extends Error {}

/** A segment that waited was deleted on this machine: later ones go on from bytes that are not there. */
class LostError extends Error {}

export class SegmentArchive {
  readonly #options: SegmentArchiveOptions;
  readonly #files: SegmentFiles;
  readonly #remote: RemoteObjects;
  readonly #ended = new AbortController();
  #gathered: Append[] = [];
  #gathering: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #storing: Promise<void> | null = null;
  #compacting: NodeJS.Timeout | null = null;
  #error: string | null = null;
  #superseded: SupersededError | null = null;
  /** Until it is opened again. */
  #lost: LostError | null = null;
  readonly #lostListeners = new Set<(error: Error) => void>();

  constructor(options: SegmentArchiveOptions) {
    this.#options = options;
    this.#files = new SegmentFiles(options.folder);
    this.#remote = new RemoteObjects(options.objects, this.#files);
  }

  /** A segment that waited is gone: nothing is written until the archive is opened again. */
  onLost(listener: (error: Error) => void): () => void {
    this.#lostListeners.add(listener);
    return () => void this.#lostListeners.delete(listener);
  }

  /** Finds what is stored. Rejects with Error when the store is away or the disk fails, and may be called again. */
  async open(): Promise<void> {
    await this.#writing;
    await this.#files.open();
    await this.#remote.load();
    await this.#joinWaiting();
    this.#lost = null;
    this.#error = null;
    this.#store();
    this.#compacting ??= setInterval(() => {
      this.compact().catch((error: unknown) => this.#failed(error));
    }, COMPACT_MS);
    this.#compacting.unref();
  }

  get state(): RemoteState {
    const { maxLocalBytes } = this.#options;
    return { waitingBytes: this.#files.waitingBytes, maxWaitingBytes: maxLocalBytes, error: this.#error };
  }

  /** Objects of one suffix. */
  store(suffix: string): ArchiveStore {
    return {
      ...readOnlyStore(this.#remote, suffix),
      append: (coinInfoId, day, offset, content) => this.#append(objectName(suffix, coinInfoId, day), offset, content),
      delete: (coinInfoId, day) => this.#delete(objectName(suffix, coinInfoId, day)),
    };
  }

  /** Writes what was appended to the disk. What waits for the store is stored after the next start. */
  async close(): Promise<void> {
    if (this.#compacting) clearInterval(this.#compacting);
    this.#gather();
    await this.#writing;
    this.#ended.abort();
    const late = pause(CLOSE_MS, undefined, { ref: false });
    await Promise.race([Promise.all([this.#options.objects.close(), this.#storing]), late]);
  }

  /** Resolves when nothing waits, or the last try failed. */
  async settled(): Promise<void> {
    this.#gather();
    await this.#writing;
    while (this.#storing && this.#files.waiting.length > 0 && !this.#error) await pause(5);
  }

  /** Puts the objects of finished days together, and deletes the segments that only these were in. */
  async compact(): Promise<void> {
    await this.#writing;
    if (this.#files.waiting.length > 0 || this.#ending) return;
    const { map, last } = this.#remote;
    const today = dayOf(this.#options.now() - COMPACT_MS);
    const isOpen = (name: string): boolean => dayIn(name) >= today;
    const open = [...map.entries()].filter(([name]) => isOpen(name)).map(([, { extents }]) => firstSegment(extents));
    // The newest one stays: the next one follows it.
    const until = Math.min(last, ...open) - 1;
    const old = (await storedNumbers(this.#options.objects)).filter((number) => number <= until);
    if (old.length === 0) return;
    for (const [name, { extents }] of map.entries())
      if (!isOpen(name) && firstSegment(extents) <= until) await this.#joinParts(name);
    for (const { key } of await this.#options.objects.list('tables/'))
      if (key <= tablesKey(until)) await this.#options.objects.delete(key);
    for (const number of old) {
      await this.#options.objects.delete(segmentKey(number));
      await this.#files.delete(number);
    }
  }

  /**
   * Segments that an earlier run left waiting follow the newest stored one, or are of no use: another engine has gone
   * on without them.
   */
  async #joinWaiting(): Promise<void> {
    const remote = this.#remote;
    if (remote.lastHash === null) {
      const newest = await this.#options.objects.get(segmentKey(remote.last));
      if (!newest) throw new Error('the newest segment of the archive is gone');
      remote.lastHash = segmentHash(newest);
    }
    let isLost = false;
    for (const number of this.#files.waiting) {
      const segment = await this.#files.read(number);
      // Stored, and the process ended before it was noted.
      if (number === remote.last && segmentHash(segment) === remote.lastHash) {
        await this.#files.markStored(number);
        continue;
      }
      try {
        if (!isLost) remote.apply(number, segment);
      } catch (error) {
        isLost = true;
        this.#options.onError(error);
      }
      if (isLost) await this.#files.delete(number);
    }
  }

  #append(name: string, offset: number, content: Uint8Array): Promise<void> {
    if (this.#ending) return Promise.reject(this.#ending);
    const { maxLocalBytes } = this.#options;
    if (this.#files.waitingBytes + content.length > maxLocalBytes)
      return Promise.reject(new Error(`the object store is away, and ${this.#files.waitingBytes} bytes wait already`));
    const row = name.startsWith(`${BLOCKS}/`) && content.length > 0 ? rowOf(content) : undefined;
    return new Promise((done, failed) => {
      const entry: SegmentEntry = { name, offset, bytes: content.length, ...(row ? { row } : {}) };
      this.#gathered.push({ entry, content, done, failed });
      this.#gathering ??= setTimeout(() => this.#gather(), this.#options.gatherMs ?? GATHER_MS);
    });
  }

  #gather(): void {
    if (this.#gathering) clearTimeout(this.#gathering);
    this.#gathering = null;
    const appends = this.#gathered;
    this.#gathered = [];
    if (appends.length > 0) this.#writing = this.#writing.then(() => this.#write(appends));
  }

  async #write(appends: Append[]): Promise<void> {
    const remote = this.#remote;
    const number = remote.last + 1;
    const entries = appends.map(({ entry }) => entry);
    try {
      if (this.#lost) throw this.#lost;
      const segment = encodeSegment(
        { number, prev: remote.lastHash ?? '', entries },
        appends.map(({ content }) => content),
      );
      await this.#files.write(number, segment);
      remote.apply(number, segment);
      for (const { done } of appends) done();
    } catch (error) {
      for (const { failed } of appends) failed(error);
    }
    this.#store();
  }

  /** Starts to store what waits, unless it is under way. */
  #store(): void {
    this.#storing ??= this.#storeWaiting().finally(() => {
      this.#storing = null;
      if (this.#files.waiting.length > 0 && !this.#ended.signal.aborted && !this.#ending) this.#store();
    });
  }

  async #storeWaiting(): Promise<void> {
    let retryMs = this.#options.firstRetryMs ?? FIRST_RETRY_MS;
    const { signal } = this.#ended;
    for (const number of this.#files.waiting) {
      while (!signal.aborted) {
        try {
          await this.#writeOwn(segmentKey(number), await this.#readWaiting(number));
          await this.#files.markStored(number);
          await this.#files.trim(this.#options.maxLocalBytes);
          await this.#storeTables(number);
          this.#error = null;
          break;
        } catch (error) {
          if (signal.aborted) return;
          this.#failed(error);
          if (error instanceof SupersededError) return void (this.#superseded = error);
          if (error instanceof LostError) return this.#lose(error);
          await pause(retryMs, undefined, { signal }).catch(() => undefined);
          retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
        }
      }
    }
  }

  /** Throws LostError where the file is gone and the store, which answers, has it not. */
  async #readWaiting(number: number): Promise<Uint8Array> {
    try {
      return await this.#files.read(number);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      const stored = await this.#options.objects.get(segmentKey(number));
      if (stored) return stored;
      throw new LostError(`segment ${number} was deleted before it was stored: what follows it here is lost`);
    }
  }

  #lose(error: LostError): void {
    this.#lost = error;
    for (const listener of this.#lostListeners) listener(error);
  }

  /** Why nothing is written; null: it is. */
  get #ending(): Error | null {
    return this.#superseded ?? this.#lost;
  }

  /** Without them a start reads each segment. */
  async #storeTables(number: number): Promise<void> {
    const { segmentsTogether = SEGMENTS_TOGETHER, onError } = this.#options;
    if (number % segmentsTogether === 0) await this.#remote.storeTables(number, segmentsTogether).catch(onError);
  }

  async #writeOwn(key: string, content: Uint8Array): Promise<void> {
    if (!(await writeChecked(this.#options.objects, key, content)))
      throw new SupersededError(`another engine writes this archive: ${key} is not of this one`);
  }

  async #joinParts(name: string): Promise<void> {
    const { objects } = this.#options;
    const { map, last: asOf } = this.#remote;
    const size = map.sizeOf(name);
    const before = new Set(map.get(name)?.extents.map(({ key }) => key));
    const extents = [];
    let cut: Uint8Array = new Uint8Array();
    for (let offset = 0, part = 0; offset < size; offset += PART_BYTES, part++) {
      const content = await this.#remote.read(name, offset, PART_BYTES);
      const isLast = offset + PART_BYTES >= size;
      if (name.startsWith(`${BLOCKS}/`)) cut = this.#checkBlocks(Buffer.concat([cut, content]), isLast);
      const key = partKey(name, asOf, part, isLast);
      // An earlier try may have been cut short.
      await objects.delete(key);
      await this.#writeOwn(key, content);
      extents.push({ offset, bytes: content.length, key, at: 0 });
    }
    // What was appended meanwhile.
    const later = map.get(name)?.extents.filter(({ offset }) => offset >= size);
    if (later) map.set(name, [...extents, ...later], asOf);
    for (const key of before) if (key.startsWith('days/')) await objects.delete(key);
  }

  /**
   * Returns what there is of the block that is cut. Throws Error where a block is not as it was written: a store that
   * answers wrongly once must not be what is left of it.
   */
  #checkBlocks(content: Uint8Array, isLast: boolean): Uint8Array {
    try {
      const cut = content.subarray(checkedBytes(content));
      if (isLast && cut.length > 0) throw new Error('an archive block is cut');
      return cut;
    } catch (error) {
      this.#remote.forgetContents();
      throw error;
    }
  }

  async #delete(name: string): Promise<void> {
    const { map } = this.#remote;
    for (const { key } of map.get(name)?.extents ?? [])
      if (key.startsWith('days/')) await this.#options.objects.delete(key);
    map.delete(name);
  }

  #failed(error: unknown): void {
    this.#error = errorMessage(error);
    this.#options.onError(error);
  }
}

function rowOf(block: Uint8Array): BlockHeadRow {
  const { number, fromTs, toTs, hasBook, isSeam } = readHead(block);
  return [number, fromTs, toTs, (hasBook ? BLOCK_FLAG.book : 0) | (isSeam ? BLOCK_FLAG.seam : 0)];
}

/** Objects of a year go on being written; their parts are made again with each day. */
function dayIn(name: string): Day {
  return name.startsWith('d1/') ? '' : name.slice(name.lastIndexOf('/') + 1);
}

/** Infinity without any. */
function firstSegment(extents: readonly { key: string }[]): number {
  const first = extents.find(({ key }) => key.startsWith('segments/'));
  return first ? numberOf(first.key) : Infinity;
}
