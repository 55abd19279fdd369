// Checkpoints SQLite's log into the database file between commits, so that no commit does.
// The file is watched, and only these writes are known to be our own.
import type AsyncDatabase from 'libsql/promise';
import type { ReportError } from '../store.ts';
import type { FileWatch } from './file-watch.ts';

/**
 * Rows written between two checkpoints. An order writes about fifteen, mostly on the same pages: one checkpoint of a 40
 * MB log costs a fraction of ten of 4 MB each, one order in five hundred waits for it, and a start after a crash reads
 * the log at once.
 */
export const ROWS_BETWEEN = 16_000;
/** What a row adds to the log, about. */
export const ROW_BYTES = 2_560;
/** Checkpoints one log over a connection of its own. */
export class WalCheckpointer {
  readonly #connection: AsyncDatabase;
  readonly #rowsBetween: number;
  readonly #watch: FileWatch;
  readonly #report: ReportError;
  #rows = 0;
  #state: 'idle' | 'first pass' | 'second pass due' = 'idle';
  /** Whether the pages are being checked. */
  #isReading = false;
  /** The pass that runs beside commits. */
  #concurrent = Promise.resolve();

  constructor(connection: AsyncDatabase, rowsBetween: number, watch: FileWatch, report: ReportError) {
    this.#report = report;
    this.#connection = connection;
    this.#rowsBetween = rowsBetween;
    this.#watch = watch;
  }

  /** Waits for the running pass, and the next one for it: a connection does one thing at a time. */
  async faultOfPages(): Promise<string | null> {
    await this.#concurrent;
    this.#isReading = true;
    try {
      return await faultOfPages(this.#connection);
    } finally {
      this.#isReading = false;
    }
  }

  /** Whether `afterTransaction` has something to do, which needs the log for itself. */
  get isDue(): boolean {
    if (this.#isReading) return false;
    return this.#state === 'second pass due' || (this.#state === 'idle' && this.#rows >= this.#rowsBetween);
  }

  onWritten(rows: number): void {
    this.#rows += rows;
  }

  /**
   * Called between two transactions. The first pass runs beside commits and moves all but the last pages; the second
   * runs between commits and moves those, so that the next commit restarts the log.
   */
  async afterTransaction(): Promise<void> {
    if (!this.isDue) return;
    if (this.#state === 'second pass due') {
      await this.#pass();
      this.#state = 'idle';
    } else {
      this.#rows = 0;
      this.#state = 'first pass';
      this.#concurrent = this.#pass().then(() => {
        this.#state = 'second pass due';
      });
    }
  }

  /** Waits for the running pass and closes the connection. */
  async close(): Promise<void> {
    await this.#concurrent;
    this.#connection.close();
  }

  /** Never rejects: what was not moved is safe in the log, and a full disk fails the next commit. */
  async #pass(): Promise<void> {
    try {
      await this.#watch.whileWriting(async () => {
        const statement: { all(): Promise<unknown> } = await this.#connection.prepare('PRAGMA wal_checkpoint(PASSIVE)');
        await statement.all();
      });
    } catch (error) {
      this.#report('store.checkpoint_failed', error);
    }
  }
}

/** The first fault of the file's pages; null for none. Runs off the main thread. */
export async function faultOfPages(connection: AsyncDatabase): Promise<string | null> {
  const statement: { all(): Promise<object[]> } = await connection.prepare('PRAGMA quick_check(1)');
  const [row] = await statement.all();
  const result = String(Object.values(row ?? {})[0]).replace(/\s+/g, ' ');
  return result === 'ok' ? null : result;
}
