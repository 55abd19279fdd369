// Opens the configured store: PostgreSQL when there is an address, else the file in the data folder.
import type { Client } from 'pg';
import { openSqliteGuest } from './sqlite/sqlite-guest.ts';
import { openSqlite } from './sqlite/sqlite-store.ts';
import type { GuestAccess, ReportError, Store } from './store.ts';

/**
 * Opens the store for this process alone. Throws Error, with a sentence for the operator, when it is in use, cannot be
 * reached or refuses. `locked`: a session of the server that has the lock already.
 */
export async function openStoreOf(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null },
  locked: Client | null = null,
  report?: ReportError,
): Promise<Store> {
  if (databaseUrl === null) return openSqlite(dataDir, { report });
  // Its client is loaded where there is a server alone: a tenth of a second of every other start.
  const { openPostgres } = await import('./postgres/postgres-store.ts');
  return openPostgres(databaseUrl, undefined, locked);
}

/** Opens the store of this process once more, on a thread that writes as well. */
export async function openGuest(access: GuestAccess): Promise<Store> {
  if (access.kind === 'sqlite') return openSqliteGuest(access);
  const { openPostgresGuest } = await import('./postgres/postgres-store.ts');
  return openPostgresGuest(access);
}
