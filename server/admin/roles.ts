// Roles of operators and the actions of each.

import type { Operator, Role } from '../../core/endpoints/operator-answers.ts';

/** Roles of accounts. */
export const ROLES = ['support', 'finance', 'admin'] as const satisfies readonly Role[];

const SUPPORT = [
  'kyc.pass',
  'kyc.fail',
  'reset.pass',
  'reset.fail',
  'account.freeze',
  'account.unfreeze',
  'account.score',
  'notice.tell',
];
const FINANCE = [
  'deposit.approve',
  'deposit.refuse',
  'withdraw.approve',
  'withdraw.refuse',
  'money.credit',
  'ledger.audit',
  'account.freeze',
];
const REVIEWS = ['kyc.pass', 'reset.pass', 'deposit.approve', 'withdraw.approve'];
/**
 * Actions of the token once operators have accounts; it can reset a lost account, so that no one is locked out for
 * ever.
 */
const OWNER = ['operator.invite', 'operator.reset'];

/** Whether a role allows an action. An admin may do every listed action. */
export function allows(role: Operator['role'], action: string): boolean {
  if (role === 'admin') return true;
  const list = { support: SUPPORT, finance: FINANCE, demo: REVIEWS, owner: OWNER }[role];
  return list.includes(action);
}

/** Thrown when the operator may not do this; the message is for the operator (HTTP 403). Nothing was done. */
export class NotAllowedError extends Error {}
