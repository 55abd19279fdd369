// Lock of a data folder: a file lock that the operating system releases when the process ends.
import { join } from 'node:path';
import Database from 'libsql';
import { touchPrivate } from '../private-folder.ts';
import { errorCode } from '../error-code.ts';

/** Its file in the folder. */
export const LOCK_FILE = 'lock.db';
/** Error codes of a damaged file. */
export const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/;

/**
 * Holds an exclusive transaction on a small database until `release`; a killed process leaves no stale lock.
 * Throws Error, with a sentence for the operator, when another process holds it; the error of the file system when the
 * folder cannot be written.
 */
export function lockFolder(dataDir: string): { release: () => void } {
  const file = join(dataDir, LOCK_FILE);
  touchPrivate(file);
  const lock = new Database(file);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    if (DAMAGED.test(errorCode(cause)))
      throw new Error(`The lock ${file} is damaged; delete it, and the next start makes another`, { cause });
    if (errorCode(cause) !== 'SQLITE_BUSY') throw cause;
    throw new Error(
      `The data folder ${dataDir} is in use by another process; stop that one first, or choose another folder with DATA_DIR`,
      { cause },
    );
  }
  return { release: () => lock.close() };
}
