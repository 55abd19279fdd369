// Access rights of the data folder: its owner alone, because its files give access to every account.
import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;
/** Set on shared folders such as /tmp, whose mode is not changed. */
const STICKY = 0o1000;
/** Files that the exchange creates in its folder; other files there are left as they are. */
const OWN_FILES = /^(exchange|lock)\.db(-\w+)?$|^(private|journal)$/;

/** Creates the data folder, or restricts one that others could read. Throws Error when the operating system refuses. */
export function openPrivateFolder(dataDir: string): void {
  createFolder(dataDir);
  // Of what a link leads to: the mode of the link itself has no such bit.
  const { mode, uid } = statSync(dataDir);
  if ((mode & STICKY) === 0 && uid === process.getuid?.()) chmodSync(dataDir, FOLDER_MODE);
  for (const name of readdirSync(dataDir)) if (OWN_FILES.test(name)) restrictMode(join(dataDir, name));
}

/**
 * Creates a folder for this process's user alone, and those above it that are missing. A recursive `mkdirSync` would
 * never return where the system answers ENOENT although the folder above is there, as in /proc.
 */
export function createFolder(path: string): void {
  const above = dirname(path);
  if (above !== path && !existsSync(above)) createFolder(above);
  try {
    mkdirSync(path, { mode: FOLDER_MODE });
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * Creates an empty file with restricted mode: the database library would create it with the default one, but keeps that
 * of an existing file, and the logs beside it get the same.
 */
export function touchPrivate(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', FILE_MODE));
}

function restrictMode(path: string): void {
  const entry = lstatSync(path);
  if (entry.isSymbolicLink()) return;
  const wanted = entry.isDirectory() ? FOLDER_MODE : FILE_MODE;
  if ((entry.mode & 0o777) !== wanted) chmodSync(path, wanted);
  if (entry.isDirectory()) for (const name of readdirSync(path)) restrictMode(join(path, name));
}
