// The data folder is its owner's alone: what is in it opens every account.
import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** Set on folders that everybody shares, such as /tmp: they are nobody's to close. */
const STICKY = 0o1000;
/** What an exchange puts into its folder; a file of somebody else's there is left as it is. */
const OWN = /^(exchange|lock)\.db(-\w+)?$|^private$/;

/**
 * Makes a data folder where there is none, and closes one that others could read. Throws Error when the operating
 * system refuses.
 */
export function openPrivateFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: FOLDER_MODE });
  const { mode, uid } = lstatSync(dataDir);
  if ((mode & STICKY) === 0 && uid === process.getuid?.()) chmodSync(dataDir, FOLDER_MODE);
  for (const name of readdirSync(dataDir)) if (OWN.test(name)) tighten(join(dataDir, name));
}

/**
 * A database is made by its library with the mode of everything else: an empty file that is there already keeps its
 * own, and the logs beside it follow.
 */
export function touchPrivate(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', FILE_MODE));
}

function tighten(path: string): void {
  const entry = lstatSync(path);
  if (entry.isSymbolicLink()) return;
  const wanted = entry.isDirectory() ? FOLDER_MODE : FILE_MODE;
  if ((entry.mode & 0o777) !== wanted) chmodSync(path, wanted);
  if (entry.isDirectory()) for (const name of readdirSync(path)) tighten(join(path, name));
}
