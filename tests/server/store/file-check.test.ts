// A large database file is checked beside its use: a fault breaks the store, and closing does not wait for the check.
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import AsyncDatabase from 'libsql/promise';
import { expect, it } from 'vitest';
import { FileCheck } from '../../../server/store/sqlite/file-check.ts';
import { openSqlite } from '../../../server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../server/store/store.ts';
import { dataFolder } from '../../support/server/data-folder.ts';

/** Every file is larger: the check runs beside. */
const openLarge = (folder: string): Promise<Store> => openSqlite(folder, { mostBytesAtStart: 0 });

async function filled(): Promise<{ folder: string; file: string }> {
  const folder = dataFolder();
  const store = await openSqlite(folder);
  await store.run('CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)');
  await store.many(
    'INSERT INTO t VALUES (?, ?)',
    Array.from({ length: 3_000 }, (_, id) => [id, 'x'.repeat(300)]),
  );
  await store.close();
  const file = join(folder, 'exchange.db');
  // A connection ends when it is garbage-collected: until then the log has what the file has not.
  const database = new Database(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return { folder, file };
}

it('overwritten pages break the store, and the sentence says so', async () => {
  const { folder, file } = await filled();
  const handle = openSync(file, 'r+');
  const { size } = statSync(file);
  writeSync(handle, Buffer.alloc(100_000, 0xa5), 0, 100_000, Math.floor(size / 2 / 1024) * 1024);
  closeSync(handle);
  await expect(openSqlite(folder)).rejects.toThrow(/is damaged \(.*restore a backup/);
  const store = await openLarge(folder);
  expect((await store.broken!).message).toMatch(/exchange\.db is damaged \(.*restore a backup/);
  expect(store.healthError!()).not.toBeNull();
  await store.close();
});

it('a text that is no UTF-8 breaks the store', async () => {
  const { folder } = await filled();
  const before = await openSqlite(folder);
  await before.run("UPDATE t SET text = CAST(x'62ff' AS TEXT) WHERE id = 2900");
  await before.close();
  const store = await openLarge(folder);
  expect((await store.broken!).message).toMatch(/is damaged \(t holds a text that is no UTF-8\)/);
  await store.close();
});

it('a sound file is used meanwhile, and closing ends the check', async () => {
  const { folder } = await filled();
  const store = await openLarge(folder);
  await store.run('INSERT INTO t VALUES (?, ?)', [5_000, 'y']);
  await store.close();
  expect(store.healthError!()).toBeNull();
  const again = await openSqlite(folder);
  expect(await again.first('SELECT text FROM t WHERE id = 5000')).toEqual({ text: 'y' });
  await again.close();
});

it('closing is in order when it has ended before', async () => {
  const { file } = await filled();
  const faults: string[] = [];
  const check = new FileCheck(new AsyncDatabase(file, {}), (fault) => faults.push(fault), 0);
  // Its end is seen by nothing else.
  await check.running;
  await check.stop();
  expect(faults).toEqual([]);
});

it('closing ends the check in the pause between two reads, and reports nothing', async () => {
  const { file } = await filled();
  const faults: string[] = [];
  // Longer than this test may take.
  const check = new FileCheck(new AsyncDatabase(file, {}), (fault) => faults.push(fault), 600_000);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await check.stop();
  expect(faults).toEqual([]);
});
