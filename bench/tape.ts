// Recorded venue tapes from disk, as frames of our own wire.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type OpenTape, openTape } from '../workers/replay/tape.ts';
import type { TapeFrame, TapeOptions } from '../workers/replay/tape-line.ts';

export type { TapeFrame };

export interface Tape extends Omit<OpenTape, 'frames'> {
  frames: TapeFrame[];
  /** Text bytes of all frames. */
  bytes: number;
}

export function readTape(path: string, options: TapeOptions = {}): Tape {
  const tape = openTape(gunzipSync(readFileSync(path)).toString('utf8'), options);
  const frames = [...tape.frames()];
  return { ...tape, frames, bytes: frames.reduce((sum, { text }) => sum + text.length, 0) };
}
