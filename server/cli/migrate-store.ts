// `npm run migrate-store`: moves the embedded store's rows into an empty PostgreSQL database; the data folder stays as
// it is.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from '../bootstrap/all-migrations.ts';
import { copyInto } from '../store/copy.ts';
import type { Digest } from '../store/digest.ts';
import { lockFolder } from '../store/sqlite/folder-lock.ts';
import { openStoreOf } from '../store/open-store.ts';
import { sqliteTableReader } from '../store/table-reader.ts';
import { type Place, STORE_FILE, tablesOf, verified } from './data-location.ts';

/**
 * Answers what was read and what the database now holds, which are equal. Throws Error, with nothing changed, when an
 * exchange runs on either, or the database is not empty.
 */
export async function migrateStore(place: Place): Promise<{ from: Digest; to: Digest }> {
  if (place.databaseUrl === null) throw new Error('DATABASE_URL must say which PostgreSQL database to fill');
  const file = join(place.dataDir, STORE_FILE);
  if (!existsSync(file)) throw new Error(`There is no database at ${file}`);
  const lock = lockFolder(place.dataDir);
  try {
    const source = sqliteTableReader(file);
    try {
      const target = await openStoreOf(place);
      const from = await copyInto(target, tablesOf(place), source, MIGRATIONS).finally(() => target.close());
      return { from, to: await verified(place, from) };
    } finally {
      await source.close();
    }
  } finally {
    lock.release();
  }
}
