// The stores that every store's test runs on: the embedded one, and PostgreSQL on a server that is at hand or started
// for it.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { openPostgres } from '../../../server/store/postgres/postgres-store.ts';
import { openSqlite } from '../../../server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../server/store/store.ts';
import { type TestServer, startPostgres } from './postgres.mjs';
import { currentPast, makePast, pastMadeOnce } from '../data/prepared-data.ts';
import { dataFolder } from './data-folder.ts';

/** A database that exists for one test: each `open` is what a start of the exchange does. */
export interface TestDatabase {
  /** Address of the database, or the data folder. */
  where: string;
  open(): Promise<Store>;
}

/** Runs statements on a server, outside any store. */
export async function onServer(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A fresh database on the server, empty or a copy of `template`; gone when the test ends. */
export async function freshDatabase(
  url: string,
  onFinished = onTestFinished,
  template = 'template1',
): Promise<TestDatabase> {
  const name = `defi_${randomBytes(6).toString('hex')}`;
  await onServer(url, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  onFinished(() => onServer(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  const where = databaseAt(url, name);
  return { where, open: () => openPostgres(where) };
}

function databaseAt(url: string, name: string): string {
  const where = new URL(url);
  where.pathname = `/${name}`;
  return where.href;
}

/**
 * A fresh database with a past of every market: an engine on it starts with two seconds of the processor less. A start
 * on it is one after another's end, not a first one.
 */
export async function databaseWithPast(url: string): Promise<TestDatabase> {
  const { name, atMs } = currentPast();
  const template = `defi_past_${name}`;
  await pastMadeOnce(
    template,
    () => hasDatabase(url, template),
    async () => {
      // Whole, or not at all: a run may be killed.
      const making = `defi_making_${randomBytes(6).toString('hex')}`;
      await onServer(url, `CREATE DATABASE ${making}`);
      await makePast(await openPostgres(databaseAt(url, making)), atMs);
      await onServer(url, `ALTER DATABASE ${making} RENAME TO ${template}`);
    },
  );
  return freshDatabase(url, onTestFinished, template);
}

async function hasDatabase(url: string, name: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])).rows.length > 0;
  } finally {
    await client.end();
  }
}

/**
 * Opens the database of a process that was killed. A session of it ends when it notices that: on a busy machine later
 * than a start waits for it.
 */
export async function openAfterKill({ open }: TestDatabase): Promise<Store> {
  for (const began = performance.now(); ;)
    try {
      return await open();
    } catch (error) {
      if (!/in use by another process/.test(String(error)) || performance.now() - began > 30_000) throw error;
    }
}

function freshFolder(onFinished: typeof onTestFinished): TestDatabase {
  const where = dataFolder(onFinished);
  return { where, open: () => openSqlite(where) };
}

/**
 * For a test file: a server's address while the file's tests run; null when there is none to be had (in CI that is an
 * error).
 */
export function postgresForFile(): () => string | null {
  let own: TestServer | null = null;
  let url: string | null = process.env['TEST_DATABASE_URL'] || null;
  beforeAll(async () => {
    if (url) return;
    own = await startPostgres();
    url = own?.url ?? null;
    if (url === null && process.env['CI']) throw new Error('PostgreSQL is missing: the tests install it in CI');
    if (url === null)
      console.warn('no PostgreSQL at hand (TEST_DATABASE_URL, or an installed server): its tests are skipped');
  });
  afterAll(() => own?.remove());
  return () => url;
}

export const STORE_KINDS = ['SQLite', 'PostgreSQL'] as const;
export type StoreKind = (typeof STORE_KINDS)[number];

/**
 * A database of that kind, or a skipped test. A concurrent test passes the `onTestFinished` of its own context: the
 * global one belongs to whichever test began last.
 */
export async function databaseOf(
  kind: StoreKind,
  server: () => string | null,
  skip: (note: string) => never,
  onFinished = onTestFinished,
): Promise<TestDatabase> {
  if (kind === 'SQLite') return freshFolder(onFinished);
  const url = server();
  return url === null ? skip('no PostgreSQL at hand') : freshDatabase(url, onFinished);
}
