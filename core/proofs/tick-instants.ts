// Instants at which indexes are read: derived from a secret that the tick before committed to, so
// nobody knows them in advance and everyone can verify them later.
import { type Sha256, sameBytes } from '../encoding/bytes.ts';
import type { IndexTick } from '../risk/binary-option.ts';
import type { EpochMs } from '../units/time.ts';

/** The part of each second in which instants lie, in ms; what is left of it is for a clock that is late. */
export const INSTANT_SPAN_MS = 750;

/** Where in its second a secret places the beat, in ms: its first four bytes, big-endian, modulo 750. */
export function instantMs(secret: Uint8Array): number {
  return new DataView(secret.buffer, secret.byteOffset, secret.byteLength).getUint32(0) % INSTANT_SPAN_MS;
}

/** The whole second a time lies in. */
export function secondOf(ts: EpochMs): number {
  return Math.floor(ts / 1000);
}

/** Whether a beat at `ts` is not before the instant that its secret names. A late one is what its time says. */
export function isAtInstant(ts: EpochMs, secret: Uint8Array): boolean {
  return ts % 1000 >= instantMs(secret);
}

/**
 * Whether ticks (ascending, in one run or more) were taken at instants that had been committed to: no two in one
 * second, none before its instant, and the secret of a tick hashes to that of the tick of the second before. Where a
 * second has no tick a new chain may have begun: there the process was away, or had used its chain up.
 */
export async function instantsHold(ticks: readonly IndexTick[], sha256: Sha256): Promise<boolean> {
  for (const [at, { ts, secret }] of ticks.entries()) {
    if (!secret || !isAtInstant(ts, secret)) return false;
    const before = ticks[at - 1];
    if (!before?.secret) continue;
    const seconds = secondOf(ts) - secondOf(before.ts);
    if (seconds < 1 || (seconds === 1 && !sameBytes(await sha256(Uint8Array.from(secret)), before.secret)))
      return false;
  }
  return true;
}
