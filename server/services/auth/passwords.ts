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

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** A hash that no password matches: verifying against it takes as long as against a real one. */
let dummyHash: Promise<string> | undefined;

/** Whether `password` matches the hash `stored`. Null (no such user): false, after the same work. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('no password is as long as this one');
  const right = await verify(stored ?? (await dummyHash), password);
  return right && stored !== null;
}
