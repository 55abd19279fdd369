// Moves SQLite's log into the database file beside the commits, so that no commit has to.
import type AsyncDatabase from 'libsql/promise';
import type { FileWatch } from './file-watch.ts';

/**
 * Rows written between two moves. An order writes some fifteen, mostly on the same pages over and over: a log of 40 MB
 * is moved with a fraction of the work that ten of 4 MB would be, an order in five hundred waits for it, and a start
 * after a crash reads it at once.
 */
export const ROWS_BETWEEN = 16_000;
/**
 * Pages at which a commit moves the log after all: 160 MB (twice that in a file with pages of 4 KiB), which is reached
 * only while somebody reads from one old moment for long (a backup).
 */
export const MOST_PAGES = 80_000;

/** Moves one log, from a connection of its own. */
export class WalCheckpointer {
  readonly #connection: AsyncDatabase;
  readonly #rowsBetween: number;
  readonly #watch: FileWatch;
  #rows = 0;
  #state: 'resting' | 'moving' | 'nearly moved' = 'resting';
  /** The pass beside the commits. */
  #concurrent = Promise.resolve();

  constructor(connection: AsyncDatabase, rowsBetween: number, watch: FileWatch) {
    this.#connection = connection;
    this.#rowsBetween = rowsBetween;
    this.#watch = watch;
  }

  /** Between two passes: one connection does one thing at a time. */
  async faultOfPages(): Promise<string | null> {
    await this.#concurrent;
    return faultOfPages(this.#connection);
  }

  onWritten(rows: number): void {
    this.#rows += rows;
  }

  /**
   * Between two transactions. All but the last pages are moved beside the commits, those while there is none: the next
   * one finds everything moved and begins the log anew.
   */
  async between(): Promise<void> {
    if (this.#state === 'nearly moved') {
      await this.#pass();
      this.#state = 'resting';
    } else if (this.#state === 'resting' && this.#rows >= this.#rowsBetween) {
      this.#rows = 0;
      this.#state = 'moving';
      this.#concurrent = this.#pass().then(() => {
        this.#state = 'nearly moved';
      });
    }
  }

  /** Ends what is under way and gives the connection back. */
  async close(): Promise<void> {
    await this.#concurrent;
    this.#connection.close();
  }

  /**
   * Never rejects: what cannot be moved stays in the log, where it is as safe, and a disk that is full tells the next
   * commit itself.
   */
  async #pass(): Promise<void> {
    try {
      await this.#watch.whileWriting(async () => {
        const statement = await this.#connection.prepare('PRAGMA wal_checkpoint(PASSIVE)');
        await (statement as { all(): Promise<unknown> }).all();
      });
    } catch (error) {
      console.error('the log of the store could not be moved into its file', error);
    }
  }
}

/** What SQLite finds wrong with the pages of the file; null for nothing. Off the main thread. */
export async function faultOfPages(connection: AsyncDatabase): Promise<string | null> {
  const statement = await connection.prepare('PRAGMA quick_check(1)');
  const [row] = await (statement as { all(): Promise<object[]> }).all();
  const result = String(Object.values(row ?? {})[0]).replace(/\s+/g, ' ');
  return result === 'ok' ? null : result;
}
