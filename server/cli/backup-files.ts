// Files of the data folder beside the database (keys, pictures), packed into the backup.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import Database from 'libsql';

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
    (name) => !EXCLUDED.test(name) && statSync(join(dataDir, name)).isFile(),
  );
  return names.map((name) => relative('.', name).split(sep).join('/')).sort();
}

/** Packs the files of the data folder into a backup. Returns how many. */
export function packFiles(backup: string, dataDir: string): number {
  const database = new Database(backup);
  try {
    database.exec(`CREATE TABLE ${FILES_TABLE} (path TEXT PRIMARY KEY, bytes BLOB NOT NULL)`);
    const insert = database.prepare(`INSERT INTO ${FILES_TABLE} (path, bytes) VALUES (?, ?)`);
    const paths = filePathsIn(dataDir);
    for (const path of paths) insert.run(path, readFileSync(join(dataDir, path)));
    return paths.length;
  } finally {
    database.close();
  }
}

/**
 * Writes the files of a backup into a data folder; returns a function that removes them again. Throws Error, with
 * nothing written, when one exists already.
 */
export function unpackFiles(backup: string, dataDir: string): () => void {
  const database = new Database(backup, { readonly: true } as Database.Options);
  try {
    const paths = (database.prepare(`SELECT path FROM ${FILES_TABLE} ORDER BY path`).all() as { path: string }[]).map(
      ({ path }) => path,
    );
    const outside = paths.find((path) => path.startsWith('/') || path.split('/').includes('..'));
    if (outside !== undefined) throw new Error(`The backup has a file outside the data folder: ${outside}`);
    const existing = paths.find((path) => existsSync(join(dataDir, path)));
    if (existing !== undefined)
      throw new Error(`The target is not empty: ${join(dataDir, existing)} is there already. Nothing was changed`);
    const bytesOf = database.prepare(`SELECT bytes FROM ${FILES_TABLE} WHERE path = ?`);
    for (const path of paths)
      writeFile(join(dataDir, path), Buffer.from((bytesOf.get(path) as { bytes: Uint8Array }).bytes));
    return () => {
      for (const path of paths) rmSync(join(dataDir, path));
    };
  } finally {
    database.close();
  }
}

/** Writes a new file durably, readable by this process's user only. */
function writeFile(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
