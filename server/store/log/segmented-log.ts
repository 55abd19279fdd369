// An append-only log in files of its own: each frame is on disk when its append resolves.
import {
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  statfsSync,
  writeSync,
  write,
  fdatasync,
} from 'node:fs';
import { type LogFrame, encodeFrame } from './log-frame.ts';
import { SEGMENT_BYTES, contentOf, createSegment, removeSegments, segmentPath, segmentsIn } from './log-segments.ts';
import { FOLDER_MODE } from '../private-folder.ts';

/** The next segment is made when the current one is so full. */
const PREPARED_FROM_BYTES = SEGMENT_BYTES / 2;
/**
 * A disk with less space than a segment takes no more frames, though the current segment could: what follows them could
 * not be written. Looked at this often.
 */
const MIN_FREE_BYTES = SEGMENT_BYTES;
const LOOK_MS = 1_000;
/** Writes wait for the disk by themselves where the system has this; elsewhere a sync follows. */
const { O_DSYNC } = constants as { O_DSYNC?: number };

interface Segment {
  ordinal: number;
  /** Number of its last frame. */
  last: number;
}

export class SegmentedLog {
  readonly folder: string;
  /** Those before the current one, oldest first. */
  readonly #ended: Segment[];
  #ordinal: number;
  #handle: number | null = null;
  #size = 0;
  #offset = 0;
  /** The next segment, while or after it is made. */
  #next: { ready: Promise<void>; bytes: number } | null = null;
  /** Number of the last frame; 0 for none. */
  lastNumber: number;
  #lookedAt = -Infinity;

  private constructor(
    folder: string,
    ended: Segment[],
    current: { ordinal: number; end: number } | null,
    last: number,
  ) {
    this.folder = folder;
    this.#ended = ended;
    this.#ordinal = current?.ordinal ?? 0;
    this.lastNumber = last;
    if (current) this.#open(current.ordinal, current.end);
  }

  /**
   * Opens a log, which is created with its first append, for one process. A frame that was being written when the last
   * process ended is removed. Throws Error when frames before the last one are damaged, or a file between others is
   * missing.
   */
  static open(folder: string): SegmentedLog {
    const segments = segmentsIn(folder).map((ordinal) => {
      const path = segmentPath(folder, ordinal);
      const bytes = readFileSync(path);
      return { ordinal, path, isCut: bytes.length < SEGMENT_BYTES, ...contentOf(bytes) };
    });
    const used = segments.filter(({ last }) => last !== null);
    const current = used.at(-1);
    for (const [at, { ordinal }] of segments.entries())
      if (ordinal !== segments[0]!.ordinal + at) throw missing(segmentPath(folder, segments[0]!.ordinal + at));
    let last = 0;
    for (const segment of used) {
      const isWhole = segment.fault === 'none' || (segment.fault === 'torn' && segment === current);
      const isInPlace = segment.first! > last;
      // No frame was written before all of the zeros were.
      if (!isWhole || !isInPlace || segment.isCut) throw damagedAt(segment.path, isInPlace ? segment.end : 0);
      last = segment.last!;
    }
    const unused = segments.filter((segment) => segment.last === null);
    for (const { path, ordinal, fault } of unused)
      if (fault === 'damaged' || ordinal < (current?.ordinal ?? 0)) throw damagedAt(path, 0);
    if (current?.fault === 'torn') zeroAfter(current.path, current.end);
    // Made ahead, perhaps not wholly, or with a first frame that was not.
    removeSegments(
      folder,
      unused.map(({ ordinal }) => ordinal),
    );
    const ended = used.slice(0, -1).map(({ ordinal, last: number }) => ({ ordinal, last: number! }));
    return new SegmentedLog(folder, ended, current ?? null, last);
  }

