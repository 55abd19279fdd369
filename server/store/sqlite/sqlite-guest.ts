// The embedded store for another thread of the process that has it open: it writes in turn with that one.
import { join } from 'node:path';
import Database from 'libsql';
import type AsyncDatabase from 'libsql/promise';
import { SerialStore } from '../serial-store.ts';
import type { GuestAccess, Rows, Store, Value } from '../store.ts';
import { FILE, WAIT_MS, writerRows } from './sqlite-store.ts';
import { WriteLock } from './write-lock.ts';

/** The thread is blocked during each statement, and while it waits for the other one. */
export function openSqliteGuest({ dataDir, lock }: Extract<GuestAccess, { kind: 'sqlite' }>): Store {
  const database = new Database(join(dataDir, FILE));
  database.defaultSafeIntegers(true);
  database.exec(`PRAGMA busy_timeout=${WAIT_MS}`);
  database.exec('PRAGMA synchronous=FULL');
  database.exec('PRAGMA wal_autocheckpoint=0');
  return new SqliteGuest(database, new WriteLock(lock));
}

class SqliteGuest extends SerialStore implements Store {
  readonly kind = 'sqlite';
  readonly #database: Database.Database;
  readonly #lock: WriteLock;
  readonly #rows: Rows;

  constructor(database: Database.Database, lock: WriteLock) {
    super();
    this.#database = database;
    this.#lock = lock;
    this.#rows = writerRows(database as unknown as AsyncDatabase, () => undefined);
  }

  async all<T extends object>(sql: string, params: Value[] = []): Promise<T[]> {
    return this.#rows.all<T>(sql, params);
  }

  async each<T extends object>(sql: string, rows: Value[][]): Promise<(T | undefined)[]> {
    return this.#rows.each<T>(sql, rows);
  }

  protected async runTransaction<T>(work: (rows: Rows) => Promise<T>): Promise<T> {
    if (!this.#lock.acquireBlocking()) throw new Error('the store is being closed');
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      try {
        const result = await work(this.#rows);
        this.#database.exec('COMMIT');
        return result;
      } catch (error) {
        if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
        throw error;
      }
    } finally {
      this.#lock.releaseBlocking();
    }
  }

  async close(): Promise<void> {
    await this.last;
    this.#database.close();
  }
}
