// The clock's commitment: each beat reveals the secret that named its instant, and commits with it to the next one
// (S15).
import { createHash } from 'node:crypto';
import { HASH_BYTES, fromHex } from '../../../core/encoding/bytes.ts';
import { CODE, type Reject, reject } from '../../../core/errors/errors.ts';
import { isAtInstant, secondOf } from '../../../core/proofs/tick-instants.ts';
import type { Command } from '../command.ts';
import type { ExchangeState } from '../state.ts';
import type { Answer } from '../place-spot.ts';
import type { CommandContext } from '../command-context.ts';

export interface ClockState {
  /** What the next secret hashes to, in hex; '' while nothing was ever committed to. */
  head: string;
  /** The last second that had a beat with a secret. */
  second: number;
  /** Beats so far. */
  beats: number;
}

/**
 * Why a beat is refused: a secret that is not the committed one, a second that had its beat, an instant that has not
 * come. Null: it beats.
 */
export function beatFault(
  { head, second }: ClockState,
  { ts }: CommandContext,
  secret: string | undefined,
): Reject | null {
  if (head === '') return secret === undefined ? null : wrong('none before a commitment');
  const bytes = fromHex(secret ?? '', HASH_BYTES);
  if (!bytes || createHash('sha256').update(bytes).digest('hex') !== head)
    return wrong('the one that was committed to');
  if (secondOf(ts) <= second) return wrong('one a second');
  return isAtInstant(ts, bytes) ? null : wrong('not before its instant');
}

function wrong(rule: string): Reject {
  return reject(CODE.fieldInvalid, { field: 'secret', rule });
}

/** Counts a beat that was not refused. */
export function noteBeat({ clock }: ExchangeState, context: CommandContext, secret: string | undefined): void {
  clock.beats += 1;
  if (secret !== undefined) Object.assign(clock, { head: secret, second: secondOf(context.ts) });
  context.events.push({ kind: 'clock', ...clock });
}

/**
 * A new chain of secrets: for a process that has just begun, or has used its chain up. A second stays without a beat,
 * so that it shows.
 */
export function commitClock(
  { clock }: ExchangeState,
  context: CommandContext,
  { head }: Extract<Command, { kind: 'commitClock' }>,
): Answer {
  if (!fromHex(head, HASH_BYTES)) return reject(CODE.fieldInvalid, { field: 'head', rule: '32 bytes in hex' });
  if (clock.second > 0 && secondOf(context.ts) < clock.second + 2)
    return reject(CODE.fieldInvalid, { field: 'head', rule: 'after a second without a beat' });
  clock.head = head;
  context.events.push({ kind: 'clock', ...clock });
  return { orders: [] };
}
