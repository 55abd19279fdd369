// Backup, restore and the move to PostgreSQL: every row and file arrives, nothing is overwritten.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../../server/bootstrap/all-migrations.ts';
import { backup } from '../../../server/cli/backup.ts';
import { packFiles } from '../../../server/cli/backup-files.ts';
import type { DataLocation } from '../../../server/cli/data-location.ts';
import { migrateStore } from '../../../server/cli/migrate-store.ts';
import { restore } from '../../../server/cli/restore.ts';
import { auditLedger } from '../../../server/sequencer/ledger-audit.ts';
import { type Sequencer, createSequencer } from '../../../server/sequencer/sequencer.ts';
import { Digester } from '../../../server/store/store-digest.ts';
import { migrate } from '../../../server/store/migrate.ts';
import { openStoreOf } from '../../../server/store/open-store.ts';
import type { Store } from '../../../server/store/store.ts';
import { testInstruments } from '../../support/exchange/spot-fixture.ts';
import { commandStream } from '../../support/exchange/random-commands.ts';
import { prepareData } from '../../support/data/prepared-data.ts';
import { dataFolder } from '../../support/server/data-folder.ts';
import { ownJournalOf } from '../../support/server/own-journal.ts';
import { startRunning } from '../../support/server/running-exchange.ts';
import { freshDatabase, postgresForFile } from '../../support/server/test-database.ts';

const SEED = Date.now() % 1_000_000;
const server = postgresForFile();

interface Lived {
  store: Store;
  sequencer: Sequencer;
  trade: (commands: number) => Promise<void>;
  close: () => Promise<void>;
}

/** An exchange with history: trades, users, candles as bytes, a picture and a key beside the database. */
async function lived(dataDir: string, databaseUrl: string | null = null): Promise<Lived> {
  const store = await openStoreOf({ dataDir, databaseUrl });
  await migrate(store, MIGRATIONS);
  const sequencer = await createSequencer({
    ...ownJournalOf({ where: dataDir }, store, testInstruments()),
    now: Date.now,
  });
  const commands = commandStream(SEED, 10_000_000, () => sequencer.machine.counters().orderId);
  const trade = async (count: number): Promise<void> => {
    const answers: Promise<unknown>[] = [];
    for (let at = 0; at < count; at += 1) answers.push(sequencer.submit(commands.next().value!));
    await Promise.all(answers);
  };
  await trade(1500);
  await store.run(
    "INSERT INTO users (uid, email, password_hash, invite_code, invited_by, active, demo_credited, create_time) VALUES (10000, 'a@b.c', 'x', 'y', NULL, 1, 1, ?)",
    [2n ** 53n + 1n],
  );
  await store.run('INSERT INTO candle_chunk (coin_info_id, period, chunk, data) VALUES (1, ?, 7, ?)', [
    "臺'?",
    new Uint8Array([0, 255, 1]),
  ]);
  mkdirSync(join(dataDir, 'private', 'pictures'), { recursive: true });
  writeFileSync(join(dataDir, 'private', 'vault.key'), Buffer.alloc(32, 7));
  writeFileSync(join(dataDir, 'private', 'pictures', 'one'), 'sealed');
  return {
    store,
    sequencer,
    trade,
    close: async () => {
      await sequencer.close();
      await store.close();
    },
  };
}

function expectFiles(dataDir: string): void {
  expect(readFileSync(join(dataDir, 'private', 'vault.key'))).toEqual(Buffer.alloc(32, 7));
  expect(readFileSync(join(dataDir, 'private', 'pictures', 'one'), 'utf8')).toBe('sealed');
  expect(statSync(join(dataDir, 'private', 'vault.key')).mode & 0o077).toBe(0);
}

/** The restored store starts (which checks sums, frozen money and books) and accepts trades. */
async function expectAlive(dataDir: string, databaseUrl: string | null, seq: number): Promise<void> {
  const store = await openStoreOf({ dataDir, databaseUrl });
  await migrate(store, MIGRATIONS);
  const sequencer = await createSequencer({
    ...ownJournalOf({ where: dataDir }, store, testInstruments()),
    now: Date.now,
  });
  expect(sequencer.seq()).toBe(seq);
  expect(await store.first('SELECT create_time, invited_by FROM users')).toEqual({
    create_time: 2n ** 53n + 1n,
    invited_by: null,
  });
  expect(await store.first('SELECT period, data FROM candle_chunk')).toEqual({
    period: "臺'?",
    data: new Uint8Array([0, 255, 1]),
  });
  expect((await store.first<{ n: bigint }>('SELECT COUNT(*) AS n FROM exchange_line'))!.n).toBeGreaterThan(100n);
  await sequencer.close();
  await store.close();
}

