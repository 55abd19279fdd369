// Password hashes: argon2id with a random salt, computed on the thread pool.
import { hash, verify } from '@node-rs/argon2';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { isCommonPassword } from './common-passwords.ts';

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane; about 25 ms here. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** docs/specification.md 5, in characters. */
const MIN_LENGTH = 8;
const MAX_LENGTH = 20;

/**
 * Throws RejectError 1412 (length) or 1420 (common) for a password that may not be chosen. Existing passwords are
 * not checked.
 */
export function checkNewPassword(password: string, email: string): void {
  const { length } = [...password];
  if (length < MIN_LENGTH || length > MAX_LENGTH) throw new RejectError(CODE.passwordLength);
  if (isCommonPassword(password, email)) throw new RejectError(CODE.passwordCommon);
}

/** Hashes at a time. The pool has four threads, and every order waits for one of them to write the journal. */
const MAX_AT_ONCE = 2;
/** Hashes of one caller that may wait: more than a crowd behind one address asks for at once. */
const MAX_WAITING = 200;
let running = 0;
/** What waits, by caller, in the order of their turns. */
const waiting = new Map<string, (() => void)[]>();

/** Callers take turns, one hash each: a caller who guesses without end does not hold up the others. */
async function inTurn<T>(caller: string, work: () => Promise<T>): Promise<T> {
  if (running < MAX_AT_ONCE) running += 1;
  else await turnOf(caller);
  try {
    return await work();
  } finally {
    const next = takeNext();
    if (next) next();
    else running -= 1;
  }
}

/** Resolves when it is the caller's turn. Throws RejectError 1429 when too many of the same caller wait. */
async function turnOf(caller: string): Promise<void> {
  const own = waiting.get(caller) ?? [];
  if (own.length >= MAX_WAITING) throw new RejectError(CODE.tooManyRequests, { retryAfter: 1 });
  waiting.set(caller, own);
  await new Promise<void>((resolve) => own.push(resolve));
}

function takeNext(): (() => void) | undefined {
  const [first] = waiting;
  if (!first) return undefined;
  const [caller, own] = first;
  waiting.delete(caller);
  const next = own.shift();
  // Behind all others.
  if (own.length > 0) waiting.set(caller, own);
  return next;
}

/** `caller`: whose turn it takes, a network or a user. Throws RejectError 1429 when too many of it wait. */
export function hashPassword(password: string, caller: string): Promise<string> {
  return inTurn(caller, () => hash(password, COST));
}

/** A hash that no password matches: verifying against it takes as long as against a real one. */
let dummyHash: Promise<string> | undefined;

/**
 * Whether `password` matches the hash `stored`. Null (no such user): false, after the same work. `caller` and what is
 * thrown as in `hashPassword`.
 */
export async function verifyPassword(stored: string | null, password: string, caller: string): Promise<boolean> {
  dummyHash ??= hash('no password is as long as this one', COST);
  const against = stored ?? (await dummyHash);
  const right = await inTurn(caller, () => verify(against, password));
  return right && stored !== null;
}
