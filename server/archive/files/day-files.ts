// Files to download, for each market and finished day: trades and book changes, listed with SHA-256.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { errorMessage } from '../../../core/errors/error-message.ts';
import { namesIn } from '../archive-files.ts';
import type { Day } from '../archive-store.ts';
import { type DayFileEntry, checkedChunks, entriesOf, streamOf } from './checked-chunks.ts';
import { type DayBlock, tablesOf } from './day-tables.ts';
import { CsvFile, type Grids, ParquetFile, type TableFile } from './table-files.ts';
import { errorCode } from '../../store/error-code.ts';
import { FILE_MODE, FOLDER_MODE } from '../../store/private-folder.ts';

/** Written last: without it the files of a day are not whole. */
const LIST = 'files.json';
const PART = '.part';
const TABLES = {
  trades: { columns: ['id', 'time', 'side', 'price', 'amount'], text: ['side'] },
  book: { columns: ['time', 'event', 'side', 'price', 'amount'], text: ['event', 'side'] },
} as const;
type TableName = keyof typeof TABLES;
const TABLE_NAMES = Object.keys(TABLES) as TableName[];
const FORMS = ['csv.gz', 'parquet'] as const;
const FILE_NAMES = TABLE_NAMES.flatMap((table) => FORMS.map((form) => `${table}.${form}`));

export interface DayToMake {
  coinInfoId: number;
  day: Day;
  grids: Grids;
  blocks: AsyncIterable<DayBlock>;
  /** Awaited between tables, so that others run. */
  pause: () => Promise<void>;
}

interface OpenFile {
  table: TableName;
  name: string;
  path: string;
  handle: FileHandle;
  file: TableFile;
}

/** Where files of finished days are. All methods throw Error when the medium fails. */
export interface DayFileStore {
  /** All entries, by market and day. */
  list(): Promise<DayFileEntry[]>;
  /** Entries of a market's day; none while its files are not made. */
  entries(coinInfoId: number, day: Day): Promise<DayFileEntry[]>;
  /** Whether a day needs no `make`. */
  isMade(coinInfoId: number, day: Day): Promise<boolean>;
  /** Makes the files of a day. When it throws nothing more is listed than before, and it may be called again. */
  make(day: DayToMake): Promise<void>;
  /** Content of a listed file. The stream fails where it is not what was listed. */
  open(entry: DayFileEntry): Promise<Readable>;
  /** Deletes the files of a day; returns the number of bytes that they had. */
  deleteDay(coinInfoId: number, day: Day): Promise<number>;
}

