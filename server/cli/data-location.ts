// Location of an exchange's data: data folder and, optionally, a PostgreSQL database.
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { type Digest, storeDigest } from '../store/store-digest.ts';
import { STORE_FILE } from '../store/rows-elsewhere.ts';
import { postgresTableReader, sqliteTableReader } from '../store/table-reader.ts';

export interface DataLocation {
  dataDir: string;
  /** Null: the store is a file in the data folder. */
  databaseUrl: string | null;
}

/**
 * Reads the store again through a new connection and returns its digest. Throws Error when it differs from `copied`.
 */
export async function verifyCopy({ dataDir, databaseUrl }: DataLocation, copied: Digest): Promise<Digest> {
  const source =
    databaseUrl === null ? sqliteTableReader(join(dataDir, STORE_FILE)) : await postgresTableReader(databaseUrl);
  const digest = await storeDigest(source).finally(() => source.close());
  if (!isDeepStrictEqual(digest, copied)) throw new Error('The copy differs from what was read; do not use it');
  return digest;
}
