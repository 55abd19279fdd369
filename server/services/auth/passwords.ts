// Password hashes: argon2id with a random salt, computed on the thread pool.
import { hash, verify } from '@node-rs/argon2';
import { isPasswordLength } from '../../../core/endpoints/password-length.ts';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { RoundRobinLimiter } from './round-robin-limiter.ts';
import { isCommonPassword } from './common-passwords.ts';

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane; about 25 ms here. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Throws RejectError 1412 (length) or 1420 (common) for a password that may not be chosen. Existing passwords are
 * not checked.
 */
export function checkNewPassword(password: string, email: string): void {
  if (!isPasswordLength(password)) throw new RejectError(CODE.passwordLength);
  if (isCommonPassword(password, email)) throw new RejectError(CODE.passwordCommon);
}

/** Hashes at a time. The pool has four threads, and every order waits for one of them to write the journal. */
const MAX_AT_ONCE = 2;
/** Hashes of one caller that may wait: more than a crowd behind one address asks for at once. */
const MAX_WAITING = 200;
const turns = new RoundRobinLimiter(MAX_AT_ONCE, MAX_WAITING);

/** `caller`: whose turn it takes, a network or a user. Throws RejectError 1429 when too many of it wait. */
export function hashPassword(password: string, caller: string): Promise<string> {
  return turns.run(caller, () => hash(password, COST));
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
  const right = await turns.run(caller, () => verify(against, password));
  return right && stored !== null;
}
