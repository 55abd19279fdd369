// Segments on this machine: those that wait to be stored elsewhere, and a copy of the newest ones.
import { type FileHandle, mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ByteRange } from './object-store.ts';
import { errorCode } from '../../store/error-code.ts';
import { FILE_MODE, FOLDER_MODE } from '../../store/private-folder.ts';

const DIGITS = 12;

export function paddedNumber(number: number): string {
  return String(number).padStart(DIGITS, '0');
}

interface LocalSegment {
  number: number;
  bytes: number;
  /** Stored elsewhere, and read back from there without a difference. */
  isStored: boolean;
}

export class SegmentFiles {
  readonly #folder: string;
  /** Ascending. */
  readonly #segments = new Map<number, LocalSegment>();
  bytes = 0;
  /** Of those that are not stored elsewhere. */
  waitingBytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: FOLDER_MODE });
    this.#segments.clear();
    this.bytes = 0;
    this.waitingBytes = 0;
    for (const name of (await readdir(this.#folder)).toSorted()) {
      const match = /^(\d+)\.(waits|stored)$/.exec(name);
      if (!match) continue;
      this.#add(Number(match[1]), (await stat(join(this.#folder, name))).size, match[2] === 'stored');
    }
  }

  isStored(number: number): boolean {
    return this.#segments.get(number)?.isStored ?? false;
  }

  /** Oldest first. */
  get waiting(): number[] {
    return [...this.#segments.values()].filter(({ isStored }) => !isStored).map(({ number }) => number);
  }

  /** Rejects with Error when the disk fails; nothing is added then. */
  async write(number: number, segment: Uint8Array): Promise<void> {
    const path = this.#pathOf(number, false);
    await writeFile(`${path}.part`, segment, { mode: FILE_MODE });
    await rename(`${path}.part`, path);
    this.#add(number, segment.length, false);
  }

  /** Without a copy here where its file was deleted from outside. */
  async markStored(number: number): Promise<void> {
    const segment = this.#segments.get(number);
    if (!segment || segment.isStored) return;
    try {
      await rename(this.#pathOf(number, false), this.#pathOf(number, true));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      return this.delete(number);
    }
    segment.isStored = true;
    this.waitingBytes -= segment.bytes;
  }

  read(number: number): Promise<Uint8Array> {
    return readFile(this.#pathOf(number, this.#segments.get(number)!.isStored));
  }

  /** Null: there is no copy here; one that was deleted from outside, or meanwhile, is stored elsewhere. */
  async readRange(number: number, { from, bytes }: ByteRange): Promise<Uint8Array | null> {
    const file = await this.#openCopy(number);
    if (!file) return null;
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, from);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  async delete(number: number): Promise<void> {
    const segment = this.#segments.get(number);
    if (!segment) return;
    this.#segments.delete(number);
    this.bytes -= segment.bytes;
    if (!segment.isStored) this.waitingBytes -= segment.bytes;
    await rm(this.#pathOf(number, segment.isStored), { force: true });
  }

  /** Deletes the oldest copies of stored segments until all take at most `maxBytes`. */
  async trim(maxBytes: number): Promise<void> {
    for (const { number, isStored } of this.#segments.values()) {
      if (this.bytes <= maxBytes) return;
      if (isStored) await this.delete(number);
    }
  }

  async #openCopy(number: number): Promise<FileHandle | null> {
    const segment = this.#segments.get(number);
    if (!segment) return null;
    const { isStored } = segment;
    try {
      return await open(this.#pathOf(number, isStored));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      // It was stored between the look at its state and the opening.
      if (segment.isStored !== isStored) return this.#openCopy(number);
      if (!isStored) throw error;
      await this.delete(number);
      return null;
    }
  }

  #add(number: number, bytes: number, isStored: boolean): void {
    this.#segments.set(number, { number, bytes, isStored });
    this.bytes += bytes;
    if (!isStored) this.waitingBytes += bytes;
  }

  #pathOf(number: number, isStored: boolean): string {
    return join(this.#folder, `${paddedNumber(number)}.${isStored ? 'stored' : 'waits'}`);
  }
}
