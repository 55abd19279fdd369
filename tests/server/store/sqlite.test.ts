// The embedded store beside another connection to its file that is about to end.
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { openSqlite } from '../../../server/store/sqlite/sqlite-store.ts';
import { dataFolder } from '../../support/server/data-folder.ts';

/** Locks the whole file for a while, as the last connection does when it ends and removes the log. */
const HOLDER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const Database = require('libsql');
  const holder = new Database(workerData.file);
  holder.exec('PRAGMA journal_mode=WAL');
  holder.exec('CREATE TABLE t (id BIGINT PRIMARY KEY); INSERT INTO t VALUES (7)');
  holder.exec('PRAGMA locking_mode=EXCLUSIVE');
  holder.exec('BEGIN IMMEDIATE');
  parentPort.postMessage('held');
  setTimeout(() => { holder.exec('COMMIT'); holder.close(); }, workerData.ms);
`;

it('a store opens as soon as another connection releases the whole file', async () => {
  const folder = dataFolder();
  const holder = new Worker(HOLDER, { eval: true, workerData: { file: join(folder, 'exchange.db'), ms: 300 } });
  onTestFinished(() => void holder.terminate());
  await once(holder, 'message');
  const store = await openSqlite(folder);
  expect(await store.all('SELECT id FROM t')).toEqual([{ id: 7n }]);
  await store.run('INSERT INTO t VALUES (8)');
  await store.close();
});
