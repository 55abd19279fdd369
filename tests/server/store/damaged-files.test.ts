// Store files that are deleted, replaced, overwritten or foreign: refused at the start, or noticed within a second
// while in use.
import {
  closeSync,
  copyFileSync,
  cpSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareData } from '../../support/data/prepared-data.ts';
import { type Program, programForFile } from '../../support/server/server-process.ts';

const launch = programForFile();
const template = mkdtempSync(join(tmpdir(), 'defi-bent-'));
const folders = [template];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A data folder of an exchange that was stopped in order. */
beforeAll(async () => {
  await prepareData(template, {});
  const program = await launch({ DATA_DIR: template });
  program.child.kill('SIGTERM');
  expect((await program.ended).code).toBe(0);
  emptyLog(join(template, 'exchange.db'));
});

/** Checkpoints the whole log into the file. */
function emptyLog(file: string): void {
  const database = new Database(file);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}

function copied(): string {
  const folder = mkdtempSync(join(tmpdir(), 'defi-bent-'));
  folders.push(folder);
  for (const name of ['exchange.db', 'journal', 'private'])
    cpSync(join(template, name), join(folder, name), { recursive: true });
  return folder;
}

function overwrite(file: string, at: number, bytes: Buffer): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, bytes, 0, bytes.length, at);
  closeSync(handle);
}

/** Changes the file as an attacker who knows its tables would. */
function change(file: string, statement: string): void {
  const database = new Database(file);
  database.exec(statement);
  database.close();
  emptyLog(file);
}

/** Overwrites pages, in the middle of the file, of tables that a start reads. */
function ruin(file: string): void {
  const { size } = statSync(file);
  overwrite(file, Math.floor(size / 2 / 4096) * 4096, Buffer.alloc(Math.floor(size / 4 / 4096) * 4096, 0xa5));
}

/** Leaves a few bytes, which are not those of the file. */
function cut(...path: string[]): void {
  writeFileSync(join(...path), Buffer.alloc(20, 0x41));
}

async function endOf(program: Program): Promise<{ code: number | null; output: string; tookMs: number }> {
  const tookMs = await program.msToEnd();
  const { code, text } = await program.ended;
  return { code, output: text, tookMs };
}

async function refused(dataDir: string): Promise<string> {
  const failure: unknown = await launch({ DATA_DIR: dataDir }).then(
    () => null,
    (error: unknown) => error,
  );
  return failure instanceof Error ? failure.message : 'it started';
}

describe('a database from elsewhere', () => {
  it('of a newer version is refused, and left as it is', async () => {
    const dataDir = copied();
    const file = join(dataDir, 'exchange.db');
    change(file, "INSERT INTO migration (name) VALUES ('exchange-99')");
    const bytes = readFileSync(file);
    const output = await refused(dataDir);
    expect(output).toMatch(
      /^ended with 1: The store was written by a newer version: this one does not know "exchange-99"/,
    );
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it.each<[string, (file: string) => void, RegExp]>([
    ['overwritten in the middle', ruin, /is damaged/],
    ['no database at all', (file) => writeFileSync(file, Buffer.alloc(100_000, 0x41)), /is damaged/],
    [
      'with a name that is no text',
      (file) => change(file, "INSERT INTO migration (name) VALUES (CAST(x'62ff' AS TEXT))"),
      /is damaged \(migration holds a text that is no UTF-8\); restore a backup/,
    ],
    [
      'with half a letter in place of a number',
      (file) =>
        change(
          file,
          "UPDATE exchange_balance SET frozen = CAST(x'c3' AS TEXT) WHERE rowid = (SELECT MAX(rowid) FROM exchange_balance)",
        ),
      /is damaged \(exchange_balance holds a text that is no UTF-8\)/,
    ],
    ['cut short', (file) => writeFileSync(file, readFileSync(file).subarray(0, 3_000_000)), /is damaged/],
  ])(
    '%s is refused with a sentence',
    async (_name, bend, sentence) => {
      const dataDir = copied();
      bend(join(dataDir, 'exchange.db'));
      const output = await refused(dataDir);
      expect(output).toMatch(sentence);
      expect(output.trim().split('\n')).toHaveLength(1);
    },
    180_000,
  );
});

describe('a data folder', () => {
  it.each<[string, (dataDir: string) => void, RegExp]>([
    ['without its journal', (dataDir) => rmSync(join(dataDir, 'journal'), { recursive: true }), /^The journal is gone/],
    ['without its database', (dataDir) => rmSync(join(dataDir, 'exchange.db')), /^The database of the journal is gone/],
    ['with a lock that is none', (dataDir) => cut(dataDir, 'lock.db'), /^The lock .*lock\.db is damaged; delete it/],
    ...['vault.key', 'push.key', 'operator.token'].map((name): [string, (dataDir: string) => void, RegExp] => [
      `with a cut ${name}`,
      (dataDir) => cut(dataDir, 'private', name),
      new RegExp(`^The .* file .*${name} is damaged`),
    ]),
  ])(
    '%s is refused with a sentence',
    async (_name, bend, sentence) => {
      const dataDir = copied();
      bend(dataDir);
      const lines = (await refused(dataDir)).replace('ended with 1: ', '').trim().split('\n');
      expect(lines.at(-1)).toMatch(sentence);
      // The market may have been named before.
      expect(lines.length).toBeLessThan(3);
    },
    180_000,
  );
});

describe('a database in use', () => {
  it.each<[string, (dataDir: string) => void, RegExp]>([
    [
      'deleted',
      (dataDir) => rmSync(join(dataDir, 'exchange.db')),
      /exchange\.db was deleted while the exchange used it/,
    ],
    [
      'replaced',
      (dataDir) => {
        copyFileSync(join(template, 'exchange.db'), join(dataDir, 'other'));
        renameSync(join(dataDir, 'other'), join(dataDir, 'exchange.db'));
      },
      /exchange\.db was replaced/,
    ],
    ['robbed of its log', (dataDir) => rmSync(join(dataDir, 'exchange.db-wal')), /exchange\.db-wal was deleted/],
    ['overwritten', (dataDir) => ruin(join(dataDir, 'exchange.db')), /damaged|malformed/],
  ])(
    '%s: the process ends with a sentence',
    async (_name, bend, sentence) => {
      const dataDir = copied();
      const program = await launch({ DATA_DIR: dataDir });
      expect((await program.healthz()).status).toBe(200);
      bend(dataDir);
      const { code, output, tookMs } = await endOf(program);
      expect(code).toBe(1);
      expect(output).toMatch(/The exchange has ended, because its store failed: /);
      expect(output).toMatch(sentence);
      expect(tookMs).toBeLessThan(3_000);
      console.log(`${_name}: ended after ${Math.round(tookMs)} ms`);
    },
    180_000,
  );
});

describe('a process that may open few files', () => {
  it.each([40, 28])(
    '(%i) ends with a sentence',
    async (most) => {
      const failure: unknown = await launch({ DATA_DIR: copied() }, [
        'sh',
        '-c',
        `ulimit -n ${most}; exec "$0" "$@"`,
        process.execPath,
      ]).then(
        (program) => program.healthz(),
        (error: unknown) => error,
      );
      // With enough files it runs.
      if (!(failure instanceof Error)) return expect(failure).toEqual({ status: 200, code: 0 });
      expect(failure.message).toMatch(/EMFILE|too many open files|unable to open database file/);
      expect(failure.message).not.toMatch(/Segmentation/);
    },
    180_000,
  );
});
