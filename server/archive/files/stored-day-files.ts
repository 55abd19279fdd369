// Files of finished days in an object store, in parts; made on this machine and deleted here once they are stored.
import { open as openFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { errorMessage } from '../../../core/errors/error-message.ts';
import type { Day } from '../archive-store.ts';
import { writeChecked } from '../objects/checked-write.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { type DayFileEntry, checkedChunks, entriesOf, streamOf } from './checked-chunks.ts';
import type { DayFileStore, DayFiles, DayToMake } from './day-files.ts';

/** Written last: without it the files of a day are not whole. */
const LISTS = 'lists/';
const PART_BYTES = 4 * 1024 * 1024;
/** The list is loaded again for a request after this time. */
const FRESH_MS = 5_000;
const READS_AT_ONCE = 16;

interface StoredDayFilesOptions {
  objects: ObjectStore;
  /** Where files are made, and wait while the store is away; null: this process only reads. */
  local: DayFiles | null;
  /** Called for an object in the store that should be a list and is not. */
  onError: (error: unknown) => void;
}

export class StoredDayFiles implements DayFileStore {
  readonly #options: StoredDayFilesOptions;
  /** Entries by key of their list; null: it is no list. */
  #lists = new Map<string, DayFileEntry[] | null>();
  #loadedAtMs = -Infinity;
  #loading: Promise<void> | null = null;

  constructor(options: StoredDayFilesOptions) {
    this.#options = options;
  }

  async list(): Promise<DayFileEntry[]> {
    await this.#load();
    const stored = [...this.#lists.values()].flatMap((entries) => entries ?? []);
    const waiting = ((await this.#options.local?.list()) ?? []).filter(
      ({ coinInfoId, day }) => !this.#lists.get(listKey(coinInfoId, day)),
    );
    return [...stored, ...waiting].toSorted((a, b) => a.coinInfoId - b.coinInfoId || a.day.localeCompare(b.day));
  }

  async entries(coinInfoId: number, day: Day): Promise<DayFileEntry[]> {
    await this.#load();
    return this.#lists.get(listKey(coinInfoId, day)) ?? (await this.#options.local?.entries(coinInfoId, day)) ?? [];
  }

  async isMade(coinInfoId: number, day: Day): Promise<boolean> {
    await this.#load();
    return Boolean(this.#lists.get(listKey(coinInfoId, day)));
  }

  /** Files that an earlier try made are stored as they are. */
  async make(day: DayToMake): Promise<void> {
    const { objects, local } = this.#options;
    if (!local) throw new Error('this process only reads files of finished days');
    const key = listKey(day.coinInfoId, day.day);
    if (!(await local.isMade(day.coinInfoId, day.day))) await local.make(day);
    const entries = await local.entries(day.coinInfoId, day.day);
    for (const entry of entries) await this.#store(entry, local.pathOf(entry));
    await replace(objects, key, Buffer.from(JSON.stringify(entries)));
    this.#lists.set(key, entries);
    await local.deleteDay(day.coinInfoId, day.day);
  }

  /** Rejects with Error before the first byte when the store is away. */
  async open(entry: DayFileEntry): Promise<Readable> {
    const { local } = this.#options;
    if (local && !this.#lists.get(listKey(entry.coinInfoId, entry.day))) return local.open(entry);
    return streamOf(this.#chunks(entry));
  }

  async deleteDay(coinInfoId: number, day: Day): Promise<number> {
    const { objects, local } = this.#options;
    const entries = await this.entries(coinInfoId, day);
    const key = listKey(coinInfoId, day);
    await objects.delete(key);
    this.#lists.delete(key);
    for (const entry of entries)
      for (let at = 0; at < entry.bytes; at += PART_BYTES) await objects.delete(partKey(entry, at));
    await local?.deleteDay(coinInfoId, day);
    return entries.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Reads every file that is listed in the store. Returns a sentence for each that is not as it was listed. */
  async verify(): Promise<{ files: number; faults: string[] }> {
    await this.#load();
    const faults: string[] = [];
    const fault = (text: string): number => faults.push(text);
    let files = 0;
    for (const [key, entries] of this.#lists) {
      if (!entries) fault(`${key} is no list of files`);
      for (const entry of entries ?? []) {
        files += 1;
        try {
          for await (const _ of this.#chunks(entry));
        } catch (error) {
          fault(`market ${entry.coinInfoId}: ${errorMessage(error)}`);
        }
      }
    }
    return { files, faults };
  }

  #chunks(entry: DayFileEntry): AsyncGenerator<Uint8Array, undefined> {
    return checkedChunks(entry, (at, bytes) =>
      this.#options.objects.get(partKey(entry, at), { from: at % PART_BYTES, bytes }),
    );
  }

  async #store(entry: DayFileEntry, path: string): Promise<void> {
    const file = await openFile(path);
    try {
      for (let at = 0; at < entry.bytes; at += PART_BYTES) {
        const content = Buffer.alloc(Math.min(PART_BYTES, entry.bytes - at));
        const { bytesRead } = await file.read(content, 0, content.length, at);
        await replace(this.#options.objects, partKey(entry, at), content.subarray(0, bytesRead));
      }
    } finally {
      await file.close();
    }
  }

  #load(): Promise<void> {
    if (performance.now() - this.#loadedAtMs < FRESH_MS) return Promise.resolve();
    this.#loading ??= this.#loadLists().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  async #loadLists(): Promise<void> {
    const { objects, onError } = this.#options;
    const keys = (await objects.list(LISTS)).map(({ key }) => key);
    const lists = new Map<string, DayFileEntry[] | null>();
    for (let at = 0; at < keys.length; at += READS_AT_ONCE)
      await Promise.all(
        keys.slice(at, at + READS_AT_ONCE).map(async (key) => {
          const known = this.#lists.get(key);
          const content = known ? null : await objects.get(key);
          const entries = known ?? (content && entriesOf(content, (one) => listKey(one.coinInfoId, one.day) === key));
          if (!entries && this.#lists.get(key) !== null) onError(new Error(`${key} in the object store is no list`));
          lists.set(key, entries);
        }),
      );
    this.#lists = lists;
    this.#loadedAtMs = performance.now();
  }
}

/** An earlier try may have been cut short. */
async function replace(objects: ObjectStore, key: string, content: Uint8Array): Promise<void> {
  await objects.delete(key);
  if (!(await writeChecked(objects, key, content))) throw new Error(`another engine writes ${key}`);
}

function listKey(coinInfoId: number, day: Day): string {
  return `${LISTS}${coinInfoId}/${day}`;
}

function partKey({ coinInfoId, day, name }: DayFileEntry, at: number): string {
  return `files/${coinInfoId}/${day}/${name}/${String(Math.floor(at / PART_BYTES)).padStart(6, '0')}`;
}
