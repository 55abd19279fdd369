// Damaged backups, and ledgers that do not add up, are refused before anything is changed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../../server/bootstrap/config.ts';
import { startExchange } from '../../../server/main.ts';
import { MIGRATIONS } from '../../../server/bootstrap/all-migrations.ts';
import { backup } from '../../../server/cli/backup.ts';
import { type AuditLedger, DIGEST_TABLE, checkBackup } from '../../../server/cli/backup-digest.ts';
import { restore } from '../../../server/cli/restore.ts';
import { storeCommand } from '../../../server/cli/store-command.ts';
import { auditLedger } from '../../../server/sequencer/ledger-audit.ts';
import { createSequencer } from '../../../server/sequencer/sequencer.ts';
import { migrate } from '../../../server/store/migrate.ts';
import { openSqlite } from '../../../server/store/sqlite/sqlite-store.ts';
import { sentenceOf } from '../../../server/bootstrap/system-errors.ts';
import { chance } from '../../support/data/random-source.ts';
import { testInstruments } from '../../support/exchange/spot-fixture.ts';
import { randomCommands } from '../../support/exchange/random-commands.ts';
import { startRunning, WITH_ARCHIVE } from '../../support/server/running-exchange.ts';
import { ROOT } from '../../support/data/shared-file.ts';
import { dataFolder } from '../../support/server/data-folder.ts';

const SEED = Number(process.env['BACKUP_SEED'] ?? Date.now() % 1_000_000);
/** So much that a backup is not finished when it is interrupted. */
const BIG_BYTES = 20_000_000;
const ROUNDS = Number(process.env['BACKUP_ROUNDS'] ?? 40);

const whole = mkdtempSync(join(tmpdir(), 'defi-backup-'));
const folder = join(whole, 'data');
const file = join(whole, 'whole.db');
afterAll(() => {
  rmSync(whole, { recursive: true, force: true });
});
beforeAll(async () => {
  const store = await openSqlite(folder);
  await migrate(store, MIGRATIONS);
  const sequencer = await createSequencer({ store, instruments: testInstruments(), now: Date.now });
  for (const command of randomCommands(SEED, 400)) await sequencer.submit(command);
  await sequencer.close();
  await store.close();
  mkdirSync(join(folder, 'private'), { recursive: true });
  writeFileSync(join(folder, 'private', 'vault.key'), Buffer.alloc(32, 7));
  await backup({ dataDir: folder, databaseUrl: null }, file);
});

function copy(): string {
  const path = join(dataFolder(), 'copy.db');
  copyFileSync(file, path);
  return path;
}

function changed(...statements: string[]): string {
  const path = copy();
  const database = new Database(path);
  for (const statement of statements) database.exec(statement);
  database.close();
  return path;
}

/** Message of a restore; the target must stay empty. */
async function refusal(path: string): Promise<string> {
  const target = join(dataFolder(), 'target');
  const message: unknown = await restore({ dataDir: target, databaseUrl: null }, path, auditLedger).then(
    () => 'restored',
    (error: unknown) => (error instanceof Error ? error.message : error),
  );
  if (message !== 'restored') expect(existsSync(target)).toBe(false);
  return String(message);
}

