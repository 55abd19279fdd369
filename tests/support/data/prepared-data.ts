// Data folders with a past already in their database: a start on a copy costs a tenth of making one.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { madeOnce } from './made-once.ts';
import { sourceHash } from '../../../server/build-stamp.mjs';
import type { Store } from '../../../server/store/store.ts';

const FOLDER = join(tmpdir(), 'defi-prepared');
const FILE = 'exchange.db';
/** How much a prepared past may lack at its end, ms. */
const SLOT_MS = 15 * 60_000;
/** Older prepared databases are deleted, ms. */
const LIFETIME_MS = 3_600_000;

let version = '';

/**
 * Gives a new data folder the tables and the made candles of every market, up to a quarter of an hour ago at most, as
 * an exchange leaves them that has done nothing yet. The folder stays empty where the settings say otherwise: another
 * database, another market.
 */
export async function prepareData(dataDir: string, env: Record<string, string | undefined>): Promise<void> {
  const isUsual = (env['MARKET'] ?? 'sim') === 'sim' && (env['ROLE'] ?? 'all') === 'all' && !env['DATABASE_URL'];
  if (!isUsual || existsSync(join(dataDir, FILE))) return;
  const { name, atMs } = currentPast();
  const file = join(FOLDER, `${name}.db`);
  do
    await pastMadeOnce(
      name,
      () => existsSync(file),
      () => makeDatabase(file, atMs),
    );
  while (!isCopied(file, join(dataDir, FILE)));
}

/** False where there is no file: another worker may delete an old one at any moment. */
function isCopied(from: string, to: string): boolean {
  try {
    copyFileSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync(from)) return false;
    throw error;
  }
}

/** The past that this version of the server would make now: its name, and where it ends. */
export function currentPast(): { name: string; atMs: number } {
  version ||= sourceHash('server').slice(0, 16);
  const atMs = Math.floor(Date.now() / SLOT_MS) * SLOT_MS;
  return { name: `${version}_${atMs}`, atMs };
}

/** Of the workers that begin at once one makes the past: it takes two seconds of the processor. */
export async function pastMadeOnce(
  name: string,
  isMade: () => boolean | Promise<boolean>,
  make: () => Promise<void>,
): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  await madeOnce(join(FOLDER, `${name}.lock`), isMade, make);
}

/** Makes the database; whole, or not at all: a run may be killed. */
async function makeDatabase(file: string, atMs: number): Promise<void> {
  const [{ default: Database }, { openSqlite }] = await Promise.all([
    import('libsql'),
    import('../../../server/store/sqlite/sqlite-store.ts'),
  ]);
  const work = mkdtempSync(join(FOLDER, 'making-'));
  await makePast(await openSqlite(work), atMs);
  // Into the one file that is copied.
  const database = new Database(join(work, FILE));
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  renameSync(join(work, FILE), file);
  rmSync(work, { recursive: true, force: true });
  const { mtimeMs } = statSync(file);
  for (const name of readdirSync(FOLDER)) {
    const path = join(FOLDER, name);
    const other = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? mtimeMs;
    if (mtimeMs - other > LIFETIME_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** Makes the tables and the past of every market in an empty store, and closes it. */
export async function makePast(store: Store, atMs: number): Promise<void> {
  // Loaded only here: a browser test that finds a database needs nothing of the server.
  const [{ MIGRATIONS }, { createFeed }, { importMissingHistory }, { PriceHistory }, random, listed, { migrate }] =
    await Promise.all([
      import('../../../server/bootstrap/all-migrations.ts'),
      import('../../../server/feed/feed.ts'),
      import('../../../server/simulation/simulated-market.ts'),
      import('../../../server/simulation/price-history.ts'),
      import('../../../server/simulation/random-stream.ts'),
      import('../../../server/simulation/listed-instruments.ts'),
      import('../../../server/store/migrate.ts'),
    ]);
  await migrate(store, MIGRATIONS);
  const instruments = listed.LISTED_INSTRUMENTS;
  const feed = await createFeed({ instruments, store, now: () => atMs, timer: false });
  importMissingHistory(instruments, feed, new PriceHistory(random.secretSource('past'), atMs));
  await feed.close();
  await store.close();
}
