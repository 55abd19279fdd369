// A second writer of a PostgreSQL store: beside its owner, for as long as that one owns the database.
import { describe, expect, it, onTestFinished } from 'vitest';
import { openGuest } from '../../../server/store/open-store.ts';
import { LOCK } from '../../../server/store/postgres/postgres-connection.ts';
import type { SharedWrites, Store } from '../../../server/store/store.ts';
import { freshDatabase, onServer, postgresForFile } from '../../support/server/test-database.ts';

const server = postgresForFile();
const HOLDERS =
  "FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

interface Opened {
  where: string;
  store: Store;
  guest: Store;
  shared: SharedWrites;
  /** What the next start of the exchange does. */
  open: () => Promise<Store>;
}

async function opened(skip: (note: string) => never): Promise<Opened> {
  const url = server();
  const { where, open } = url === null ? skip('no PostgreSQL at hand') : await freshDatabase(url);
  const store = await open();
  onTestFinished(() => store.close());
  await store.run('CREATE TABLE own (id BIGINT PRIMARY KEY)');
  await store.run('CREATE TABLE follow (id BIGINT PRIMARY KEY)');
  const shared = store.share!();
  const guest = await openGuest(shared.access);
  onTestFinished(() => guest.close());
  return { where, store, guest, shared, open };
}

const idsOf = async (store: Store, table: string): Promise<number[]> =>
  (await store.all<{ id: bigint }>(`SELECT id FROM ${table} ORDER BY id`)).map(({ id }) => Number(id));

describe('the guest of a PostgreSQL store', () => {
  it('writes while its owner has a transaction open, and the other way round', async ({ skip }) => {
    const { store, guest } = await opened(skip);
    await store.transaction(async (rows) => {
      await rows.run('INSERT INTO own VALUES (1)');
      expect(await rows.all('SELECT id FROM follow')).toEqual([]);
      await guest.run('INSERT INTO follow VALUES (1)');
      await rows.run('INSERT INTO own VALUES (2)');
    });
    await guest.transaction(async (rows) => {
      await rows.run('INSERT INTO follow VALUES (2)');
      await store.run('INSERT INTO own VALUES (3)');
      await rows.run('INSERT INTO follow VALUES (3)');
    });
    expect([await idsOf(store, 'own'), await idsOf(store, 'follow')]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
  });

  it('and its owner lose and repeat nothing while both are cut at random', async ({ skip }) => {
    const { store, guest, where } = await opened(skip);
    const state = { isCutting: true, own: 0, follow: 0 };
    const cutting = (async () => {
      // On a busy machine a transaction may need many attempts.
      for (let cuts = 0; cuts < 25 || Math.min(state.own, state.follow) <= 10; cuts += 1) {
        await new Promise((resolve) => {
          setTimeout(resolve, Math.random() * 40);
        });
        await onServer(where, `SELECT pg_terminate_backend(pid, 5000) FROM (SELECT pid ${HOLDERS}) writers`);
      }
    })().finally(() => {
      state.isCutting = false;
    });
    const write = async (to: Store, table: 'own' | 'follow'): Promise<number> => {
      let last = 0;
      while (state.isCutting) {
        last += 1;
        // A row that is written twice is refused by its key.
        if (last % 2 === 0) await to.batch([[`INSERT INTO ${table} VALUES (?)`, [[last]]]]);
        else await to.transaction((rows) => rows.run(`INSERT INTO ${table} VALUES (?)`, [last]));
        state[table] = last;
      }
      return last;
    };
    const [own, follow] = await Promise.all([write(store, 'own'), write(guest, 'follow')]);
    await cutting;
    expect([(await idsOf(store, 'own')).length, (await idsOf(store, 'follow')).length]).toEqual([own, follow]);
    expect(Math.min(own, follow)).toBeGreaterThan(10);
  });

  it('is ended wherever it is before another owner begins, and writes nothing after that', async ({ skip }) => {
    const { guest, where, open } = await opened(skip);
    await guest.run('INSERT INTO follow VALUES (1)');
    let owner: Store | null = null;
    const underWay = guest.transaction(async (rows) => {
      await rows.run('INSERT INTO follow VALUES (2)');
      // The owner alone loses its session, and this transaction does not go on, as when its process is suspended.
      await onServer(
        where,
        `SELECT pg_terminate_backend(pid, 5000) FROM (SELECT pid ${HOLDERS} AND objid = ${LOCK}) o`,
      );
      owner = await open();
      await rows.run('INSERT INTO follow VALUES (3)');
    });
    await expect(underWay).rejects.toThrow(/another process has owned/);
    onTestFinished(() => owner!.close());
    await expect(guest.run('INSERT INTO follow VALUES (4)')).rejects.toThrow(/another process has owned/);
    expect([await idsOf(owner!, 'own'), await idsOf(owner!, 'follow')]).toEqual([[], [1]]);
  });

  it('begins nothing once it is stopped', async ({ skip }) => {
    const { store, guest, shared } = await opened(skip);
    await guest.run('INSERT INTO follow VALUES (1)');
    shared.stop();
    await expect(guest.run('INSERT INTO follow VALUES (2)')).rejects.toThrow('the store is being closed');
    await expect(guest.transaction((rows) => rows.run('INSERT INTO follow VALUES (3)'))).rejects.toThrow(
      'being closed',
    );
    expect(await idsOf(store, 'follow')).toEqual([1]);
  });
});
