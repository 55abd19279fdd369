// Files of the data folder beside the database (keys, pictures), packed into the backup.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import Database from 'libsql';
import { ReadOnlyFile } from '../store/sqlite/read-only-file.ts';
import { errorCode } from '../store/error-code.ts';
import { FILE_MODE, FOLDER_MODE } from '../store/private-folder.ts';

/** Table of a backup that the store does not have. */
export const FILES_TABLE = 'backup_file';
/**
 * Database and lock with their logs: the database and its journal are copied separately, the lock is not. The archive
 * is not either: its finished days never change, so any copy of files keeps them.
 */
const EXCLUDED = /^(exchange|lock)\.db(-\w+)?$|^(archive|journal)([/\\]|$)/;

/** Paths of the files, relative to the folder, with `/`. */
function filePathsIn(dataDir: string): string[] {
  if (!existsSync(dataDir)) return [];
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !EXCLUDED.test(name) && (statSync(join(dataDir, name), { throwIfNoEntry: false })?.isFile() ?? true),
  );
  return names.map((name) => relative('.', name).split(sep).join('/')).sort();
}

/**
 * Null where there is no such file any more: a picture may be deleted while the exchange runs. Throws Error for a link
 * that leads nowhere: the backup would lack a file that is expected in it.
 */
function contentOf(path: string): Uint8Array | null {
  try {
    return readFileSync(path);
  } catch (cause) {
    if (errorCode(cause) !== 'ENOENT') throw cause;
    if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return null;
    throw new Error(`${path} is a link to what is not there; nothing was backed up`, { cause });
  }
}

/** Packs the files of the data folder into a backup. Returns how many. */
export function packFiles(backup: string, dataDir: string): number {
  const database = new Database(backup);
  try {
    // One transaction: a commit for each picture would wait for the disk each time.
    database.exec(`BEGIN; CREATE TABLE ${FILES_TABLE} (path TEXT PRIMARY KEY, bytes BLOB NOT NULL)`);
    const insert = database.prepare(`INSERT INTO ${FILES_TABLE} (path, bytes) VALUES (?, ?)`);
    let count = 0;
    for (const path of filePathsIn(dataDir)) {
      const bytes = contentOf(join(dataDir, path));
      if (bytes === null) continue;
      insert.run(path, bytes);
      count += 1;
    }
    database.exec('COMMIT');
    return count;
  } finally {
    database.close();
  }
}

/**
 * Writes the files of a backup into a data folder; returns a function that removes them again. Equal ones are there
 * where an earlier restore was killed. Throws Error, with nothing of this one left, when another one is there or the
 * disk fails.
 */
export function unpackFiles(backup: string, dataDir: string): () => void {
  const packed = new ReadOnlyFile(backup);
  try {
    const paths = packed.all<{ path: string }>(`SELECT path FROM ${FILES_TABLE} ORDER BY path`).map(({ path }) => path);
    const outside = paths.find((path) => path.startsWith('/') || path.split('/').includes('..'));
    if (outside !== undefined) throw new Error(`The backup has a file outside the data folder: ${outside}`);
    const bytesOf = (path: string): Uint8Array =>
      packed.first<{ bytes: Uint8Array }>(`SELECT bytes FROM ${FILES_TABLE} WHERE path = ?`, [path])!.bytes;
    const existing = paths.filter((path) => existsSync(join(dataDir, path)));
    const other = existing.find((path) => !readFileSync(join(dataDir, path)).equals(bytesOf(path)));
    if (other !== undefined)
      throw new Error(`The target is not empty: ${join(dataDir, other)} is there already. Nothing was changed`);
    const written: string[] = [];
    const remove = (): void => {
      for (const path of written) rmSync(path);
    };
    try {
      for (const path of paths.filter((one) => !existing.includes(one))) {
        writeFile(join(dataDir, path), bytesOf(path));
        written.push(join(dataDir, path));
      }
    } catch (error) {
      remove();
      throw error;
    }
    return remove;
  } finally {
    packed.close();
  }
}

/** Writes a new file durably, readable by this process's user only. It gets its name once it is whole. */
function writeFile(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
  const part = `${path}.part`;
  try {
    writeFileSync(part, bytes, { mode: FILE_MODE, flush: true });
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}