describe(`a backup (seed ${SEED})`, () => {
  it('is taken while the exchange trades, and restores one moment with every row and file', async () => {
    const dataDir = dataFolder();
    const file = join(dataFolder(), 'deep', 'b.db');
    const life = await lived(dataDir);
    const trading = life.trade(3000);
    const taken = await backup({ dataDir, databaseUrl: null }, file);
    await trading;
    await life.close();
    expect(taken.files).toBe(2);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readdirSync(join(file, '..'))).toEqual(['b.db']);
    const target = join(dataFolder(), 'new');
    const { from, to } = await restore({ dataDir: target, databaseUrl: null }, file, auditLedger);
    expect(to).toEqual(from);
    expect(to.ledger).toBe(taken.digest.ledger);
    expectFiles(target);
    const store = await openStoreOf({ dataDir: target, databaseUrl: null });
    // Rows may be behind the journal at the moment of a backup.
    const { value } = (await store.first<{ value: bigint }>('SELECT MAX(seq) AS value FROM exchange_journal'))!;
    await store.close();
    await expectAlive(target, null, Number(value));
  });

  it('replaces none that another backup has made meanwhile', async () => {
    const dataDir = dataFolder();
    const file = join(dataFolder(), 'b.db');
    await (await lived(dataDir)).close();
    const location = { dataDir, databaseUrl: null };
    const both = await Promise.allSettled([backup(location, file), backup(location, file)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find((one) => one.status === 'rejected');
    expect(String(refused?.reason)).toContain('exists already; a backup never replaces anything');
    expect(readdirSync(join(file, '..'))).toEqual(['b.db']);
  });

  it('is not restored beside the journal of another store, which the next start would delete', async () => {
    const dataDir = dataFolder();
    const file = join(dataFolder(), 'b.db');
    const life = await lived(dataDir);
    await backup({ dataDir, databaseUrl: null }, file);
    await life.trade(50);
    await life.close();
    const target = dataFolder();
    cpSync(join(dataDir, 'journal'), join(target, 'journal'), { recursive: true });
    await expect(restore({ dataDir: target, databaseUrl: null }, file, auditLedger)).rejects.toThrow(
      `The target is not empty: ${join(target, 'journal')} is there already. Nothing was changed`,
    );
    for (const name of readdirSync(join(dataDir, 'journal')))
      expect(readFileSync(join(target, 'journal', name))).toEqual(readFileSync(join(dataDir, 'journal', name)));
    expect(existsSync(join(target, 'private', 'vault.key'))).toBe(false);
  });

  it('is refused of a folder whose journal is gone, as a start is', async () => {
    const dataDir = dataFolder();
    const file = join(dataFolder(), 'b.db');
    const life = await lived(dataDir);
    const seq = life.sequencer.seq();
    await life.close();
    rmSync(join(dataDir, 'journal'), { recursive: true });
    await expect(backup({ dataDir, databaseUrl: null }, file)).rejects.toThrow('The journal is gone');
    expect(readdirSync(join(file, '..'))).toEqual([]);
    const store = await openStoreOf({ dataDir, databaseUrl: null });
    const starting = createSequencer({ ...ownJournalOf({ where: dataDir }, store, testInstruments()), now: Date.now });
    await expect(starting).rejects.toThrow(`WITHOUT_JOURNAL=${seq}.`);
    await store.close();
  });

  it('has the records of a store that has them in a table, and is made of one from before the journal', async () => {
    const dataDir = dataFolder();
    const store = await openStoreOf({ dataDir, databaseUrl: null });
    await migrate(store, MIGRATIONS);
    const sequencer = await createSequencer({ store, instruments: testInstruments(), now: Date.now });
    for (const command of commandStream(SEED, 50)) await sequencer.submit(command);
    await sequencer.close();
    await store.run(
      "INSERT INTO exchange_snapshot (seq, ts, hash, state) VALUES (0, 0, '', ?) ON CONFLICT DO NOTHING",
      [new Uint8Array()],
    );
    await store.close();
    await backup({ dataDir, databaseUrl: null }, join(dataFolder(), 'table.db'));
    const older = dataFolder();
    const before = await openStoreOf({ dataDir: older, databaseUrl: null });
    await before.run('CREATE TABLE users (uid INTEGER PRIMARY KEY)');
    await before.close();
    await backup({ dataDir: older, databaseUrl: null }, join(dataFolder(), 'older.db'));
  });

  it('is taken while pictures come and go', async () => {
    const dataDir = dataFolder();
    const pictures = join(dataDir, 'private', 'pictures');
    mkdirSync(pictures, { recursive: true });
    writeFileSync(join(pictures, 'one'), 'sealed');
    const others = new Worker(
      `const { rmSync, writeFileSync } = require('node:fs');
       for (;;) for (let at = 0; at < 50; at += 1) {
         writeFileSync(${JSON.stringify(pictures)} + '/brief' + at, 'x');
         if (at > 20) rmSync(${JSON.stringify(pictures)} + '/brief' + (at - 20));
       }`,
      { eval: true },
    );
    await once(others, 'online');
    try {
      for (let round = 0; round < 20; round += 1)
        expect(packFiles(join(dataFolder(), 'b.db'), dataDir)).toBeGreaterThan(0);
    } finally {
      await others.terminate();
    }
  });

  it('follows links of folders and files, and is refused where one leads nowhere', async () => {
    const dataDir = dataFolder();
    const life = await lived(dataDir);
    await life.close();
    const elsewhere = dataFolder();
    writeFileSync(join(elsewhere, 'two'), 'sealed too');
    symlinkSync(elsewhere, join(dataDir, 'private', 'mounted'));
    const location = { dataDir, databaseUrl: null };
    expect((await backup(location, join(dataFolder(), 'b.db'))).files).toBe(3);
    symlinkSync(join(elsewhere, 'gone'), join(dataDir, 'private', 'pictures', 'lost'));
    const file = join(dataFolder(), 'c.db');
    await expect(backup(location, file)).rejects.toThrow(/pictures\/lost is a link to what is not there/);
    expect(existsSync(file)).toBe(false);
  });

  it('in the data folder itself is refused: each would hold the ones before', async () => {
    const dataDir = dataFolder();
    await (await lived(dataDir)).close();
    const before = readdirSync(dataDir, { recursive: true });
    const linked = join(dataFolder(), 'linked');
    symlinkSync(dataDir, linked);
    for (const file of [join(dataDir, 'b.db'), join(dataDir, 'backups', 'b.db'), join(linked, 'private', 'b.db')])
      await expect(backup({ dataDir, databaseUrl: null }, file)).rejects.toThrow(/is in the data folder/);
    expect(readdirSync(dataDir, { recursive: true })).toEqual(before);
  });

  it('never replaces a file, and is not restored over anything', async () => {
    const dataDir = dataFolder();
    const file = join(dataFolder(), 'b.db');
    const life = await lived(dataDir);
    await backup({ dataDir, databaseUrl: null }, file);
    await expect(backup({ dataDir, databaseUrl: null }, file)).rejects.toThrow(/exists already/);
    await expect(restore({ dataDir, databaseUrl: null }, file, auditLedger)).rejects.toThrow(
      /in use by another process/,
    );
    await life.close();
    await expect(restore({ dataDir, databaseUrl: null }, file, auditLedger)).rejects.toThrow(/not empty/);
    const withKey = dataFolder();
    mkdirSync(join(withKey, 'private'));
    writeFileSync(join(withKey, 'private', 'vault.key'), 'mine');
    await expect(restore({ dataDir: withKey, databaseUrl: null }, file, auditLedger)).rejects.toThrow(
      /vault\.key is there already/,
    );
    expect(readFileSync(join(withKey, 'private', 'vault.key'), 'utf8')).toBe('mine');
    // As one that was killed had begun.
    const begun = dataFolder();
    mkdirSync(join(begun, 'private', 'pictures'), { recursive: true });
    writeFileSync(join(begun, 'private', 'pictures', 'one'), 'sealed');
    writeFileSync(join(begun, 'private', 'vault.key.part'), 'half');
    await restore({ dataDir: begun, databaseUrl: null }, file, auditLedger);
    expectFiles(begun);
    expect(readdirSync(join(begun, 'private'))).toEqual(['pictures', 'vault.key']);
    const filled = dataFolder();
    const other = await openStoreOf({ dataDir: filled, databaseUrl: null });
    await migrate(other, MIGRATIONS);
    await other.close();
    await expect(restore({ dataDir: filled, databaseUrl: null }, file, auditLedger)).rejects.toThrow(/not empty/);
    expect(existsSync(join(filled, 'private', 'vault.key'))).toBe(false);
  });

  it('is refused when newer or of another kind, and leaves the target empty', async () => {
    const dataDir = dataFolder();
    const store = await openStoreOf({ dataDir, databaseUrl: null });
    await migrate(store, [
      ...MIGRATIONS,
      { name: 'tomorrow-1', statements: ['CREATE TABLE tomorrow (id BIGINT PRIMARY KEY)'] },
    ]);
    await store.close();
    const file = join(dataFolder(), 'b.db');
    await backup({ dataDir, databaseUrl: null }, file);
    const target = dataFolder();
    await expect(restore({ dataDir: target, databaseUrl: null }, file, auditLedger)).rejects.toThrow(
      /newer version.*tomorrow-1/,
    );
    await expect(
      restore({ dataDir: target, databaseUrl: null }, join(dataDir, 'absent.db'), auditLedger),
    ).rejects.toThrow(/no backup/);
    const again = await openStoreOf({ dataDir: target, databaseUrl: null });
    expect(await again.all("SELECT name FROM sqlite_master WHERE type = 'table'")).toEqual([]);
    await again.close();
  });
});

describe(`the move to PostgreSQL (seed ${SEED})`, () => {
  it(
    'copies every row with an equal ledger hash, once; its backup restores to either store',
    { timeout: 180_000 },
    async ({ skip }) => {
      const url = server() ?? skip('no PostgreSQL at hand');
      const dataDir = dataFolder();
      const life = await lived(dataDir);
      const { where } = await freshDatabase(url);
      const place = { dataDir, databaseUrl: where };
      await expect(migrateStore(place)).rejects.toThrow(/in use by another process/);
      const seq = life.sequencer.seq();
      await life.close();
      const { from, to } = await migrateStore(place);
      expect(to).toEqual(from);
      expect(to.tables['exchange_line']!.rows).toBeGreaterThan(100);
      await expect(migrateStore(place)).rejects.toThrow(/not empty/);
      await expectAlive(dataDir, where, seq);

      const running = await openStoreOf(place);
      const file = join(dataFolder(), 'b.db');
      const taken = await backup(place, file);
      await running.close();
      expect(taken.digest.ledger).toBe(from.ledger);
      expectFiles((await restoredTo(null, file)).dataDir);
      const second = await freshDatabase(url);
      const back = await restoredTo(second.where, file);
      expect(back.ledger).toBe(from.ledger);
      await expectAlive(back.dataDir, second.where, seq);
    },
  );
});

describe('a folder and a database that do not belong together', () => {
  it('begin no other exchange: neither an empty database, nor older rows', { timeout: 180_000 }, async ({ skip }) => {
    const url = server() ?? skip('no PostgreSQL at hand');
    const folder = dataFolder();
    const [first, other] = [await freshDatabase(url), await freshDatabase(url)];
    const at = (databaseUrl: string | null) => ({ dataDir: folder, databaseUrl });
    const start = ({ dataDir, databaseUrl }: DataLocation) =>
      startRunning({ DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) });
    await prepareData(folder, {});
    await expect(start(at(first.where))).rejects.toThrow(/database is empty, and .*exchange\.db has an exchange/);
    await migrateStore(at(first.where));
    const moved = await start(at(first.where));
    await moved.exchange.close();
    const elsewhere = /has its rows in PostgreSQL, as .* notes: set DATABASE_URL/;
    await expect(start(at(null))).rejects.toThrow(elsewhere);
    await expect(backup(at(null), join(dataFolder(), 'b.db'))).rejects.toThrow(elsewhere);
    await expect(migrateStore(at(other.where))).rejects.toThrow(elsewhere);
    await expect(start(at(other.where))).rejects.toThrow(/database is empty, and the exchange of .* had its rows/);
    // Nothing of this was begun: the way back is a backup, which brings the folder's own rows.
    const file = join(dataFolder(), 'b.db');
    await backup(at(first.where), file);
    for (const name of readdirSync(folder)) if (/^exchange\.db(-(wal|shm))?$/.test(name)) rmSync(join(folder, name));
    await restore(at(null), file, auditLedger);
    await expect(migrateStore(at(first.where))).rejects.toThrow(/target is not empty/);
  });
});

