// `npm run restore -- FILE`: fills an empty store, embedded or PostgreSQL, and the data folder, from a backup.
import { existsSync } from 'node:fs';
import { MIGRATIONS } from '../bootstrap/all-migrations.ts';
import { copyInto } from '../store/copy.ts';
import type { Digest } from '../store/digest.ts';
import { openStoreOf } from '../store/open-store.ts';
import { sqliteTableReader } from '../store/table-reader.ts';
import { type AuditLedger, DIGEST_TABLE, checkBackup } from './backup-digest.ts';
import { FILES_TABLE, unpackFiles } from './backup-files.ts';
import { type Place, tablesOf, verified } from './data-location.ts';

/**
 * Answers what was read from the backup and what the store now holds, which are equal, and whether the backup carried a
 * digest of its own. Throws Error, with nothing changed, when the target is not empty, or the backup not sound.
 */
export async function restore(
  place: Place,
  file: string,
  auditLedger: AuditLedger,
): Promise<{ from: Digest; to: Digest; signed: boolean }> {
  if (!existsSync(file)) throw new Error(`There is no backup at ${file}`);
  const signed = await checkBackup(file, auditLedger);
  const source = sqliteTableReader(file);
  try {
    const target = await openStoreOf(place);
    try {
      const takeBack = unpackFiles(file, place.dataDir);
      try {
        const from = await copyInto(target, tablesOf(place), source, MIGRATIONS, [FILES_TABLE, DIGEST_TABLE]);
        return { from, to: await verified(place, from), signed };
      } catch (error) {
        takeBack();
        throw error;
      }
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
