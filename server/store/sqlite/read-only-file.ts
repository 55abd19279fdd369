// A SQLite file that this process only reads: a backup, or the store of another process.
import Database from 'libsql';
import { toPlainRow } from './sqlite-store.ts';

/** The driver's types have neither option. */
const OPTIONS = { readonly: true, fileMustExist: true } as Database.Options;

/** Integers are bigints, and bytes Uint8Array, as those of a store. */
export class ReadOnlyFile {
  readonly #database: Database.Database;

  /** Throws Error when the file is absent or not a database. */
  constructor(path: string) {
    this.#database = new Database(path, OPTIONS);
    this.#database.defaultSafeIntegers(true);
  }

  all<T extends object>(sql: string, params: readonly unknown[] = []): T[] {
    return this.#database
      .prepare(sql)
      .all(params)
      .map((row) => toPlainRow(row as T));
  }

  first<T extends object>(sql: string, params: readonly unknown[] = []): T | undefined {
    return this.all<T>(sql, params)[0];
  }

  /** One by one, so that not all of them are in memory. */
  *rows<T extends object>(sql: string, params: readonly unknown[] = []): Generator<T> {
    for (const row of this.#database.prepare(sql).iterate(params)) yield toPlainRow(row as T);
  }

  /** All that is read until the end of the file's use is of one moment. */
  beginMoment(): void {
    this.#database.exec('BEGIN');
  }

  /** The driver keeps the file locked while a transaction is open, even after closing. */
  close(): void {
    if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
    this.#database.close();
  }
}
