// Secret instants at which indexes are read, committed to by the tick before and verified later.
import { type Sha256, sameBytes } from '../encoding/bytes.ts';
import type { IndexTick } from '../risk/binary-option.ts';
import type { EpochMs } from '../units/time.ts';

/** Part of each second that contains the instants, ms; the rest allows for a late clock. */
export const INSTANT_SPAN_MS = 750;

/** Instant of a secret within its second, ms: its first four bytes, big-endian, modulo 750. */
export function instantMs(secret: Uint8Array): number {
  return new DataView(secret.buffer, secret.byteOffset, secret.byteLength).getUint32(0) % INSTANT_SPAN_MS;
}

/** The second that contains a time. */
export function secondOf(ts: EpochMs): number {
  return Math.floor(ts / 1000);
}

/** Whether a beat at `ts` is at or after the instant of its secret; it may be late. */
export function isAtInstant(ts: EpochMs, secret: Uint8Array): boolean {
  return ts % 1000 >= instantMs(secret);
}

/**
 * Whether ticks (ascending, in one run or more) were read at committed instants: no two in one second, none before its
 * instant, and the secret of a tick hashes to that of the tick of the second before. After a second without a tick a
 * new chain may begin: the process was restarted, or had used its chain up.
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