describe(`a backup (seed ${SEED})`, () => {
  it('is restored when whole, also one of an older version without a digest', async () => {
    expect(await refusal(copy())).toBe('restored');
    const older = changed(`DROP TABLE ${DIGEST_TABLE}`);
    const lines = await storeCommand(['restore', older], { DATA_DIR: join(dataFolder(), 'target') }, auditLedger);
    expect(lines[0]).toMatch(/older version and carries no digest/);
  });

  it(`is refused when truncated or damaged, or restores to the same state (${ROUNDS} rounds)`, async () => {
    const draw = chance(SEED);
    const { size } = statSync(file);
    let refused = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const path = copy();
      const at = draw.below(size);
      if (round % 2 === 0) truncateSync(path, at);
      else {
        const handle = openSync(path, 'r+');
        writeSync(handle, Buffer.from([readFileSync(file)[at]! ^ (1 << draw.below(8))]), 0, 1, at);
        closeSync(handle);
      }
      const message = await refusal(path);
      if (message === 'restored') continue; // a byte that nothing is read from
      refused += 1;
      expect(message, `round ${round}, byte ${at}`).toMatch(
        /is no whole backup|is not what was backed up|does not add up/,
      );
      expect(message.split('\n')).toHaveLength(1);
    }
    console.log(`${refused} of ${ROUNDS} bent or cut backups refused; in the others nothing that is kept was bent`);
    expect(refused).toBeGreaterThan(ROUNDS / 2);
  });

  it('is refused in a sentence where the audit of its ledger meets damage that the digest did not', async () => {
    // An index that names another row is read by the audit alone: "database disk image is malformed".
    const reading: AuditLedger = async (rows) => ({
      faults: (await rows.all<{ malformed: string }>('SELECT malformed FROM exchange_line')).map(
        (row) => row.malformed,
      ),
    });
    await expect(checkBackup(copy(), reading)).rejects.toThrow(/is no whole backup: .* \(no such column: malformed\)$/);
  });

  it('is refused by name with a row more, less or changed, or another column', async () => {
    expect(await refusal(changed('UPDATE exchange_counter SET value = value + 1'))).toMatch(
      /is not what was backed up: exchange_counter changed since/,
    );
    expect(await refusal(changed('DELETE FROM backup_file'))).toMatch(/backup_file/);
    // One bit of a column's name: the rows are equal.
    expect(await refusal(changed('ALTER TABLE exchange_counter RENAME COLUMN value TO valte'))).toMatch(
      /is not what was backed up: its columns changed since/,
    );
    expect(await refusal(changed("INSERT INTO exchange_journal VALUES (999999999, 0, '')"))).toMatch(
      /exchange_journal/,
    );
    expect(await refusal(changed('DROP TABLE exchange_market'))).toMatch(/exchange_market/);
  });

  it('is refused with a ledger that does not add up, whatever its digest', async () => {
    const bent =
      'UPDATE exchange_line SET units = units + 1 WHERE rowid = (SELECT MIN(rowid) FROM exchange_line WHERE uid >= 10000)';
    expect(await refusal(changed(bent, `DROP TABLE ${DIGEST_TABLE}`))).toMatch(
      /The ledger in .* does not add up \(record \d+ of \d+ does not match its hash/,
    );
  });

  it('leaves no file behind when one of them cannot be written', async () => {
    const path = changed(
      "INSERT INTO backup_file (path, bytes) VALUES ('private/vault.key/inside', x'00')",
      `DROP TABLE ${DIGEST_TABLE}`,
    );
    const target = join(dataFolder(), 'target');
    const location = { dataDir: target, databaseUrl: null };
    await expect(restore(location, path, auditLedger)).rejects.toThrow();
    expect(readdirSync(target, { recursive: true }).filter((name) => !/\.db(-\w+)?$/.test(String(name)))).toEqual([
      'private',
    ]);
    // So another try finds it as empty as the first one did.
    expect((await restore(location, copy(), auditLedger)).signed).toBe(true);
    expect(readFileSync(join(target, 'private', 'vault.key'))).toEqual(Buffer.alloc(32, 7));
  });

  it('is refused when it is another kind of file', async () => {
    const text = join(dataFolder(), 'notes.txt');
    writeFileSync(text, 'not a backup');
    expect(await refusal(text)).toMatch(/is no whole backup/);
    expect(await refusal(join(dataFolder(), 'nowhere'))).toMatch(/^There is no backup at/);
  });
});

