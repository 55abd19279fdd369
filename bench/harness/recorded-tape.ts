// Recorded venue tapes from disk, as frames of our own wire.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type OpenTape, openTape } from '../../workers/replay/open-tape.ts';
import type { TapeFrame, TapeOptions } from '../../workers/replay/market-writer.ts';

const NEWLINE = 10;

export interface Tape extends Omit<OpenTape, 'frames'> {
  frames: TapeFrame[];
  /** Text bytes of all frames. */
  bytes: number;
}

/**
 * Reads a tape, or its first lines. Throws on one that something is wrong with: what is measured, or compared, is whole
 * up to there.
 */
export function readTape(path: string, options: TapeOptions = {}, lines = Infinity): Tape {
  const frames: TapeFrame[] = [];
  const tape = openTape(firstLines(gunzipSync(readFileSync(path)), lines), options, false, (frame) => {
    // Where the rest is not read the book is lost.
    if (lines === Infinity || frame.lost === undefined) frames.push(frame);
  });
  const problem = tape.problems.find(({ kind }) => lines === Infinity || kind !== 'cut');
  if (problem) throw new Error(`${path}, line ${problem.line}: ${problem.kind} ${problem.detail}`);
  return { ...tape, frames, bytes: frames.reduce((sum, { text }) => sum + text.length, 0) };
}

function firstLines(bytes: Uint8Array, lines: number): Uint8Array {
  if (lines === Infinity) return bytes;
  let end = 0;
  for (let line = 0; line < lines && end >= 0; line += 1) end = bytes.indexOf(NEWLINE, end) + 1 || -1;
  return end < 0 ? bytes : bytes.subarray(0, end);
}
