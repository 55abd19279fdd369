// Size of the database in bytes: of its files, or as PostgreSQL counts it.
import { stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import type { Store } from '../../store/store.ts';

/** The database and the log of its newest commits. */
const FILES = ['exchange.db', 'exchange.db-wal'];

/** Longest wait for a server: the other figures, which show that it does not answer, must not wait with this one. */
const ANSWER_MS = 1_000;

/** NaN where the server does not answer. */
export async function storeBytes(store: Store, dataDir: string): Promise<number> {
  if (store.kind === 'postgres') {
    const size = store.first<{ bytes: number | bigint }>('SELECT pg_database_size(current_database()) AS bytes').then(
      (row) => Number(row?.bytes ?? 0),
      () => NaN,
    );
    return Promise.race([size, pause(ANSWER_MS, NaN, { ref: false })]);
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
