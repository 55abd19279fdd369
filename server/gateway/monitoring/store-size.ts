// Size of the database in bytes: of its files, or as PostgreSQL counts it.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store } from '../../store/store.ts';

/** The database and the log of its newest commits. */
const FILES = ['exchange.db', 'exchange.db-wal'];

export async function storeBytes(store: Store, dataDir: string): Promise<number> {
  if (store.kind === 'postgres') {
    const row = await store.first<{ bytes: number | bigint }>('SELECT pg_database_size(current_database()) AS bytes');
    return Number(row?.bytes ?? 0);
  }
  const sizes = await Promise.all(
    FILES.map((name) =>
      stat(join(dataDir, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
