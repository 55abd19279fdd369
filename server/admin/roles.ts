// What each kind of operator may do, and which acts two people have to want.

/**
 * `owner` holds the token of the machine and sets the others up; `demo` is the reviewer of demo mode. Neither has an
 * account.
 */
export const ROLES = ['support', 'finance', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Who acts: the name that the log carries, proven by a session or the token, never by a word of the request. */
export interface Operator {
  name: string;
  role: Role | 'owner' | 'demo';
}

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
 * What the token still does once operators have accounts: it brings back who lost theirs, so that nobody is locked out
 * for ever.
 */
const OWNER = ['operator.invite', 'operator.reset'];

/** Whether a role allows an act. An admin may do everything that is in the list. */
export function allows(role: Operator['role'], action: string): boolean {
  if (role === 'admin') return true;
  const list = { support: SUPPORT, finance: FINANCE, demo: REVIEWS, owner: OWNER }[role];
  return list.includes(action);
}

/** Thrown when who acts may not: the sentence is for the operator (HTTP 403). Nothing was done. */
export class NotAllowedError extends Error {}