/** Files in a folder. */
export class DayFiles implements DayFileStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** None of a damaged list either: the files are made again. */
  async entries(coinInfoId: number, day: Day): Promise<DayFileEntry[]> {
    return (await this.#listOf(coinInfoId, day)) ?? [];
  }

  async list(): Promise<DayFileEntry[]> {
    const all: DayFileEntry[] = [];
    for (const [market, day] of await this.#days()) all.push(...(await this.entries(market, day)));
    return all;
  }

  async isMade(coinInfoId: number, day: Day): Promise<boolean> {
    return (await this.entries(coinInfoId, day)).length > 0;
  }

  open(entry: DayFileEntry): Promise<Readable> {
    return streamOf(this.#chunks(entry));
  }

  pathOf({ coinInfoId, day, name }: DayFileEntry): string {
    return this.#path(coinInfoId, day, name);
  }

  async make({ coinInfoId, day, grids, blocks, pause }: DayToMake): Promise<void> {
    await mkdir(join(this.#folder, `${coinInfoId}`), { recursive: true, mode: FOLDER_MODE });
    const entries: DayFileEntry[] = [];
    const files: OpenFile[] = [];
    try {
      for (const table of TABLE_NAMES) files.push(...(await this.#openFiles(coinInfoId, day, table, grids)));
      let isFirst = true;
      for await (const block of blocks) {
        const tables = tablesOf(block, isFirst);
        isFirst = false;
        for (const { table, file } of files) {
          await file.write({ ...tables[table] });
          await pause();
        }
      }
      for (const { file } of files) await file.end();
    } catch (error) {
      // A part of them would take the space that a full disk lacks.
      for (const { path } of files) await rm(path, { force: true });
      throw error;
    } finally {
      for (const { handle } of files) await handle.close();
    }
    for (const { name, path, file } of files) {
      const { bytes, sha256 } = await fileDigest(path);
      await rename(path, this.#path(coinInfoId, day, name));
      entries.push({ coinInfoId, day, name, rows: file.rows, bytes, sha256 });
    }
    const list = this.#path(coinInfoId, day, LIST);
    await writeFile(list + PART, JSON.stringify(entries), { mode: FILE_MODE });
    await rename(list + PART, list);
  }

  async deleteDay(coinInfoId: number, day: Day): Promise<number> {
    await rm(this.#path(coinInfoId, day, LIST), { force: true });
    let bytes = 0;
    for (const name of FILE_NAMES) {
      const path = this.#path(coinInfoId, day, name);
      bytes += await sizeOf(path);
      await rm(path, { force: true });
    }
    return bytes;
  }

  /** Reads every listed file. Returns a sentence for each that is missing or is not as it was listed. */
  async verify(): Promise<{ files: number; faults: string[] }> {
    const faults: string[] = [];
    const entries: DayFileEntry[] = [];
    for (const [market, day] of await this.#days()) {
      const list = await this.#listOf(market, day);
      if (!list) faults.push(`market ${market}: ${day}.${LIST} is no list of files`);
      entries.push(...(list ?? []));
    }
    for (const entry of entries) {
      try {
        for await (const _ of this.#chunks(entry));
      } catch (error) {
        faults.push(`market ${entry.coinInfoId}: ${errorMessage(error)}`);
      }
    }
    return { files: entries.length, faults };
  }

  async #openFiles(coinInfoId: number, day: Day, table: TableName, grids: Grids): Promise<OpenFile[]> {
    const { columns, text } = TABLES[table];
    const files: OpenFile[] = [];
    for (const form of FORMS) {
      const name = `${table}.${form}`;
      const path = this.#path(coinInfoId, day, name) + PART;
      const handle = await open(path, 'w', FILE_MODE);
      const file = form === 'parquet' ? new ParquetFile(handle, grids, columns, text) : new CsvFile(handle, grids);
      files.push({ table, name, path, handle, file });
    }
    return files;
  }

  /** Market and day of every list, ascending. */
  async #days(): Promise<[coinInfoId: number, day: Day][]> {
    const markets = (await namesIn(this.#folder)).filter((name) => /^\d+$/.test(name)).map(Number);
    const all: [number, Day][] = [];
    for (const market of markets.toSorted((a, b) => a - b))
      for (const name of (await namesIn(join(this.#folder, `${market}`))).toSorted())
        if (name.endsWith(`.${LIST}`)) all.push([market, name.slice(0, -LIST.length - 1)]);
    return all;
  }

  /** Null for a list that is damaged; empty where there is none. */
  async #listOf(coinInfoId: number, day: Day): Promise<DayFileEntry[] | null> {
    try {
      const content = await readFile(this.#path(coinInfoId, day, LIST));
      return entriesOf(content, (entry) => entry.coinInfoId === coinInfoId && entry.day === day);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }

  async *#chunks(entry: DayFileEntry): AsyncGenerator<Uint8Array, undefined> {
    const file = await open(this.pathOf(entry));
    try {
      yield* checkedChunks(entry, async (at, bytes) => {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
        return buffer.subarray(0, bytesRead);
      });
    } finally {
      await file.close();
    }
  }

  #path(coinInfoId: number, day: Day, name: string): string {
    return join(this.#folder, `${coinInfoId}`, `${day}.${name}`);
  }
}

async function fileDigest(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}

/** 0 where there is no file. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}
