// What only the embedded store has to bear: other connections to its file that are about to end.
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../server/store/sqlite/sqlite-store.ts';
import { dataFolder } from './data-folder.ts';

/** Has the whole file for itself for a while, as the last connection has that ends and clears the log away. */
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

it('opens when a connection that has the file for itself lets go of it', async () => {
  const folder = dataFolder();
  const holder = new Worker(HOLDER, { eval: true, workerData: { file: join(folder, 'exchange.db'), ms: 300 } });
  onTestFinished(() => void holder.terminate());
  await once(holder, 'message');
  const store = await openStore(folder);
  expect(await store.all('SELECT id FROM t')).toEqual([{ id: 7n }]);
  await store.run('INSERT INTO t VALUES (8)');
  await store.close();
});
