// `npm run backup -- FILE`: everything the exchange keeps, as of one moment, in one SQLite file, while it goes on
// running.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'libsql';
import { MIGRATIONS } from '../bootstrap/all-migrations.ts';
import { copyInto } from '../store/copy.ts';
import type { Digest } from '../store/digest.ts';
import { SQLITE_TABLES, postgresTableReader } from '../store/table-reader.ts';
import { openStore } from '../store/sqlite/sqlite-store.ts';
import { signContent } from './backup-digest.ts';
import { packFiles } from './backup-files.ts';
import { type Place, STORE_FILE } from './data-location.ts';

/**
 * Writes the backup; answers what is in it. Throws Error when FILE exists, or the store cannot be read; FILE is then
 * not there.
 */
export async function backup(
  { dataDir, databaseUrl }: Place,
  file: string,
): Promise<{ digest: Digest; files: number }> {
  if (existsSync(file)) throw new Error(`${file} exists already; a backup never replaces anything`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Beside the file, so that its last step is a rename.
  const folder = mkdtempSync(`${file}.`);
  try {
    const whole = join(folder, 'whole.db');
    vacuum(databaseUrl === null ? join(dataDir, STORE_FILE) : await fetched(databaseUrl, folder), whole);
    const files = packFiles(whole, dataDir);
    const digest = await signContent(whole);
    chmodSync(whole, 0o600);
    renameSync(whole, file);
    return { digest, files };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One moment of a database, copied by SQLite itself; writers do not wait for it. */
function vacuum(from: string, into: string): void {
  if (!existsSync(from)) throw new Error(`There is no database at ${from}`);
  const database = new Database(from);
  try {
    database.prepare('VACUUM INTO ?').run(into);
  } finally {
    database.close();
  }
}

/** One moment of a PostgreSQL database as a SQLite file in the folder. */
async function fetched(databaseUrl: string, folder: string): Promise<string> {
  const source = await postgresTableReader(databaseUrl);
  try {
    const target = await openStore(folder);
    await copyInto(target, SQLITE_TABLES, source, MIGRATIONS).finally(() => target.close());
  } finally {
    await source.close();
  }
  return join(folder, STORE_FILE);
}
