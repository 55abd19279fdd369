// The embedded store: exact integers, transactions one after another, migrations once, and one process per folder.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../server/store/migrate.ts';
import { openStore } from '../../server/store/sqlite.ts';
import type { Store } from '../../server/store/store.ts';
import { dataFolder } from './folder.ts';

async function open(folder = dataFolder()): Promise<Store> {
  const store = await openStore(folder);
  onTestFinished(() => store.close());
  return store;
}

/** A process of its own that holds the folder's lock, as the store does, until it is killed. */
const HOLDER = `
  const Database = require(process.argv[1]);
  const lock = new Database(process.argv[2]);
  lock.exec('BEGIN EXCLUSIVE');
  console.log('held');
  setInterval(() => {}, 1000);
`;

describe('the store', () => {
  it('keeps integers exact, and reads every integer as a bigint', async () => {
    const store = await open();
    await store.run('CREATE TABLE t (id BIGINT PRIMARY KEY, units BIGINT, word TEXT, bytes BYTEA)');
    await store.many('INSERT INTO t VALUES (?, ?, ?, ?)', [[1, -(2n ** 63n), 'a', new Uint8Array([1, 2])], [2, 2n ** 63n - 1n, 'b', null]]);
    expect(await store.all('SELECT * FROM t ORDER BY id')).toEqual([
      { id: 1n, units: -(2n ** 63n), word: 'a', bytes: new Uint8Array([1, 2]) }, { id: 2n, units: 2n ** 63n - 1n, word: 'b', bytes: null },
    ]);
    expect(await store.first('SELECT word, ? AS seven FROM t WHERE id = ? LIMIT ?', [7, 2, 1])).toEqual({ word: 'b', seven: 7n });
    expect(await store.first('SELECT * FROM t WHERE id = ?', [3])).toBeUndefined();
  });

  it('undoes a transaction that throws, whole, and goes on', async () => {
    const store = await open();
    await store.run('CREATE TABLE t (id BIGINT PRIMARY KEY)');
    await expect(store.transaction(async (rows) => {
      await rows.run('INSERT INTO t VALUES (1)');
      await rows.run('INSERT INTO t VALUES (1)');
    })).rejects.toThrow(/UNIQUE/);
    await store.run('INSERT INTO t VALUES (2)');
    expect(await store.all('SELECT * FROM t')).toEqual([{ id: 2n }]);
  });

  it('runs transactions one after another, and shows others only what is committed', async () => {
    const store = await open();
    await store.run('CREATE TABLE t (n BIGINT)');
    await store.run('INSERT INTO t VALUES (0)');
    const seen: unknown[] = [];
    await Promise.all(Array.from({ length: 20 }, () => store.transaction(async (rows) => {
      const row = await rows.first<{ n: bigint }>('SELECT n FROM t');
      await new Promise((resolve) => { setImmediate(resolve); });
      await rows.run('UPDATE t SET n = ?', [row!.n + 1n]);
      seen.push((await store.first<{ n: bigint }>('SELECT n FROM t'))!.n === row!.n);
    })));
    expect(await store.first('SELECT n FROM t')).toEqual({ n: 20n });
    expect(seen).toEqual(Array.from({ length: 20 }, () => true));
  });

  it('migrates forward once, in order, each migration whole or not at all', async () => {
    const folder = dataFolder();
    const first = { name: 'room-1', statements: ['CREATE TABLE a (n BIGINT)', 'INSERT INTO a VALUES (1)'] };
    const broken = { name: 'room-2', statements: ['INSERT INTO a VALUES (2)', 'INSERT INTO nowhere VALUES (1)'] };
    const store = await openStore(folder);
    await migrate(store, [first]);
    await expect(migrate(store, [first, broken])).rejects.toThrow(/nowhere/);
    expect(await store.all('SELECT n FROM a')).toEqual([{ n: 1n }]);
    await store.close();
    const again = await open(folder);
    await migrate(again, [first, { name: 'room-2', statements: ['INSERT INTO a VALUES (3)'] }]);
    await migrate(again, [first, { name: 'room-2', statements: ['INSERT INTO a VALUES (3)'] }]);
    expect(await again.all('SELECT n FROM a')).toEqual([{ n: 1n }, { n: 3n }]);
    await expect(migrate(again, [first, first])).rejects.toThrow(/two migrations/);
  });

  it('refuses a second opener at once, also in this process, and lets it in after the first has closed', async () => {
    const folder = dataFolder();
    const store = await openStore(folder);
    await expect(openStore(folder)).rejects.toThrow(/in use by another process/);
    await store.close();
    await open(folder);
  });

  it('is refused within 2 s while another process lives, and opens after that one was killed with -9', async () => {
    const folder = dataFolder();
    const libsql = createRequire(import.meta.url).resolve('libsql');
    for (let round = 0; round < 3; round += 1) {
      const running = promisify(execFile)(process.execPath, ['-e', HOLDER, libsql, join(folder, 'lock.db')]);
      const gone = running.catch(() => undefined);
      await once(running.child.stdout!, 'data');
      const began = performance.now();
      await expect(openStore(folder)).rejects.toThrow(/in use by another process/);
      expect(performance.now() - began).toBeLessThan(2000);
      running.child.kill('SIGKILL');
      await gone;
      await (await openStore(folder)).close();
    }
  });
});
