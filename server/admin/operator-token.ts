// The operator token, from the environment or created at first start in a private file; and devices of operators.
// A device is a browser or program that an operator has logged in from. Its wrong codes are counted apart; it keeps a
// signed number in a cookie, which gives no access.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PRIVATE_FOLDER, type SecretBox, sameText, writeNew } from '../store/secret-box.ts';
import { FOLDER_MODE } from '../store/private-folder.ts';

const TOKEN_BYTES = 32;

export function tokenPath(dataDir: string): string {
  return join(dataDir, PRIVATE_FOLDER, 'operator.token');
}

/** The token of a data folder; created durably when there is none. */
export function loadOrCreateToken(dataDir: string, given: string | null): string {
  if (given !== null) return given;
  const path = tokenPath(dataDir);
  mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
  writeNew(path, Buffer.from(`${randomBytes(TOKEN_BYTES).toString('base64url')}\n`));
  return readToken(path);
}

/** Throws Error with a sentence for the operator when the file has no valid token. */
export function readToken(path: string): string {
  const token = readFileSync(path, 'utf8').trim();
  if (!/^[\w-]{43}$/.test(token))
    throw new Error(`The token file ${path} is damaged; take it away, and the next start makes another`);
  return token;
}

/** Compares two tokens in constant time, independent of their lengths. */
export function isToken(token: string, given: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(token), digest(given));
}

const NUMBER_BYTES = 16;
const COOKIE = 'operator-device';
/** A year; after that the device is counted as an unknown one. */
const COOKIE_S = 31_536_000;

export interface OperatorDevices {
  /** Signs a new device in after a login. */
  make(name: string): string;
  /** Whether the operator of that name has logged in from it. */
  isOf(name: string, device: string): boolean;
}

export function createOperatorDevices(secretBox: Pick<SecretBox, 'mac'>): OperatorDevices {
  const signed = (name: string, number: string): string =>
    `${number}.${secretBox.mac(`operator device ${name} ${number}`)}`;
  return {
    make: (name) => signed(name, randomBytes(NUMBER_BYTES).toString('base64url')),
    isOf: (name, device) => sameText(device, signed(name, device.split('.', 1)[0] ?? '')),
  };
}

/** The header that stores a device; scripts of the page cannot read it, and pages of other sites do not send it. */
export function deviceCookie(device: string, isSecure: boolean): string {
  return `${COOKIE}=${device}; Path=/ops/api; Max-Age=${COOKIE_S}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}

/** The device in a request's cookies; '' for none. */
export function deviceIn(cookies: string): string {
  return new RegExp(`(?:^|; ?)${COOKIE}=([\\w.-]{1,100})(?:;|$)`).exec(cookies)?.[1] ?? '';
}