async function restoredTo(databaseUrl: string | null, file: string): Promise<{ dataDir: string; ledger: string }> {
  const dataDir = dataFolder();
  const { to } = await restore({ dataDir, databaseUrl }, file, auditLedger);
  return { dataDir, ledger: to.ledger };
}

describe('the digest of a store', () => {
  it('changes with any value and the order of entries, not with the order of other tables', () => {
    const lines = [
      { uid: 1n, id: 1n, ref_no: 'a' },
      { uid: 1n, id: 2n, ref_no: null },
    ];
    const digest = (table: string, rows: object[]) => {
      const digester = new Digester();
      digester.add(table, rows as never);
      return digester.end();
    };
    const whole = digest('exchange_line', lines);
    expect(digest('exchange_line', [...lines].reverse()).ledger).not.toBe(whole.ledger);
    expect(digest('exchange_line', [lines[0]!, { ...lines[1], ref_no: '' }]).ledger).not.toBe(whole.ledger);
    expect(digest('exchange_line', [lines[0]!, { ...lines[1], id: 3n }]).ledger).not.toBe(whole.ledger);
    expect(digest('other', [...lines].reverse())).toEqual(digest('other', lines));
    expect(digest('other', [lines[0]!, lines[0]!])).not.toEqual(digest('other', lines));
  });
});
