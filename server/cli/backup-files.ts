// What lies in the data folder beside the database (keys, pictures), carried inside a backup so that one file is
// everything.
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

/** Table of a backup that is no table of the store. */
export const FILES_TABLE = 'backup_file';
/** The database and the lock, with the logs beside them: those are copied in their own way, or not at all. */
const OWN = /^(exchange|lock)\.db(-\w+)?$/;

/** Paths of the files, relative to the folder, with `/`. */
function pathsIn(dataDir: string): string[] {
  if (!existsSync(dataDir)) return [];
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !OWN.test(name) && statSync(join(dataDir, name)).isFile(),
  );
  return names.map((name) => relative('.', name).split(sep).join('/')).sort();
}

/** Puts the files of the data folder into a backup. Answers how many. */
export function packFiles(backup: string, dataDir: string): number {
  const database = new Database(backup);
  try {
    database.exec(`CREATE TABLE ${FILES_TABLE} (path TEXT PRIMARY KEY, bytes BLOB NOT NULL)`);
    const insert = database.prepare(`INSERT INTO ${FILES_TABLE} (path, bytes) VALUES (?, ?)`);
    const paths = pathsIn(dataDir);
    for (const path of paths) insert.run(path, readFileSync(join(dataDir, path)));
    return paths.length;
  } finally {
    database.close();
  }
}

/**
 * Writes the files of a backup into a data folder; answers how to take them away again. Throws Error, with nothing
 * written, when one is there already.
 */
export function unpackFiles(backup: string, dataDir: string): () => void {
  const database = new Database(backup, { readonly: true } as Database.Options);
  try {
    const paths = (database.prepare(`SELECT path FROM ${FILES_TABLE} ORDER BY path`).all() as { path: string }[]).map(
      ({ path }) => path,
    );
    const outside = paths.find((path) => path.startsWith('/') || path.split('/').includes('..'));
    if (outside !== undefined) throw new Error(`The backup has a file outside the data folder: ${outside}`);
    const there = paths.find((path) => existsSync(join(dataDir, path)));
    if (there !== undefined)
      throw new Error(`The target is not empty: ${join(dataDir, there)} is there already. Nothing was changed`);
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

/** A new file that only this process's user may read, durable. */
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
