// Encrypts what must not be readable in a stolen database; the key is in a file beside it.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from './error-code.ts';
import { syncFolder } from './log/log-segments.ts';
import { FILE_MODE, FOLDER_MODE } from './private-folder.ts';

/** Folder in the data folder that is not served; only the process's own user may enter it. */
export const PRIVATE_FOLDER = 'private';
const KEY_FILE = 'vault.key';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface SecretBox {
  /** Encrypts and authenticates bytes for one context ("totp 10000"); they open only with the same context. */
  seal(bytes: Uint8Array, context: string): Buffer;
  /** Opens what `seal` made. Throws Error when it was changed, or sealed for another context or with another key. */
  open(sealed: Uint8Array, context: string): Buffer;
  sealText(text: string, context: string): string;
  openText(sealed: string, context: string): string;
  /** Keyed hash of a short secret, which cannot be found by guessing without the key file. */
  mac(text: string): string;
}

/**
 * Opens the secret box of a data folder; creates a durable key when there is none. Throws Error on a key file of a
 * wrong size.
 */
export function openSecretBox(dataDir: string): SecretBox {
  const folder = join(dataDir, PRIVATE_FOLDER);
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  const key = keyOf(join(folder, KEY_FILE));
  const sealing = derived(key, 'seal');
  const hashing = derived(key, 'mac');
  const seal = (bytes: Uint8Array, context: string): Buffer => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  };
  const open = (sealed: Uint8Array, context: string): Buffer => {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const cipher = createDecipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(context)).setAuthTag(tag);
    return Buffer.concat([cipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]);
  };
  return {
    seal,
    open,
    sealText: (text, context) => seal(Buffer.from(text), context).toString('base64url'),
    openText: (sealed, context) => open(Buffer.from(sealed, 'base64url'), context).toString(),
    mac: (text) => createHmac('sha256', hashing).update(text).digest('base64url'),
  };
}

/** Compares two texts in constant time. */
export function sameText(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}

function derived(key: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `accounts ${use}`, KEY_BYTES));
}

function keyOf(path: string): Buffer {
  const fresh = randomBytes(KEY_BYTES);
  const made = writeNew(path, fresh);
  const key = made ? fresh : readFileSync(path);
  if (key.length !== KEY_BYTES)
    throw new Error(`The key file ${path} is damaged: it must have ${KEY_BYTES} bytes; bring it back from a backup`);
  return key;
}

/** Of file systems that know no second name for a file. */
const NO_LINKS = /^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS)$/;

/**
 * Writes a file that must not exist yet; false when it does. It gets its name once it is whole: a process that is
 * killed meanwhile, or a full disk, leaves no key that every later start refuses.
 */
export function writeNew(path: string, bytes: Uint8Array): boolean {
  if (existsSync(path)) return false;
  const part = `${path}.${randomBytes(8).toString('hex')}.part`;
  try {
    writeFileSync(part, bytes, { mode: FILE_MODE, flush: true });
    nameNew(part, path);
    syncFolder(dirname(path));
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(part, { force: true });
  }
}

/** Unlike a rename it replaces nothing: of two engines that start at once, both use the key of the first. */
function nameNew(part: string, path: string): void {
  try {
    linkSync(part, path);
  } catch (error) {
    if (!NO_LINKS.test(errorCode(error))) throw error;
    renameSync(part, path);
  }
}
