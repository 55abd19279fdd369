// The files of a log: numbered segments of zeros, into which frames are written from the start.
import { type FileHandle, open } from 'node:fs/promises';
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FRAME_HEAD_BYTES, frameAt, frameBytesAt } from './log-frame.ts';
import { FILE_MODE } from '../private-folder.ts';

/** Zeros are written ahead, so that a commit changes bytes of a file and never its length. */
export const SEGMENT_BYTES = 1_048_576;
/**
 * The system may hold what one write has written as one page, and write all of it again for each commit within it: a
 * segment is filled in small writes.
 */
const ZEROS = Buffer.alloc(4_096);
const NAME = /^(\d{10})\.log$/;

export function segmentPath(folder: string, ordinal: number): string {
  return join(folder, `${String(ordinal).padStart(10, '0')}.log`);
}

/** In order; none where there is no folder. */
export function segmentsIn(folder: string): number[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

/** Creates a segment of so many bytes durably. Throws the error of the file system; then there is no file. */
export async function createSegment(folder: string, ordinal: number, bytes: number): Promise<void> {
  const path = segmentPath(folder, ordinal);
  let file: FileHandle | null = null;
  try {
    file = await open(path, 'wx', FILE_MODE);
    for (let at = 0; at < bytes; at += ZEROS.length) await file.write(ZEROS, 0, Math.min(ZEROS.length, bytes - at), at);
    await file.sync();
  } catch (error) {
    await file?.close();
    rmSync(path, { force: true });
    throw error;
  }
  await file.close();
  syncFolder(folder);
}

export function removeSegments(folder: string, ordinals: readonly number[]): void {
  for (const ordinal of ordinals) rmSync(segmentPath(folder, ordinal));
}

/** Makes new names in a folder durable. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** What a segment has: the numbers of its frames and where they end. */
export interface SegmentContent {
  first: number | null;
  last: number | null;
  end: number;
  /** How it ends: with zeros, with a frame that was being written, or with damage before whole frames. */
  fault: 'none' | 'torn' | 'damaged';
}

export function contentOf(bytes: Buffer): SegmentContent {
  let [first, last, end]: [number | null, number | null, number] = [null, null, 0];
  for (let frame = frameAt(bytes, 0); frame !== null; frame = frameAt(bytes, end)) {
    first ??= frame.number;
    last = frame.number;
    end += FRAME_HEAD_BYTES + frame.bytes.length;
  }
  return { first, last, end, fault: faultAfter(bytes, end, last ?? 0) };
}

/** A single frame is written at a time: whole frames after a broken one show that it was whole once. */
function faultAfter(bytes: Buffer, end: number, last: number): SegmentContent['fault'] {
  let at = end;
  while (at < bytes.length && bytes[at] === 0) at += 1;
  if (at === bytes.length) return 'none';
  // A head begins at most its own length before the first byte that is no zero.
  for (at = Math.max(end, at - FRAME_HEAD_BYTES); at < bytes.length; at += 1) {
    const length = frameBytesAt(bytes, at);
    if (length > 0 && at + length <= bytes.length && at > end && (frameAt(bytes, at)?.number ?? 0) > last)
      return 'damaged';
  }
  return 'torn';
}
