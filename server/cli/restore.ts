// `npm run restore -- FILE`: restores a backup into an empty store and data folder.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from '../bootstrap/all-migrations.ts';
import { copyInto } from '../store/copy-store.ts';
import type { Digest } from '../store/store-digest.ts';
import { openStoreOf } from '../store/open-store.ts';
import { JOURNAL_FOLDER } from '../store/log/log-copy.ts';
import { unmarkElsewhere } from '../store/rows-elsewhere.ts';
import { sqliteTableReader } from '../store/table-reader.ts';
import { markUnfinished } from '../store/unfinished-restore.ts';
import { type AuditLedger, DIGEST_TABLE, checkBackup } from './backup-digest.ts';
import { FILES_TABLE, unpackFiles } from './backup-files.ts';
import { type DataLocation, verifyCopy } from './data-location.ts';

/**
 * Returns the digests of backup and store, which are equal, and whether the backup had one of its own. Throws Error,
 * with nothing changed, when the target is not empty or the backup is damaged.
 */
export async function restore(
  location: DataLocation,
  file: string,
  auditLedger: AuditLedger,
): Promise<{ from: Digest; to: Digest; signed: boolean }> {
  if (!existsSync(file)) throw new Error(`There is no backup at ${file}`);
  const signed = await checkBackup(file, auditLedger);
  const source = sqliteTableReader(file);
  try {
    const target = await openStoreOf(location);
    try {
      refuseJournal(location);
      const mark = markUnfinished(location.dataDir, file);
      let removeFiles = (): void => {};
      let from: Digest;
      try {
        removeFiles = unpackFiles(file, location.dataDir);
        from = await copyInto(target, source, MIGRATIONS, [FILES_TABLE, DIGEST_TABLE]);
      } catch (error) {
        removeFiles();
        mark.undone();
        throw error;
      }
      const to = await verifyCopy(location, from);
      if (location.databaseUrl === null) unmarkElsewhere(location.dataDir);
      mark.done();
      return { from, to, signed };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Throws Error beside a journal whose store is gone: the next start would delete it for that of the backup. */
function refuseJournal({ dataDir, databaseUrl }: DataLocation): void {
  const folder = join(dataDir, JOURNAL_FOLDER);
  if (databaseUrl === null && existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`The target is not empty: ${folder} is there already. Nothing was changed`);
}
