// Both stores in one suite: exact integers, serial transactions, migrations, one process per database.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it as plainIt, onTestFinished } from 'vitest';
import { migrate } from '../../../server/store/migrate.ts';
import { openSqlite } from '../../../server/store/sqlite/sqlite-store.ts';
import type { Store, Value } from '../../../server/store/store.ts';
import { stopwatch } from '../../support/data/processor-wait.ts';
import { dataFolder } from '../../support/server/data-folder.ts';
import { STORE_KINDS, type TestDatabase, databaseOf, postgresForFile } from '../../support/server/test-database.ts';

const server = postgresForFile();

/** What the test asks of a database that is its own. */
type OnDatabase = (database: TestDatabase, open: () => Promise<Store>) => Promise<void>;

/** A process of its own that holds the folder's lock, as the store does, until it is killed. */
const HOLDER = `
  const Database = require(process.argv[1]);
  const lock = new Database(process.argv[2]);
  lock.exec('BEGIN EXCLUSIVE');
  console.log('held');
  setInterval(() => {}, 1000);
`;

describe.each(STORE_KINDS)('the store on %s', (kind) => {
  const it = (name: string, test: OnDatabase): void => {
    plainIt(name, async ({ skip }) => {
      const database = await databaseOf(kind, server, skip);
      await test(database, async () => {
        const store = await database.open();
        onTestFinished(() => store.close());
        return store;
      });
    });
  };

  it('stores integers exactly, and reads every integer as a bigint', async (_database, open) => {
    const store = await open();
    await store.run('CREATE TABLE t (id BIGINT PRIMARY KEY, units BIGINT, word TEXT, bytes BYTEA)');
    await store.many('INSERT INTO t VALUES (?, ?, ?, ?)', [
      [1, -(2n ** 63n), 'a', new Uint8Array([1, 2])],
      [2, 2n ** 63n - 1n, 'b', null],
    ]);
    expect(await store.all('SELECT * FROM t ORDER BY id')).toEqual([
      { id: 1n, units: -(2n ** 63n), word: 'a', bytes: new Uint8Array([1, 2]) },
      { id: 2n, units: 2n ** 63n - 1n, word: 'b', bytes: null },
    ]);
    expect(await store.first('SELECT word, ? AS seven FROM t WHERE id = ? LIMIT ?', [7, 2, 1])).toEqual({
      word: 'b',
      seven: 7n,
    });
    expect(await store.first('SELECT * FROM t WHERE id = ?', [3])).toBeUndefined();
    const word = 'SELECT word FROM t WHERE id = ?';
    expect(await store.each(word, [[2], [3], [1], [2]])).toEqual([
      { word: 'b' },
      undefined,
      { word: 'a' },
      { word: 'b' },
    ]);
    expect(await store.each(word, [])).toEqual([]);
    expect(await store.transaction((rows) => rows.each(word, [[1], [3]]))).toEqual([{ word: 'a' }, undefined]);
  });

  it('rolls back a transaction that throws, and continues', async (_database, open) => {
    const store = await open();
    await store.run('CREATE TABLE t (id BIGINT PRIMARY KEY)');
    await expect(
      store.transaction(async (rows) => {
        await rows.run('INSERT INTO t VALUES (1)');
        await rows.run('INSERT INTO t VALUES (1)');
      }),
    ).rejects.toThrow(/unique/i);
    await store.run('INSERT INTO t VALUES (2)');
    expect(await store.all('SELECT * FROM t')).toEqual([{ id: 2n }]);
  });

  it('runs transactions one after another, and shows others only what is committed', async (_database, open) => {
    const store = await open();
    await store.run('CREATE TABLE t (n BIGINT)');
    await store.run('INSERT INTO t VALUES (0)');
    const seen: unknown[] = [];
    await Promise.all(
      Array.from({ length: 20 }, () =>
        store.transaction(async (rows) => {
          const row = await rows.first<{ n: bigint }>('SELECT n FROM t');
          await new Promise((resolve) => {
            setImmediate(resolve);
          });
          await rows.run('UPDATE t SET n = ?', [row!.n + 1n]);
          seen.push((await store.first<{ n: bigint }>('SELECT n FROM t'))!.n === row!.n);
        }),
      ),
    );
    expect(await store.first('SELECT n FROM t')).toEqual({ n: 20n });
    expect(seen).toEqual(Array.from({ length: 20 }, () => true));
  });

  it('migrates once, in order, each migration whole or not at all', async (database, open) => {
    const first = { name: 'room-1', statements: ['CREATE TABLE a (n BIGINT)', 'INSERT INTO a VALUES (1)'] };
    const broken = { name: 'room-2', statements: ['INSERT INTO a VALUES (2)', 'INSERT INTO nowhere VALUES (1)'] };
    const store = await database.open();
    await migrate(store, [first]);
    await expect(migrate(store, [first, broken])).rejects.toThrow(/nowhere/);
    expect(await store.all('SELECT n FROM a')).toEqual([{ n: 1n }]);
    await store.close();
    const again = await open();
    await migrate(again, [first, { name: 'room-2', statements: ['INSERT INTO a VALUES (3)'] }]);
    await migrate(again, [first, { name: 'room-2', statements: ['INSERT INTO a VALUES (3)'] }]);
    expect(await again.all('SELECT n FROM a')).toEqual([{ n: 1n }, { n: 3n }]);
    await expect(migrate(again, [first, first])).rejects.toThrow(/two migrations/);
  });

  it('refuses a second opener within 2 s, also in this process, and accepts it after the first closed', async (database, open) => {
    const store = await database.open();
    // Each attempt waits for the server, and for a process that it starts.
    const elapsedMs = stopwatch(process.pid, kind === 'PostgreSQL' ? 3 : 1);
    await expect(database.open()).rejects.toThrow(/in use by another process/);
    expect(elapsedMs()).toBeLessThan(2000);
    await store.close();
    await open();
  });

  it('stores any text: quotes, question marks, other scripts, doubles, empty bytes', async (_database, open) => {
    const store = await open();
    await store.run('CREATE TABLE t (id INTEGER PRIMARY KEY, word TEXT NOT NULL, share DOUBLE PRECISION, bytes BYTEA)');
    const words = ["it's ? a 'test'", '臺北 🚀', '\\x41 \\ \n\t', ''];
    await store.many(
      'INSERT INTO t (id, word, share, bytes) VALUES (?, ?, ?, ?)',
      words.map((word, at) => [2 ** 40 + at, word, at + 0.1, new Uint8Array(at)]),
    );
    expect(await store.all("SELECT *, '?' AS mark FROM t ORDER BY id")).toEqual(
      words.map((word, at) => ({
        id: BigInt(2 ** 40 + at),
        word,
        share: at + 0.1,
        bytes: new Uint8Array(at),
        mark: '?',
      })),
    );
    expect(
      await store.first('SELECT COUNT(*) AS n, SUM(id) AS sum FROM t WHERE word IN (?, ?)', [words[0]!, words[1]!]),
    ).toEqual({ n: 2n, sum: 2n ** 41n + 1n });
  });

  it('runs a statement with changing value types, and more statements than are cached', async (_database, open) => {
    const store = await open();
    await store.run('CREATE TABLE t (id BIGINT PRIMARY KEY, price REAL)');
    for (const [id, price] of [
      [1, 2],
      [2, 2.5],
      [3, null],
      [4, 3],
    ])
      await store.run('INSERT INTO t VALUES (?, ?)', [id!, price!]);
    await store.many('INSERT INTO t VALUES (?, ?)', [
      [5, null],
      [6, 1],
      [7, 1.5],
    ]);
    const prices = await store.all<{ price: number | null }>('SELECT price FROM t ORDER BY id');
    expect(prices.map(({ price }) => price)).toEqual([2, 2.5, null, 3, null, 1, 1.5]);
    for (const at of [...Array.from({ length: 320 }, (_, n) => n), 0, 319]) {
      expect(await store.first(`SELECT id + ${at} AS sum FROM t WHERE id = ?`, [1])).toEqual({ sum: BigInt(at + 1) });
    }
  });

  it('writes many rows in order, one statement each, and none of them when one is refused', async (_database, open) => {
    const store = await open();
    await store.run('CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT)');
    const upsert = 'INSERT INTO t (id, n) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET n = excluded.n';
    await store.many(
      upsert,
      Array.from({ length: 5000 }, (_, at) => [at % 3, at]),
    );
    expect(await store.all('SELECT * FROM t ORDER BY id')).toEqual([
      { id: 0n, n: 4998n },
      { id: 1n, n: 4999n },
      { id: 2n, n: 4997n },
    ]);
    await expect(
      store.many('INSERT INTO t (id, n) VALUES (?, ?)', [
        [7, 1],
        [8, null],
        [7, 2],
        [9, 3],
      ]),
    ).rejects.toThrow(/unique/i);
    await store.many(upsert, []);
    expect(await store.first('SELECT COUNT(*) AS n FROM t')).toEqual({ n: 3n });
  });

  it('writes any number of rows as if one by one', async (_database, open) => {
    const store = await open();
    const tables = ['many', 'single'];
    for (const table of tables)
      await store.run(`CREATE TABLE ${table} (a BIGINT, b TEXT, price REAL, word TEXT, PRIMARY KEY (a, b))`);
    const insertInto = (table: string): string => `INSERT INTO ${table} (a, b, price, word)\n  VALUES (?, ?, ?, ?)`;
    const rowsFrom = (first: number, count: number): Value[][] =>
      Array.from({ length: count }, (_, at) => [
        first + at,
        'x',
        at % 3 === 0 ? null : at / 2,
        at % 5 === 0 ? null : `"{${at}}",\\`,
      ]);
    const write = async (rows: Value[][], tail = ''): Promise<void> => {
      await store.many(insertInto('many') + tail, rows);
      for (const row of rows) await store.run(insertInto('single') + tail, row);
      const [many, single] = await Promise.all(
        tables.map((table) => store.all(`SELECT * FROM ${table} ORDER BY a, b`)),
      );
      expect(many).toEqual(single);
    };
    for (const count of [1, 2, 3, 16, 17, 37]) await write(rowsFrom(100 * count, count));
    const twice: Value[][] = [
      [100, 'x', 7, 'twice'],
      [100n, 'x', 7.5, 'thrice'],
      [100, 'y', null, null],
    ];
    for (const tail of ['DO NOTHING', 'DO UPDATE SET price = excluded.price, word = excluded.word']) {
      await write([...rowsFrom(201, 30), ...twice], ` ON CONFLICT (a, b) ${tail}`);
    }
    await expect(
      store.many(insertInto('many'), [
        [3, 'x', 0, ''],
        [4, 'x', 0, ''],
        [4, 'x', 0, ''],
      ]),
    ).rejects.toThrow();
    await write([[3, 'x', 0, '']]);
    expect(
      await store.each(`${insertInto('many')} RETURNING a`, [
        [5, 'x', 0, ''],
        [6, 'x', 0, ''],
      ]),
    ).toEqual([{ a: 5n }, { a: 6n }]);
  });

  it('runs several statements at once, in order, and rolls all back when one is refused', async (_database, open) => {
    const store = await open();
    const insert = 'INSERT INTO t (id, n) VALUES (?, ?)';
    const update = 'UPDATE t SET n = n * 10 WHERE id = ?';
    const remove = 'DELETE FROM t WHERE id < ?';
    await store.batch([
      ['CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT)', [[]]],
      [
        insert,
        [
          [1, 1],
          [2, 2],
        ],
      ],
      [update, [[1], [2], [2]]],
      [insert, [[3, 3]]],
      [update, []],
    ]);
    expect(await store.all('SELECT * FROM t ORDER BY id')).toEqual([
      { id: 1n, n: 10n },
      { id: 2n, n: 200n },
      { id: 3n, n: 3n },
    ]);
    await store.batch([
      [insert, Array.from({ length: 2500 }, (_, at) => [at + 4, at])],
      [remove, [[2500]]],
    ]);
    expect(await store.first('SELECT COUNT(*) AS n FROM t')).toEqual({ n: 4n });
    // A statement that was prepared, or not reached, beside a refused one still works afterwards.
    for (let round = 0; round < 2; round += 1) {
      const shift = `UPDATE t SET n = n + ${round} WHERE id = ?`;
      await expect(
        store.batch([
          [insert, [[9000, 1]]],
          [insert, [[2500, 1]]],
          [shift, [[2500]]],
        ]),
      ).rejects.toThrow(/unique/i);
      await store.batch([[shift, [[2500]]]]);
    }
    expect(await store.all('SELECT * FROM t WHERE id IN (2500, 9000)')).toEqual([{ id: 2500n, n: 2497n }]);
  });
});

describe('the data folder', () => {
  plainIt(
    'is refused within 2 s while another process lives, and opens after that one was killed with -9',
    async () => {
      const folder = dataFolder();
      const libsql = createRequire(import.meta.url).resolve('libsql');
      for (let round = 0; round < 3; round += 1) {
        const running = promisify(execFile)(process.execPath, ['-e', HOLDER, libsql, join(folder, 'lock.db')]);
        const gone = running.catch(() => undefined);
        await once(running.child.stdout!, 'data');
        const elapsedMs = stopwatch(process.pid);
        await expect(openSqlite(folder)).rejects.toThrow(/in use by another process/);
        expect(elapsedMs()).toBeLessThan(2000);
        running.child.kill('SIGKILL');
        await gone;
        await (await openSqlite(folder)).close();
      }
    },
  );
});
