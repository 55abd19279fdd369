// The operator's token: given by the environment, or made at first start and kept in a file that only the process's own
// user may read.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PRIVATE_FOLDER } from '../services/auth/secret-box.ts';

const TOKEN_BYTES = 32;

export function tokenPath(dataDir: string): string {
  return join(dataDir, PRIVATE_FOLDER, 'operator.token');
}

/** The token of a data folder; made, and durable, when there is none yet. */
export function openToken(dataDir: string, given: string | null): string {
  if (given !== null) return given;
  const path = tokenPath(dataDir);
  return existsSync(path) ? readToken(path) : writeToken(path);
}

/** Throws Error with a sentence for the operator when the file holds no token. */
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

/** Compares two tokens in a time that tells nothing, not even of their lengths. */
export function isToken(token: string, shown: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(token), digest(shown));
}
