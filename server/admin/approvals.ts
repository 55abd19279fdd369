// Acts that wait for a second person: who may approve them, and which wait. All of it is read from the log, which is
// the only record.
import type { Entry } from './audit-log.ts';
import type { OperatorAccounts } from './operator-accounts.ts';
import { type Operator, NotAllowedError, allows } from './roles.ts';

/** An act that nobody approved for this long is forgotten. */
export const APPROVE_WITHIN_MS = 24 * 3_600_000;

/** What an act became, by its entries; `waiting` is the entry with which it was asked for. */
export function standingOf(entries: readonly Entry[]): { waiting: Entry | null; ended: boolean } {
  const waiting = entries.find(({ outcome }) => outcome === 'waiting') ?? null;
  return {
    waiting,
    ended: entries.some(({ outcome }) => outcome === 'done' || outcome === 'refused' || outcome === 'declined'),
  };
}

/** The act that may be approved. Throws NotAllowedError with a sentence where it may not, by whoever. */
export function openAct(entries: readonly Entry[], now: number): Entry {
  const { waiting, ended } = standingOf(entries);
  if (!waiting || ended) throw new NotAllowedError('nothing of this name waits for approval');
  if (now - waiting.ts > APPROVE_WITHIN_MS)
    throw new NotAllowedError('this was asked for more than a day ago: ask again');
  return waiting;
}

export interface ApprovalRules {
  accounts: OperatorAccounts;
  now(): number;
}

/**
 * Throws NotAllowedError unless `by` is another person than the one who asked, allowed to do it, and neither of them is
 * held.
 */
export async function checkApprover({ accounts, now }: ApprovalRules, waiting: Entry, by: Operator): Promise<void> {
  if (by.name === waiting.operator) throw new NotAllowedError('a second person has to approve what you asked for');
  if (!allows(by.role, waiting.action))
    throw new NotAllowedError(`the role ${by.role} may not approve ${waiting.action}`);
  await checkHeld(accounts, by.name, now());
  const asker = await accounts.of(waiting.operator);
  if (!asker || asker.status !== 'active' || !allows(asker.role, waiting.action))
    throw new NotAllowedError('who asked for it may not do it any more');
}

/** Throws NotAllowedError for credentials that were reset within a day: they take part in no act of two people. */
export async function checkHeld(accounts: OperatorAccounts, name: string, now: number): Promise<void> {
  const account = await accounts.of(name);
  if (!account || account.status !== 'active') throw new NotAllowedError('acts of two people need accounts');
  if (account.heldUntil > now)
    throw new NotAllowedError(
      `this account was reset: it takes part in acts of two people again at ${new Date(account.heldUntil).toISOString()}`,
    );
}
