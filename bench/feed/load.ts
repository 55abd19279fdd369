// Load for a worker: the same messages as text, as packed frames one a message, and as joined packed frames.
import { type Instrument, instrumentOf } from '../../core/instruments/instrument.ts';
import { ownBytes, packedOf } from '../harness/msgpack-frames.ts';
import type { Tape } from '../harness/recorded-tape.ts';

/**
 * Frames of one message where the server joins what a turn of its loop sends: the 20 000 messages a second of a busy
 * page, at its 50 ms rate, are far more.
 */
export const JOINED = 8;

export interface Load {
  tape: Pick<Tape, 'infos' | 'depth'>;
  count: number;
  texts: string[];
  packed: ArrayBuffer[];
  joined: ArrayBuffer[];
  textBytes: number;
  packedBytes: number;
}

export function loadOf(tape: Pick<Tape, 'infos' | 'depth'>, messages: readonly string[]): Load {
  const markets = new Map<number, Instrument>(tape.infos.map((info) => [info.id, instrumentOf(info)]));
  // Flat strings, as a socket delivers them: not ropes that the first reader has to flatten.
  const texts = messages.map((text) => Buffer.from(text).toString('latin1'));
  const frames = texts.map((text) => packedOf(text, markets)!);
  const joined: ArrayBuffer[] = [];
  for (let at = 0; at < frames.length; at += JOINED)
    joined.push(ownBytes(Buffer.concat(frames.slice(at, at + JOINED))));
  const sum = (sizes: number[]): number => sizes.reduce((total, size) => total + size, 0);
  return {
    tape,
    count: texts.length,
    texts,
    packed: frames.map(ownBytes),
    joined,
    textBytes: sum(texts.map((text) => text.length)),
    packedBytes: sum(frames.map((frame) => frame.length)),
  };
}