  /** Resolves when the frames are on disk. Numbers grow. Not to be called while an append is under way. */
  async append(frames: readonly LogFrame[]): Promise<void> {
    this.#requireSpace();
    const bytes = Buffer.concat(frames.map(encodeFrame));
    if (this.#handle === null || this.#offset + bytes.length > this.#size) await this.#turnOver(bytes.length);
    const handle = this.#handle!;
    try {
      await writeAll(handle, bytes, this.#offset);
      if (fstatSync(handle).nlink === 0)
        throw new Error(
          `the file ${segmentPath(this.folder, this.#ordinal)} was deleted or replaced while the exchange used it; restore it, or a backup`,
        );
    } catch (error) {
      this.#erase(bytes.length);
      throw error;
    }
    this.#offset += bytes.length;
    this.lastNumber = frames.at(-1)!.number;
    // What fails here is thrown to the append that needs the segment.
    if (this.#offset > PREPARED_FROM_BYTES) this.#prepareNext().catch(() => undefined);
  }

  /** Removes segments whose frames all have numbers up to this one. */
  prune(upTo: number): void {
    const retained = this.#ended.findIndex(({ last }) => last > upTo);
    const pruned = this.#ended.splice(0, retained < 0 ? this.#ended.length : retained);
    removeSegments(
      this.folder,
      pruned.map(({ ordinal }) => ordinal),
    );
  }

  async close(): Promise<void> {
    await this.#next?.ready.catch(() => undefined); // the append that needed it has thrown
    this.#next = null;
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
  }

  #requireSpace(): void {
    const now = performance.now();
    if (now - this.#lookedAt < LOOK_MS || this.#handle === null) return;
    this.#lookedAt = now;
    const { bavail, bsize } = statfsSync(this.folder);
    if (bavail * bsize < MIN_FREE_BYTES)
      throw Object.assign(new Error(`ENOSPC: no space left on device, ${this.folder}`), {
        code: 'ENOSPC',
        syscall: 'write',
        path: this.folder,
      });
  }

  async #turnOver(bytes: number): Promise<void> {
    mkdirSync(this.folder, { recursive: true, mode: FOLDER_MODE });
    if (this.#next && this.#next.bytes < bytes) {
      await this.#next.ready;
      removeSegments(this.folder, [this.#ordinal + 1]);
      this.#next = null;
    }
    try {
      await this.#prepareNext(bytes);
    } finally {
      this.#next = null;
    }
    if (this.#handle !== null) {
      closeSync(this.#handle);
      this.#handle = null;
      this.#ended.push({ ordinal: this.#ordinal, last: this.lastNumber });
    }
    this.#open(this.#ordinal + 1, 0);
  }

  #prepareNext(atLeast = 0): Promise<void> {
    const bytes = Math.max(SEGMENT_BYTES, atLeast);
    this.#next ??= { ready: createSegment(this.folder, this.#ordinal + 1, bytes), bytes };
    return this.#next.ready;
  }

  #open(ordinal: number, offset: number): void {
    this.#handle = openSync(segmentPath(this.folder, ordinal), constants.O_RDWR | (O_DSYNC ?? 0));
    this.#ordinal = ordinal;
    this.#size = fstatSync(this.#handle).size;
    this.#offset = offset;
  }

  /** Undoes a write that failed, as far as the disk lets it: what was not confirmed must not be found later. */
  #erase(length: number): void {
    try {
      writeSync(this.#handle!, Buffer.alloc(length), 0, length, this.#offset);
    } catch {
      // The disk that refused the write refuses this too; the caller has its error.
    }
  }
}

function writeAll(handle: number, bytes: Buffer, position: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null): void => (error ? reject(error) : resolve());
    write(handle, bytes, 0, bytes.length, position, (error, written) => {
      if (error) reject(error);
      else if (written < bytes.length)
        writeAll(handle, bytes.subarray(written), position + written).then(resolve, reject);
      else if (O_DSYNC === undefined) fdatasync(handle, done);
      else resolve();
    });
  });
}

function zeroAfter(path: string, offset: number): void {
  const handle = openSync(path, constants.O_RDWR | (O_DSYNC ?? constants.O_SYNC));
  try {
    const rest = fstatSync(handle).size - offset;
    writeSync(handle, Buffer.alloc(rest), 0, rest, offset);
  } finally {
    closeSync(handle);
  }
}

function missing(path: string): Error {
  return new Error(`The log ${path} is missing; bring it back, or restore a backup. Nothing was changed`);
}

function damagedAt(path: string, offset: number): Error {
  return new Error(`The log ${path} is damaged at byte ${offset}; restore a backup. Nothing was changed`);
}
