// Requests that wait for a second operator: their state by the audit log, and who may approve.
import type { AuditEntry, Operator } from '../../core/endpoints/operator-answers.ts';
import { HOUR_MS } from '../../core/units/durations.ts';
import type { OperatorAccounts } from './operator-accounts.ts';
import { NotAllowedError, allows } from './roles.ts';

/** A request expires after this long without approval. */
export const APPROVAL_TIMEOUT_MS = 24 * HOUR_MS;

/** State of a request by its log entries; `waiting` is the entry of the request. */
export function requestStateOf(entries: readonly AuditEntry[]): { waiting: AuditEntry | null; ended: boolean } {
  const waiting = entries.find(({ outcome }) => outcome === 'waiting') ?? null;
  return {
    waiting,
    ended: entries.some(({ outcome }) => outcome === 'done' || outcome === 'refused' || outcome === 'declined'),
  };
}

/** The request to approve. Throws NotAllowedError with a sentence when it is unknown, ended or expired. */
export function pendingRequest(entries: readonly AuditEntry[], now: number): AuditEntry {
  const { waiting, ended } = requestStateOf(entries);
  if (!waiting || ended) throw new NotAllowedError('no action of this request id waits for approval');
  if (now - waiting.ts > APPROVAL_TIMEOUT_MS)
    throw new NotAllowedError('this request is older than a day: make a new one');
  return waiting;
}

export interface ApprovalDeps {
  accounts: OperatorAccounts;
  now(): number;
}

/**
 * Throws NotAllowedError unless `by` and the requesting operator are two different accounts, both allowed to act and
 * neither held.
 */
export async function checkApprover({ accounts, now }: ApprovalDeps, waiting: AuditEntry, by: Operator): Promise<void> {
  if (by.name === waiting.operator) throw new NotAllowedError('a second operator has to approve what you requested');
  if (!allows(by.role, waiting.action))
    throw new NotAllowedError(`the role ${by.role} may not approve ${waiting.action}`);
  await checkNotHeld(accounts, by.name, now());
  const requester = await accounts.of(waiting.operator);
  if (!requester || requester.status !== 'active' || !allows(requester.role, waiting.action))
    throw new NotAllowedError('the operator who requested it may not do it any more');
  await checkNotHeld(accounts, waiting.operator, now());
}

/** Throws NotAllowedError for an account that is not active, or was reset within a day. */
export async function checkNotHeld(accounts: OperatorAccounts, name: string, now: number): Promise<void> {
  const account = await accounts.of(name);
  if (!account || account.status !== 'active')
    throw new NotAllowedError('what needs two operators needs an account: log in with yours');
  if (account.heldUntil > now)
    throw new NotAllowedError(
      `this account was reset: it can request and approve what needs two operators again at ${new Date(account.heldUntil).toISOString()}`,
    );
}
