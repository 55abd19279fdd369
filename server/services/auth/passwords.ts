// Password hashes: argon2id with a salt of its own each, computed on the thread pool, never on the main thread.
import { hash, verify } from '@node-rs/argon2';
import { CODE, RejectError } from '../../../core/errors/errors.ts';
import { isCommonPassword } from './common-passwords.ts';

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane; about 25 ms here. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** docs/specification.md 5, in characters. */
const LEAST = 8;
const MOST = 20;

/**
 * Throws RejectError 1412 or 1420 unless the owner of an e-mail may have that password from now on; one that stands
 * already is not asked.
 */
export function checkNewPassword(password: string, email: string): void {
  const { length } = [...password];
  if (length < LEAST || length > MOST) throw new RejectError(CODE.passwordLength);
  if (isCommonPassword(password, email)) throw new RejectError(CODE.passwordCommon);
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** A hash that no password has: verifying against it takes as long as against a real one. */
let nobody: Promise<string> | undefined;

/** Whether `password` made `stored`. With null (no such person) the answer is no, after the same work. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword('no password is as long as this one');
  const right = await verify(stored ?? (await nobody), password);
  return right && stored !== null;
}
