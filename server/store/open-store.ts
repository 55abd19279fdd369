// Opens the configured store: PostgreSQL when there is an address, else the file in the data
// folder.
import { openPostgres } from './postgres/postgres-store.ts';
import { openSqlite } from './sqlite/sqlite-store.ts';
import type { Store } from './store.ts';

/**
 * Opens the store for this process alone. Throws Error, with a sentence for the operator, when it is in use, cannot be
 * reached or refuses.
 */
export function openStoreOf({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null }): Promise<Store> {
  return databaseUrl === null ? openSqlite(dataDir) : openPostgres(databaseUrl);
}