describe('a start', () => {
  it('on a ledger that does not add up is refused with a sentence, and leaves it as it is', async () => {
    const at = await startRunning(WITH_ARCHIVE);
    await at.user('bent@example.com');
    await at.exchange.close();
    const database = new Database(join(at.dataDir, 'exchange.db'));
    database.exec(
      "UPDATE exchange_line SET ref_no = ref_no || '1' WHERE rowid = (SELECT MIN(rowid) FROM exchange_line WHERE uid >= 10000)",
    );
    database.close();
    await expect(startExchange(readConfig({ PORT: '0', DATA_DIR: at.dataDir }))).rejects.toThrow(
      /^The ledger does not add up \(record \d+ of \d+ does not match its hash.*restore a backup/,
    );
    // The folder's lock is released.
    await (await openSqlite(at.dataDir)).close();
    await at.stop();
  });
});

describe('a restore that was killed', () => {
  it('leaves a folder that is not started, saved or moved until the command was run again', async () => {
    const target = join(dataFolder(), 'target');
    const big = changed(
      `INSERT INTO backup_file (path, bytes) VALUES ('private/zzz', zeroblob(${BIG_BYTES}))`,
      `DROP TABLE ${DIGEST_TABLE}`,
    );
    const child = spawn(process.execPath, [join(ROOT, 'server/cli/run.mjs'), 'restore', big], {
      env: { ...process.env, DATA_DIR: target },
    });
    const closed = once(child, 'close');
    await expect
      .poll(() => existsSync(join(target, 'private', 'vault.key')), { timeout: 60_000, interval: 1 })
      .toBe(true);
    child.kill('SIGKILL');
    expect(await closed).toEqual([null, 'SIGKILL']);
    const sentence = `The data folder ${target} was restored in part only. Run the command again: npm run restore -- ${big}.`;
    const env = { DATA_DIR: target, DATABASE_URL: 'postgres://127.0.0.1:9/none' };
    await expect(startExchange(readConfig({ PORT: '0', DATA_DIR: target }))).rejects.toThrow(sentence);
    for (const words of [['backup', join(dataFolder(), 'b.db')], ['migrate-store']])
      await expect(storeCommand(words, env, auditLedger)).rejects.toThrow(sentence);
    const { from, to } = await restore({ dataDir: target, databaseUrl: null }, big, auditLedger);
    expect(to).toEqual(from);
    expect(readdirSync(target)).not.toContain('restore.unfinished');
  }, 90_000);
});

describe('the commands', () => {
  it('print their usage when asked, and after wrong arguments', async () => {
    for (const words of [
      ['backup', '--help'],
      ['restore', '-h'],
      ['migrate-store', '--help'],
    ])
      expect((await storeCommand(words, {}, auditLedger))[0]).toMatch(/^npm run backup -- FILE/);
    for (const [words, sentence] of [
      [['backup'], /^backup takes one file, and was given 0/],
      [['backup', 'a', 'b'], /was given 2/],
      [['restore', ''], /takes one file/],
      [['migrate-store', 'x'], /takes no file/],
      [['backup', '--force', 'x'], /^"--force" is no option of backup/],
      [['frob'], /^There is no command "frob"/],
    ] as [string[], RegExp][])
      await expect(storeCommand(words, {}, auditLedger)).rejects.toThrow(sentence);
  });

  it('are an entry of the build, which is rebuilt when stale', () => {
    const run = (...words: string[]) =>
      spawnSync(process.execPath, [join(ROOT, 'server', 'cli', 'run.mjs'), ...words], { encoding: 'utf8' });
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^npm run backup -- FILE/) });
    expect(run('operator', 'help')).toMatchObject({ status: 0, stdout: expect.stringContaining('operator -- login') });
    expect(run('frob')).toMatchObject({ status: 1, stderr: expect.stringContaining('There is no command "frob"') });
    expect(existsSync(join(ROOT, 'dist/server/cli-entry.js'))).toBe(true);
  });

  it('leave nothing of a backup that is interrupted', async () => {
    const dataDir = join(dataFolder(), 'data');
    cpSync(folder, dataDir, { recursive: true });
    const database = new Database(join(dataDir, 'exchange.db'));
    database.exec(`CREATE TABLE big AS SELECT zeroblob(${BIG_BYTES}) AS content`);
    database.close();
    const backups = dataFolder();
    const made = (): string[] => readdirSync(backups, { recursive: true, encoding: 'utf8' });
    const ended = async (signal: NodeJS.Signals): Promise<unknown> => {
      const child = spawn(process.execPath, [join(ROOT, 'server/cli/run.mjs'), 'backup', join(backups, 'b.db')], {
        env: { ...process.env, DATA_DIR: dataDir },
      });
      const closed = once(child, 'close');
      await expect.poll(made, { timeout: 60_000, interval: 5 }).toContainEqual(expect.stringMatching(/whole\.db$/));
      child.kill(signal);
      return closed;
    };
    expect(await ended('SIGTERM')).toEqual([1, null]);
    expect(made()).toEqual([]);
    // That of one which is killed is removed by the next, that of one which is under way is not.
    expect(await ended('SIGKILL')).toEqual([null, 'SIGKILL']);
    expect(made()).not.toEqual([]);
    const location = { dataDir, databaseUrl: null };
    await Promise.all(['c.db', 'd.db'].map((name) => backup(location, join(backups, name))));
    expect(made().toSorted()).toEqual(['c.db', 'd.db']);
  }, 90_000);

  it('name in a sentence where they may not write', async ({ skip }) => {
    const readOnly = dataFolder();
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', readOnly]).status !== 0)
      return skip('this user may not mount a disk');
    onTestFinished(() => {
      spawnSync('umount', ['-l', readOnly]);
    });
    const command = (...words: string[]) =>
      spawnSync(process.execPath, [join(ROOT, 'server', 'cli', 'run.mjs'), ...words], {
        encoding: 'utf8',
        env: { ...process.env, DATA_DIR: folder },
      });
    const { status, stderr } = command('backup', join(readOnly, 'b.db'));
    expect(status).toBe(1);
    expect(stderr).toMatch(/that disk can only be read \(EROFS\)/);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(readdirSync(readOnly)).toEqual([]);
    await expect(startExchange(readConfig({ PORT: '0', DATA_DIR: readOnly }))).rejects.toThrow(
      /that disk can only be read|readonly|unable to open/,
    );
  });

  it('explain what the operating system refused', () => {
    expect(
      sentenceOf(
        Object.assign(new Error("EMFILE: too many open files, open '/x'"), {
          code: 'EMFILE',
          syscall: 'open',
          path: '/x',
        }),
      ),
    ).toBe('/x: this process may not open more files; raise the limit (ulimit -n 1024) (EMFILE)');
    const tooLarge = Object.assign(new Error('EFBIG: file too large, write'), { code: 'EFBIG', syscall: 'write' });
    expect(sentenceOf(tooLarge, '/data')).toBe(
      '/data: a file may not be so large there; raise the limit (ulimit -f) (EFBIG)',
    );
    // The words of the database's driver, which has no code for them.
    expect(sentenceOf(new Error('Too many open files (os error 24)'), '/data')).toBe(
      'The system: this process may not open more files; raise the limit (ulimit -n 1024) (EMFILE)',
    );
    expect(
      sentenceOf(new Error('ConnectionFailed("Unable to open connection to local database /data/x.db: 14")'), '/data'),
    ).toMatch(/^\/data: a database there cannot be opened; .* \(SQLITE_CANTOPEN\)$/);
    expect(sentenceOf(Object.assign(new Error('own words'), { code: 'ENOENT' }))).toBe('own words');
    expect(sentenceOf(new Error('as it is'))).toBe('as it is');
  });
});
