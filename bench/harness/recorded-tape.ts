// Recorded venue tapes from disk, as frames of our own wire.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type OpenTape, openTape } from '../../workers/replay/open-tape.ts';
import type { TapeFrame, TapeOptions } from '../../workers/replay/market-writer.ts';

export interface Tape extends Omit<OpenTape, 'frames'> {
  frames: TapeFrame[];
  /** Text bytes of all frames. */
  bytes: number;
}

/** Throws on one that something is wrong with: what is measured, or compared, is whole. */
export function readTape(path: string, options: TapeOptions = {}): Tape {
  const frames: TapeFrame[] = [];
  const tape = openTape(gunzipSync(readFileSync(path)), options, false, (frame) => frames.push(frame));
  const [problem] = tape.problems;
  if (problem) throw new Error(`${path}, line ${problem.line}: ${problem.kind} ${problem.detail}`);
  return { ...tape, frames, bytes: frames.reduce((sum, { text }) => sum + text.length, 0) };
}
