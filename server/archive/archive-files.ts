// Archive objects in files of a folder: MARKET/DAY.blocks, or with another suffix.
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveStore, Day, DayFile } from './archive-store.ts';
import { errorCode } from '../store/error-code.ts';
import { FILE_MODE, FOLDER_MODE } from '../store/private-folder.ts';

/** Folder of the archive within a data folder. */
export const ARCHIVE_FOLDER = 'archive';
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

export class ArchiveFiles implements ArchiveStore {
  readonly #folder: string;
  readonly #suffix: string;

  constructor(folder: string, suffix = '.blocks') {
    this.#folder = folder;
    this.#suffix = suffix;
  }

  async list(): Promise<DayFile[]> {
    const markets = (await namesIn(this.#folder)).filter((name) => /^\d+$/.test(name));
    const files: DayFile[] = [];
    for (const coinInfoId of markets.map(Number).toSorted((a, b) => a - b)) {
      for (const name of (await namesIn(join(this.#folder, `${coinInfoId}`))).toSorted()) {
        const day = name.slice(0, -this.#suffix.length);
        if (name.endsWith(this.#suffix) && DAY_PATTERN.test(day))
          files.push({ coinInfoId, day, bytes: await this.size(coinInfoId, day) });
      }
    }
    return files;
  }

  async size(coinInfoId: number, day: Day): Promise<number> {
    try {
      return (await stat(this.#path(coinInfoId, day))).size;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return 0;
      throw error;
    }
  }

  async append(coinInfoId: number, day: Day, offset: number, block: Uint8Array): Promise<void> {
    await mkdir(join(this.#folder, `${coinInfoId}`), { recursive: true, mode: FOLDER_MODE });
    const path = this.#path(coinInfoId, day);
    const file = await open(path, constants.O_RDWR | constants.O_CREAT, FILE_MODE);
    try {
      // Zeros in place of what is gone would end the reading of that day at the next start.
      if ((await file.stat()).size < offset)
        throw new Error(`${path} was deleted or cut from outside; it is written to again after the next start`);
      await file.truncate(offset);
      await writeAll(file, block, offset);
    } finally {
      await file.close();
    }
  }

  async read(coinInfoId: number, day: Day, offset: number, length: number): Promise<Uint8Array> {
    const file = await open(this.#path(coinInfoId, day), 'r');
    try {
      const bytes = Buffer.allocUnsafe(length);
      let size = 0;
      while (size < length) {
        const { bytesRead } = await file.read(bytes, size, length - size, offset + size);
        if (bytesRead === 0) break;
        size += bytesRead;
      }
      return bytes.subarray(0, size);
    } finally {
      await file.close();
    }
  }

  async delete(coinInfoId: number, day: Day): Promise<void> {
    await rm(this.#path(coinInfoId, day), { force: true });
  }

  #path(coinInfoId: number, day: Day): string {
    return join(this.#folder, `${coinInfoId}`, `${day}${this.#suffix}`);
  }
}

async function writeAll(file: FileHandle, block: Uint8Array, offset: number): Promise<void> {
  let written = 0;
  while (written < block.length)
    written += (await file.write(block, written, block.length - written, offset + written)).bytesWritten;
}

/** Names in a folder; none when it does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
