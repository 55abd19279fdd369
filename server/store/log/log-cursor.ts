// Reads a log's frames in order from a number on, while it may be written by another thread or process.
import { closeSync, openSync, readSync } from 'node:fs';
import { FRAME_HEAD_BYTES, type LogFrame, frameAt, frameBytesAt } from './log-frame.ts';
import { segmentPath, segmentsIn } from './log-segments.ts';

/** Bytes read at a time; a longer frame is read alone. */
const CHUNK_BYTES = 262_144;

export class LogCursor {
  readonly #folder: string;
  readonly #after: number;
  #segment: number | null = null;
  #handle: number | null = null;
  #offset = 0;
  #chunk = Buffer.alloc(CHUNK_BYTES);

  /** Frames with numbers above `after`. */
  constructor(folder: string, after: number) {
    this.#folder = folder;
    this.#after = after;
  }

  /**
   * The next frames, at most a chunk of them and none above `until`; empty at the end. What is above the last durable
   * number may be half written: `until` is never above it while another thread writes.
   */
  read(until: number): LogFrame[] {
    if (this.#segment === null && !this.#open(segmentsIn(this.#folder)[0])) return [];
    for (;;) {
      const found = this.#readChunk(until);
      if (found.frames.length > 0 || !found.isAtEnd) return found.frames;
      // Segments are made ahead: only the first frame of the next one ends this one, which may have grown until then.
      const next = segmentsIn(this.#folder).find((ordinal) => ordinal > this.#segment!);
      if (next === undefined || !hasFrames(segmentPath(this.#folder, next))) return [];
      const { frames } = this.#readChunk(until);
      if (frames.length > 0) return frames;
      this.#open(next);
    }
  }

  close(): void {
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
  }

  #open(ordinal: number | undefined): boolean {
    if (ordinal === undefined) return false;
    this.close();
    this.#handle = openSync(segmentPath(this.#folder, ordinal), 'r');
    this.#segment = ordinal;
    this.#offset = 0;
    return true;
  }

  /** `isAtEnd`: the segment has no further frame now. Frames are copies. */
  #readChunk(until: number): { frames: LogFrame[]; isAtEnd: boolean } {
    const frames: LogFrame[] = [];
    for (;;) {
      const size = readSync(this.#handle!, this.#chunk, 0, this.#chunk.length, this.#offset);
      const bytes = this.#chunk.subarray(0, size);
      let at = 0;
      for (;;) {
        const length = frameBytesAt(bytes, at);
        if (length === 0 && at + FRAME_HEAD_BYTES <= size) return this.#moved(at, frames, true);
        if (length === 0 || at + length > size) break;
        const frame = frameAt(bytes, at);
        if (frame === null) return this.#moved(at, frames, true);
        if (frame.number > until) return this.#moved(at, frames, false);
        at += length;
        if (frame.number > this.#after) frames.push({ number: frame.number, bytes: Uint8Array.from(frame.bytes) });
      }
      if (size < this.#chunk.length) return this.#moved(at, frames, true);
      if (at === 0) this.#chunk = Buffer.alloc(frameBytesAt(bytes, 0));
      this.#offset += at;
      if (frames.length > 0) return { frames, isAtEnd: false };
    }
  }

  #moved(bytes: number, frames: LogFrame[], isAtEnd: boolean): { frames: LogFrame[]; isAtEnd: boolean } {
    this.#offset += bytes;
    return { frames, isAtEnd };
  }
}

function hasFrames(path: string): boolean {
  const handle = openSync(path, 'r');
  try {
    const head = Buffer.alloc(FRAME_HEAD_BYTES);
    readSync(handle, head, 0, head.length, 0);
    return frameBytesAt(head, 0) > 0;
  } finally {
    closeSync(handle);
  }
}
