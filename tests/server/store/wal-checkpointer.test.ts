// SQLite's log under continuous commits: it is restarted despite readers, and nothing of it is lost.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'libsql';
import { expect, it } from 'vitest';
import { sqliteTableReader } from '../../../server/store/table-reader.ts';
import { openSqlite } from '../../../server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../server/store/store.ts';
import { dataFolder } from '../../support/server/data-folder.ts';

const ROWS = 1_000;
const WORD = 'x'.repeat(400);
/** Transactions after which a log must have been restarted, however long the checkpoint waits for a processor. */
const MAX_TRANSACTIONS = 1_000;

class Writing {
  readonly folder: string;
  readonly store: Store;
  transactions = 0;

  private constructor(folder: string, store: Store) {
    this.folder = folder;
    this.store = store;
  }

  static async open(): Promise<Writing> {
    const folder = dataFolder();
    const store = await openSqlite(folder);
    await store.run('CREATE TABLE t (id BIGINT PRIMARY KEY, word TEXT)');
    return new Writing(folder, store);
  }

  /** Three transactions, each queued before the one before has ended. */
  async write(): Promise<void> {
    await Promise.all(
      [0, 1, 2].map(() => {
        this.transactions += 1;
        return this.store.many(
          'INSERT INTO t (id, word) VALUES (?, ?)',
          Array.from({ length: ROWS }, (_, row) => [this.transactions * ROWS + row, WORD]),
        );
      }),
    );
  }

  /** Writes until less than half of it can be in the log. */
  async untilRestarted(): Promise<void> {
    const [before, least] = [this.transactions, this.logBytes];
    do {
      await this.write();
      // Commits to memory would leave a checkpoint's thread no time.
      await pause(10);
    } while (
      this.transactions < MAX_TRANSACTIONS &&
      this.logBytes - least > ((this.transactions - before) * ROWS * WORD.length) / 2
    );
    expect(this.transactions).toBeLessThan(MAX_TRANSACTIONS);
  }

  get logBytes(): number {
    return statSync(join(this.folder, 'exchange.db-wal')).size;
  }
}

const count = async (store: Store): Promise<number> =>
  Number((await store.first<{ n: bigint }>('SELECT COUNT(*) AS n FROM t'))!.n);

it('the log stays small, and everything is there after an end during a checkpoint', async () => {
  const writing = await Writing.open();
  await writing.untilRestarted();
  for (let times = 0; times < 3; times += 1) await writing.write();
  await writing.store.close();
  const again = await openSqlite(writing.folder);
  expect(await count(again)).toBe(writing.transactions * ROWS);
  expect(await again.first('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
  await again.close();
});

it('the log waits for a long read, and restarts after it', async () => {
  const writing = await Writing.open();
  await writing.write();
  const reader = sqliteTableReader(join(writing.folder, 'exchange.db'));
  const pages = reader.pages('t', ['id'])[Symbol.asyncIterator]();
  let read = (await pages.next()).value?.length ?? 0;
  for (let times = 0; times < 6; times += 1) await writing.write();
  for (let page = await pages.next(); !page.done; page = await pages.next()) read += page.value.length;
  expect(read).toBe(3 * ROWS);
  await reader.close();
  expect(writing.logBytes).toBeGreaterThan(18 * ROWS * WORD.length);
  await writing.untilRestarted();
  expect(await count(writing.store)).toBe(writing.transactions * ROWS);
  await writing.store.close();
});

it('a new file has small pages, and an existing file keeps its own', async () => {
  const folder = dataFolder();
  const before = new Database(join(folder, 'exchange.db'));
  before.exec('CREATE TABLE t (id BIGINT PRIMARY KEY, word TEXT)');
  before.close();
  const [old, fresh] = [await openSqlite(folder), await openSqlite(dataFolder())];
  await old.run('INSERT INTO t (id, word) VALUES (1, ?)', [WORD]);
  expect(await count(old)).toBe(1);
  expect(await old.first('PRAGMA page_size')).toEqual({ page_size: 4096n });
  expect(await fresh.first('PRAGMA page_size')).toEqual({ page_size: 1024n });
  await old.close();
  await fresh.close();
});

it('the log stays small under a few large rows', async () => {
  const writing = await Writing.open();
  await writing.store.run('CREATE TABLE picture (id BIGINT PRIMARY KEY, bytes BLOB)');
  const bytes = 1_000_000;
  let id = 0;
  // A log that was restarted has less than what was written; how soon a busy machine does it is not known.
  for (; id < 100 || (id < MAX_TRANSACTIONS && writing.logBytes > (id * bytes * 3) / 4); id += 1) {
    await writing.store.run('INSERT INTO picture (id, bytes) VALUES (?, ?)', [id, new Uint8Array(bytes)]);
    await pause(1);
  }
  expect(id).toBeLessThan(MAX_TRANSACTIONS);
  await writing.store.close();
});
