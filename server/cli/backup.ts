// `npm run backup -- FILE`: a consistent copy of the running exchange in one SQLite file.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'libsql';
import { MIGRATIONS } from '../bootstrap/all-migrations.ts';
import { copyInto } from '../store/copy-store.ts';
import type { Digest } from '../store/store-digest.ts';
import { SQLITE_TABLES, postgresTableReader } from '../store/table-reader.ts';
import { openSqlite } from '../store/sqlite/sqlite-store.ts';
import { writeDigest } from './backup-digest.ts';
import { packFiles } from './backup-files.ts';
import { packJournal } from './backup-journal.ts';
import { type DataLocation, STORE_FILE } from './data-location.ts';

/**
 * Writes the backup and returns its digest. Throws Error when FILE exists or the store cannot be read; FILE then does
 * not exist.
 */
export async function backup(
  { dataDir, databaseUrl }: DataLocation,
  file: string,
): Promise<{ digest: Digest; files: number }> {
  if (existsSync(file)) throw new Error(`${file} exists already; a backup never replaces anything`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // In the same folder, so that the last step is a rename.
  const folder = mkdtempSync(`${file}.`);
  try {
    const copy = join(folder, 'whole.db');
    vacuum(databaseUrl === null ? join(dataDir, STORE_FILE) : await copyPostgres(databaseUrl, folder), copy);
    // After the rows: the journal is never behind them.
    if (databaseUrl === null) packJournal(copy, dataDir);
    const files = packFiles(copy, dataDir);
    const digest = await writeDigest(copy);
    chmodSync(copy, 0o600);
    renameSync(copy, file);
    return { digest, files };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Consistent copy of a database by SQLite; does not block writers. */
function vacuum(from: string, into: string): void {
  if (!existsSync(from)) throw new Error(`There is no database at ${from}`);
  const database = new Database(from);
  try {
    database.prepare('VACUUM INTO ?').run(into);
  } finally {
    database.close();
  }
}

/** Consistent copy of a PostgreSQL database as a SQLite file in the folder. */
async function copyPostgres(databaseUrl: string, folder: string): Promise<string> {
  const source = await postgresTableReader(databaseUrl);
  try {
    const target = await openSqlite(folder);
    await copyInto(target, SQLITE_TABLES, source, MIGRATIONS).finally(() => target.close());
  } finally {
    await source.close();
  }
  return join(folder, STORE_FILE);
}
