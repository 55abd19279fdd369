// A foreign write into the store's file is noticed while the log is checkpointed all the time, and never reported
// falsely.
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openSqlite } from '../../../server/store/sqlite/sqlite-store.ts';
import { openSqliteGuest } from '../../../server/store/sqlite/sqlite-guest.ts';
import type { GuestAccess, Store } from '../../../server/store/store.ts';

/** So few rows that nearly every transaction checkpoints the log. */
const ROWS_BETWEEN_MOVES = 4;

let folder = '';
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'defi-watch-'));
  store = await openSqlite(folder, { rowsBetweenMoves: ROWS_BETWEEN_MOVES });
  await store.transaction(async (rows) => {
    await rows.run('CREATE TABLE old (id INTEGER PRIMARY KEY, text TEXT)');
    await rows.run('CREATE TABLE busy (id INTEGER PRIMARY KEY, text TEXT)');
    for (let id = 0; id < 2_000; id += 1) await rows.run('INSERT INTO old VALUES (?, ?)', [id, 'x'.repeat(400)]);
  });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
  vi.restoreAllMocks();
});

/** Writes continuously for `mostMs`. Returns the error that broke the store meanwhile, or null. */
async function busyFor(mostMs: number): Promise<Error | null> {
  const until = performance.now() + mostMs;
  while (performance.now() < until && !store.healthError!()) {
    try {
      await store.transaction((rows) => rows.run('INSERT INTO busy (text) VALUES (?)', ['y'.repeat(50)]));
    } catch (error) {
      return error as Error;
    }
    await pause(1);
  }
  return store.healthError!();
}

/** Waits until no checkpoint is running: a foreign write during one is not noticed (see FileWatch.whileWriting). */
async function moved(): Promise<void> {
  while (Date.now() - statSync(join(folder, 'exchange.db')).mtimeMs < 200) await pause(20);
}

it('a foreign write is noticed however often the log is checkpointed', async () => {
  await busyFor(300);
  // During a checkpoint, which may take long on a busy machine, it is not noticed: a later one is.
  let error: Error | null = null;
  for (let tries = 5; error === null && tries > 0; tries -= 1) {
    await moved();
    const { size } = statSync(join(folder, 'exchange.db'));
    const handle = openSync(join(folder, 'exchange.db'), 'r+');
    writeSync(handle, Buffer.alloc(200_000, 0xa5), 0, 200_000, Math.floor(size / 2 / 1024) * 1024);
    closeSync(handle);
    error = await busyFor(8_000);
  }
  expect(error?.message).toMatch(/damaged|malformed/);
});

it('a foreign write is not reported while there is none', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => logged.mockRestore());
  expect(await busyFor(3_000)).toBeNull();
  expect(logged.mock.calls).toEqual([]);
});

it('what another thread of this process writes is not reported, however far the log is behind', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => logged.mockRestore());
  const shared = store.share!();
  const guest = openSqliteGuest(shared.access as Extract<GuestAccess, { kind: 'sqlite' }>);
  await moved();
  // 100 MB: more than a commit of a thread whose owner is busy once moved into the file by itself.
  for (let at = 0; at < 100; at += 1)
    await guest.transaction((rows) => rows.run('INSERT INTO busy (text) VALUES (?)', ['z'.repeat(1_000_000)]));
  await pause(1_200);
  await guest.close();
  expect(logged.mock.calls).toEqual([]);
});
