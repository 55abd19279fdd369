// The operator token: from the environment, or created at first start in a private file.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PRIVATE_FOLDER } from '../store/secret-box.ts';

const TOKEN_BYTES = 32;

export function tokenPath(dataDir: string): string {
  return join(dataDir, PRIVATE_FOLDER, 'operator.token');
}

/** The token of a data folder; created durably when there is none. */
export function loadOrCreateToken(dataDir: string, given: string | null): string {
  if (given !== null) return given;
  const path = tokenPath(dataDir);
  return existsSync(path) ? readToken(path) : writeToken(path);
}

/** Throws Error with a sentence for the operator when the file has no valid token. */
export function readToken(path: string): string {
  const token = readFileSync(path, 'utf8').trim();
  if (!/^[\w-]{43}$/.test(token))
    throw new Error(`The token file ${path} is damaged; take it away, and the next start makes another`);
  return token;
}

function writeToken(path: string): string {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, `${token}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return token;
}

/** Compares two tokens in constant time, independent of their lengths. */
export function isToken(token: string, given: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(token), digest(given));
}
