// `npm run migrate-store`: copies the embedded store into an empty PostgreSQL database.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from '../bootstrap/all-migrations.ts';
import { copyInto } from '../store/copy-store.ts';
import type { Digest } from '../store/store-digest.ts';
import { lockFolder } from '../store/sqlite/folder-lock.ts';
import { openStoreOf } from '../store/open-store.ts';
import { sqliteTableReader } from '../store/table-reader.ts';
import { STORE_FILE, refuseOwnRows } from '../store/rows-elsewhere.ts';
import { refuseUnfinished } from '../store/unfinished-restore.ts';
import { withLog } from '../store/log/log-copy.ts';
import { type DataLocation, verifyCopy } from './data-location.ts';

/**
 * Returns the digests of source and target, which are equal; the data folder is not changed. Throws Error, with nothing
 * changed, when an exchange runs on either, or the database is not empty.
 */
export async function migrateStore(location: DataLocation): Promise<{ from: Digest; to: Digest }> {
  if (location.databaseUrl === null) throw new Error('DATABASE_URL must say which PostgreSQL database to fill');
  const file = join(location.dataDir, STORE_FILE);
  if (!existsSync(file)) throw new Error(`There is no database at ${file}`);
  refuseUnfinished(location.dataDir);
  refuseOwnRows(location.dataDir);
  const lock = lockFolder(location.dataDir);
  try {
    const source = withLog(sqliteTableReader(file), location.dataDir);
    try {
      const target = await openStoreOf(location);
      const from = await copyInto(target, source, MIGRATIONS).finally(() => target.close());
      return { from, to: await verifyCopy(location, from) };
    } finally {
      await source.close();
    }
  } finally {
    lock.release();
  }
}
