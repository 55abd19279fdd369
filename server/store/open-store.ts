// Which store the settings ask for: a PostgreSQL database when there is an address of one, else the file in the data
// folder.
import { openPostgres } from './postgres/postgres-store.ts';
import { openStore as openSqlite } from './sqlite/sqlite-store.ts';
import type { Store } from './store.ts';

/**
 * Opens it for this process alone. Throws Error with a sentence for the operator when it is in use, away or refuses.
 */
export function openStoreOf({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null }): Promise<Store> {
  return databaseUrl === null ? openSqlite(dataDir) : openPostgres(databaseUrl);
}
