// The clock's commitment (S15).
// Each beat reveals the secret that named its instant and commits to the next one.
import { createHash } from 'node:crypto';
import { HASH_BYTES, fromHex } from '../../../core/encoding/bytes.ts';
import { CODE, type Reject, reject } from '../../../core/errors/errors.ts';
import { isAtInstant, secondOf } from '../../../core/proofs/tick-instants.ts';
import type { CommandOf } from '../command.ts';
import type { Answer } from '../outcome.ts';
import type { CommandContext } from '../command-context.ts';

/**
 * Why a beat is refused: its secret is not the committed one, its second had a beat already, or its instant has not
 * come. Null: accepted.
 */
export function checkBeat({ exchange, ts }: CommandContext, secret: string | undefined): Reject | null {
  const { head, second } = exchange.clock;
  if (head === '') return secret === undefined ? null : secretReject('none before a commitment');
  const bytes = fromHex(secret ?? '', HASH_BYTES);
  if (!bytes || createHash('sha256').update(bytes).digest('hex') !== head)
    return secretReject('the one that was committed to');
  if (secondOf(ts) <= second) return secretReject('one a second');
  return isAtInstant(ts, bytes) ? null : secretReject('not before its instant');
}

function secretReject(rule: string): Reject {
  return reject(CODE.fieldInvalid, { field: 'secret', rule });
}

/** Counts an accepted beat. */
export function countBeat(context: CommandContext, secret: string | undefined): void {
  const { clock } = context.exchange;
  clock.beats += 1;
  if (secret !== undefined) Object.assign(clock, { head: secret, second: secondOf(context.ts) });
  context.events.push({ kind: 'clock', ...clock });
}

/**
 * Commits to a new chain of secrets: after a start of the process, or when the chain is used up. One second stays
 * without a beat, so that it shows.
 */
export function commitClock(context: CommandContext, { head }: CommandOf<'commitClock'>): Answer {
  const { clock } = context.exchange;
  if (!fromHex(head, HASH_BYTES)) return reject(CODE.fieldInvalid, { field: 'head', rule: '32 bytes in hex' });
  if (clock.second > 0 && secondOf(context.ts) < clock.second + 2)
    return reject(CODE.fieldInvalid, { field: 'head', rule: 'after a second without a beat' });
  clock.head = head;
  context.events.push({ kind: 'clock', ...clock });
  return { orders: [] };
}
