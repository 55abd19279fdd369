// Lost PostgreSQL connections: transactions are replayed or found committed; a second owner is refused.
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStoreOf } from '../../../server/store/open-store.ts';
import { openPostgres } from '../../../server/store/postgres/postgres-store.ts';
import type { Store } from '../../../server/store/store.ts';
import { postgresTableReader } from '../../../server/store/table-reader.ts';
import { startTcpProxy } from '../../support/server/tcp-proxy.ts';
import { type TestServer, startPostgres } from '../../support/server/postgres.mjs';
import { openDyingProxy, openSlowProxy } from './dying-connection.ts';
import { freshDatabase, onServer, postgresForFile } from '../../support/server/test-database.ts';

const server = postgresForFile();
const WRITER =
  "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

/** Terminates the database's connections as an administrator does; those of readers too with `all`. */
function cut(where: string, all = false): Promise<void> {
  return onServer(
    where,
    all
      ? 'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'
      : `SELECT pg_terminate_backend(pid, 5000) FROM (${WRITER}) writers`,
  );
}

async function opened(skip: (note: string) => never): Promise<{ store: Store; where: string }> {
  const url = server();
  const { where, open } = url === null ? skip('no PostgreSQL at hand') : await freshDatabase(url);
  const store = await open();
  onTestFinished(() => store.close());
  await store.run('CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT)');
  return { store, where };
}

