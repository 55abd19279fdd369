// Password hashes: argon2id with a salt of its own each, computed on the thread pool, never on the main thread.
import { hash, verify } from '@node-rs/argon2';

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane; about 25 ms here. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** SPEC 5, in characters. */
const LEAST = 8;
const MOST = 20;

export function isPasswordLength(password: string): boolean {
  const { length } = [...password];
  return length >= LEAST && length <= MOST;
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
