// Where an exchange keeps what it keeps, as the commands that copy it see it.
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { type Digest, digestOf } from '../store/digest.ts';
import { POSTGRES_TABLES, SQLITE_TABLES, postgresTableReader, sqliteTableReader } from '../store/table-reader.ts';

export interface Place {
  dataDir: string;
  /** Null: the store is a file in the data folder. */
  databaseUrl: string | null;
}

/** The embedded store's file in the data folder. */
export const STORE_FILE = 'exchange.db';

/** The statement that lists the tables of the place's store. */
export function tablesOf({ databaseUrl }: Place): string {
  return databaseUrl === null ? SQLITE_TABLES : POSTGRES_TABLES;
}

/**
 * Reads the place's store again, from outside, and answers what it holds. Throws Error when that is not what was
 * copied.
 */
export async function verified({ dataDir, databaseUrl }: Place, copied: Digest): Promise<Digest> {
  const source =
    databaseUrl === null ? sqliteTableReader(join(dataDir, STORE_FILE)) : await postgresTableReader(databaseUrl);
  const digest = await digestOf(source).finally(() => source.close());
  if (!isDeepStrictEqual(digest, copied)) throw new Error('The copy differs from what was read; do not use it');
  return digest;
}