describe('a PostgreSQL store that loses its connection', () => {
  it('completes the running transaction, once', async ({ skip }) => {
    const { store, where } = await opened(skip);
    await store.run('INSERT INTO t VALUES (1, 10)');
    let runs = 0;
    await store.transaction(async (rows) => {
      runs += 1;
      const { n } = (await rows.first<{ n: bigint }>('SELECT n FROM t'))!;
      await rows.run('UPDATE t SET n = ?', [n + 1n]);
      await cut(where, true);
      await rows.run('INSERT INTO t VALUES (?, ?)', [2, n]);
      await cut(where);
    });
    expect(runs).toBe(1);
    expect(await store.all('SELECT * FROM t ORDER BY id')).toEqual([
      { id: 1n, n: 11n },
      { id: 2n, n: 10n },
    ]);
  });

  it('repeats and loses nothing while its connections are cut at random', { timeout: 180_000 }, async ({ skip }) => {
    const { store, where } = await opened(skip);
    await store.run('INSERT INTO t VALUES (0, 0)');
    const mostCuts = 30;
    const cuts = { made: 0 };
    const cutting = (async () => {
      while (cuts.made < mostCuts) {
        await new Promise((resolve) => {
          setTimeout(resolve, Math.random() * 40);
        });
        await cut(where, true);
        cuts.made += 1;
      }
    })();
    let last = 0;
    while (cuts.made < mostCuts) {
      const id = (last += 1);
      const count = 'UPDATE t SET n = n + 1 WHERE id = 0';
      const insert = 'INSERT INTO t VALUES (?, 0)';
      if (id % 3 === 0) {
        await store.transaction(async (rows) => {
          await rows.run(count);
          await rows.run(insert, [id]);
        });
      } else {
        await store.batch([
          [count, [[]]],
          [insert, [[id]]],
        ]);
      }
      if (id % 20 === 0) expect((await store.first<{ n: bigint }>('SELECT n FROM t WHERE id = 0'))!.n).toBe(BigInt(id));
    }
    await cutting;
    console.log(`${last} transactions over ${cuts.made} cuts`);
    expect(await store.first('SELECT COUNT(*) AS n, MAX(n) AS counted FROM t')).toEqual({
      n: BigInt(last + 1),
      counted: BigInt(last),
    });
  });

  it('accepts the last answer of a connection, and continues on another', async ({ skip }) => {
    const url = server();
    const { where } = url === null ? skip('no PostgreSQL at hand') : await freshDatabase(url);
    const proxy = await openDyingProxy(where);
    const store = await openPostgres(proxy.url);
    onTestFinished(() => store.close());
    await store.run('CREATE TABLE t (id BIGINT PRIMARY KEY)');
    for (let round = 1; round <= 3; round += 1) {
      await store.all('SELECT id FROM t');
      const died = proxy.died;
      proxy.endConnections();
      await store.run('INSERT INTO t VALUES (?)', [BigInt(round)]);
      expect(await store.all('SELECT COUNT(*) AS n FROM t')).toEqual([{ n: BigInt(round) }]);
      expect(proxy.died).toBeGreaterThan(died);
    }
  });

  it('goes on where the server has lost its sessions without a word', { timeout: 60_000 }, async ({ skip }) => {
    const { where } = await freshDatabase(server() ?? skip('no PostgreSQL at hand'));
    const url = new URL(where);
    const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    onTestFinished(() => proxy.close());
    const store = await openPostgres(where.replace(url.host, proxy.address));
    onTestFinished(() => store.close());
    await store.run('CREATE TABLE t (id BIGINT PRIMARY KEY)');
    await store.all('SELECT id FROM t');
    proxy.lose();
    await Promise.all([store.run('INSERT INTO t VALUES (1)'), store.all('SELECT id FROM t')]);
    expect(await store.all('SELECT id FROM t')).toEqual([{ id: 1n }]);
  });

  it('refuses a database that lacks letters, and reads what it wrote whatever the role is set to', async ({ skip }) => {
    const url = server() ?? skip('no PostgreSQL at hand');
    const { where } = await freshDatabase(url);
    const name = new URL(where).pathname.slice(1);
    for (const set of ["client_encoding = 'LATIN1'", "bytea_output = 'escape'", "statement_timeout = '200ms'"])
      await onServer(where, `ALTER DATABASE ${name} SET ${set}`);
    const store = await openPostgres(where);
    onTestFinished(() => store.close());
    await store.run('CREATE TABLE names (name TEXT, bytes BLOB)');
    const bytes = new Uint8Array([0, 92, 200]);
    await store.run("INSERT INTO names VALUES ('臺', ?)", [bytes]);
    const read = 'SELECT length(name) AS letters, bytes FROM names CROSS JOIN pg_sleep(0.3)';
    expect(await store.all(read)).toEqual([{ letters: 1n, bytes }]);
    const copy = await postgresTableReader(where);
    onTestFinished(() => copy.close());
    for await (const page of copy.pages('names', [])) expect(page).toEqual([{ name: '臺', bytes }]);
    const latin = where.replace(name, `${name}_latin`);
    await onServer(url, `CREATE DATABASE ${name}_latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
    onTestFinished(() => onServer(url, `DROP DATABASE ${name}_latin`));
    await expect(openPostgres(latin)).rejects.toThrow(/refused: its encoding LATIN1 lacks letters; make the database/);
  });

  it('refuses to continue when the database had another owner meanwhile', async ({ skip }) => {
    const { store, where } = await opened(skip);
    await expect(
      store.transaction(async (rows) => {
        await rows.run('INSERT INTO t VALUES (1, 1)');
        await cut(where);
        await onServer(where, 'UPDATE store_owner SET epoch = epoch + 1');
        await rows.run('INSERT INTO t VALUES (2, 2)');
      }),
    ).rejects.toThrow(/another process has owned/);
    await expect(store.run('INSERT INTO t VALUES (3, 3)')).rejects.toThrow(/another process has owned/);
    expect(await store.all('SELECT * FROM t')).toEqual([]);
  });

  it('refuses to continue when the database was set back: a standby that lagged has taken its place', async ({
    skip,
  }) => {
    const { store, where } = await opened(skip);
    await store.run('INSERT INTO t VALUES (1, 1)');
    await onServer(where, 'CREATE TABLE before AS SELECT * FROM store_owner');
    await store.run('INSERT INTO t VALUES (2, 2)');
    await onServer(where, 'DELETE FROM t WHERE id = 2; UPDATE store_owner SET mark = (SELECT mark FROM before)');
    await cut(where);
    for (let round = 0; round < 2; round += 1)
      await expect(store.run('INSERT INTO t VALUES (3, 3)')).rejects.toThrow(/lacks commits that it had confirmed/);
    expect(await store.all('SELECT * FROM t')).toEqual([{ id: 1n, n: 1n }]);
  });

  it('commits no whole transaction once the database has another owner, and reports it', async ({ skip }) => {
    const { store, where } = await opened(skip);
    await onServer(where, 'UPDATE store_owner SET epoch = epoch + 1');
    for (let round = 0; round < 2; round += 1)
      await expect(store.batch([['INSERT INTO t VALUES (?, 1)', [[1], [2]]]])).rejects.toThrow(
        /another process has owned/,
      );
    expect(await store.all('SELECT * FROM t')).toEqual([]);
  });

  it('names the statement that the server refused, and rolls back', async ({ skip }) => {
    const { store } = await opened(skip);
    await expect(
      store.transaction(async (rows) => {
        await rows.run('INSERT INTO t VALUES (1, 1)');
        await rows.run('INSERT INTO t VALUES (1, 2)').catch(() => undefined);
      }),
    ).rejects.toThrow(/undone/);
    expect(await store.all('SELECT * FROM t')).toEqual([]);
    await store.run('INSERT INTO t VALUES (1, 1)');
  });
});

describe('a PostgreSQL server that is slow to answer', () => {
  it('begins no attempt to open that would end after 2 s', async ({ skip }) => {
    const { where } = await opened(skip);
    // Four answers an attempt. Two attempts fit into the wait for the lock; a third one would end after 2 s.
    const proxy = await openSlowProxy(where, 165);
    await expect(openPostgres(proxy.url)).rejects.toThrow(/in use by another process/);
    expect(proxy.count).toBeLessThanOrEqual(2);
  });
});

describe('a PostgreSQL server that crashes', () => {
  it(
    'is waited for; what was answered is there, and a start without it ends with a sentence',
    { timeout: 180_000 },
    async ({ skip }) => {
      const own: TestServer = (await startPostgres()) ?? skip('no PostgreSQL at hand');
      onTestFinished(() => own.remove());
      // However long a busy machine takes to start the server again.
      let store = await openPostgres(own.url, 60_000);
      await store.run('CREATE TABLE t (id BIGINT PRIMARY KEY)');
      await store.run('INSERT INTO t VALUES (1)');
      own.crash();
      const write = store.run('INSERT INTO t VALUES (2)');
      const read = store.all('SELECT id FROM t WHERE id = 1');
      await new Promise((resolve) => {
        setTimeout(resolve, 500);
      });
      own.start();
      await write;
      expect(await read).toEqual([{ id: 1n }]);
      expect(await store.all('SELECT id FROM t ORDER BY id')).toEqual([{ id: 1n }, { id: 2n }]);
      await store.close();
      store = await openPostgres(own.url, 8000);
      own.crash();
      await expect(store.run('INSERT INTO t VALUES (3)')).rejects.toThrow(
        /PostgreSQL at 127\.0\.0\.1:\d+\/postgres does not answer.*start it/,
      );
      own.start();
      await store.run('INSERT INTO t VALUES (4)');
      expect(await store.all('SELECT id FROM t ORDER BY id')).toEqual([{ id: 1n }, { id: 2n }, { id: 4n }]);
      await store.close();
      await expect(
        openStoreOf({
          dataDir: '/nowhere',
          databaseUrl: own.url.replace('/postgres', '/absent').replace('defi@', 'defi:secret@'),
        }),
      ).rejects.toThrow(/^PostgreSQL at 127\.0\.0\.1:\d+\/absent refused: database "absent" does not exist$/);
    },
  );
});
