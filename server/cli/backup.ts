// `npm run backup -- FILE`: a consistent copy of the running exchange in one SQLite file.
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import AsyncDatabase from 'libsql/promise';
import { MIGRATIONS } from '../bootstrap/all-migrations.ts';
import { copyInto } from '../store/copy-store.ts';
import type { Digest } from '../store/store-digest.ts';
import { postgresTableReader } from '../store/table-reader.ts';
import { addRecords, readLog } from '../store/log/log-copy.ts';
import { FILE_MODE, createFolder } from '../store/private-folder.ts';
import { LOCK_FILE, lockFolder } from '../store/sqlite/folder-lock.ts';
import { openSqlite } from '../store/sqlite/sqlite-store.ts';
import { STORE_FILE, refuseOwnRows } from '../store/rows-elsewhere.ts';
import { refuseUnfinished } from '../store/unfinished-restore.ts';
import { writeDigest } from './backup-digest.ts';
import { packFiles } from './backup-files.ts';
import type { DataLocation } from './data-location.ts';
import { errorCode } from '../store/error-code.ts';

const LOOK_MS = 5;
/** How the name of a folder begins in which a backup is made; it is locked meanwhile. */
const UNFINISHED = '.unfinished-backup-';
/** Signals that end a command. */
const INTERRUPTS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Writes the backup and returns its digest. Throws Error when FILE exists or the store cannot be read; FILE then does
 * not exist.
 */
export async function backup(
  { dataDir, databaseUrl }: DataLocation,
  file: string,
): Promise<{ digest: Digest; files: number }> {
  if (existsSync(file)) throw existsAlready(file);
  if (isInside(dataDir, file))
    throw new Error(`${file} is in the data folder, whose files a backup copies; choose another`);
  refuseUnfinished(dataDir);
  if (databaseUrl === null) refuseOwnRows(dataDir);
  createFolder(dirname(file));
  removeKilled(dirname(file));
  // In the same folder, so that the last step is a rename.
  const folder = mkdtempSync(join(dirname(file), UNFINISHED));
  const lock = lockFolder(folder);
  const disposeInterrupts = onInterrupt(() => rmSync(folder, { recursive: true, force: true }));
  try {
    const copy = join(folder, 'whole.db');
    if (databaseUrl === null) await copyFolder(dataDir, copy);
    else await vacuum(await copyPostgres(databaseUrl, join(folder, 'rows')), copy);
    const files = packFiles(copy, dataDir);
    const digest = await writeDigest(copy);
    chmodSync(copy, FILE_MODE);
    moveTo(file, copy);
    return { digest, files };
  } finally {
    disposeInterrupts();
    lock.release();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes what killed backups have left in the folder: balances and keys of users. */
function removeKilled(backups: string): void {
  for (const name of readdirSync(backups)) {
    const folder = join(backups, name);
    if (!name.startsWith(UNFINISHED) || !isOwn(folder) || !existsSync(join(folder, LOCK_FILE))) continue;
    try {
      lockFolder(folder).release();
      rmSync(folder, { recursive: true });
    } catch {
      // It is under way.
    }
  }
}

/** Whether this process's user has made the folder: in a shared one others could place links of that name. */
function isOwn(folder: string): boolean {
  const link = lstatSync(folder);
  return link.isDirectory() && link.uid === process.getuid?.();
}

/** Runs `clear` before a signal ends this process: half a backup has balances and keys of users too. */
function onInterrupt(clear: () => void): () => void {
  const end = (): void => {
    clear();
    process.exit(1);
  };
  for (const signal of INTERRUPTS) process.once(signal, end);
  return () => {
    for (const signal of INTERRUPTS) process.removeListener(signal, end);
  };
}

/** Whether a file that is still to be made will be in the folder, links followed: the next backup would copy it. */
function isInside(folder: string, file: string): boolean {
  if (!existsSync(folder)) return false;
  let parent = dirname(file);
  while (!existsSync(parent)) parent = dirname(parent);
  return relative(realpathSync(folder), realpathSync(parent)).split(sep)[0] !== '..';
}

function existsAlready(file: string): Error {
  return new Error(`${file} exists already; a backup never replaces anything`);
}

/** Gives the finished copy its name, where nothing has it: another backup may have been made meanwhile. */
function moveTo(file: string, copy: string): void {
  try {
    closeSync(openSync(file, 'wx', FILE_MODE));
  } catch (cause) {
    throw errorCode(cause) === 'EEXIST' ? existsAlready(file) : cause;
  }
  try {
    renameSync(copy, file);
  } catch (error) {
    rmSync(file);
    throw error;
  }
}

/**
 * Copy of the embedded store. The journal is read while the copy is made: after its moment, so that it is not behind
 * the rows, and before the exchange removes records that the copy needs.
 */
async function copyFolder(dataDir: string, copy: string): Promise<void> {
  const state = { isOver: false };
  const copying = vacuum(join(dataDir, STORE_FILE), copy).finally(() => {
    state.isOver = true;
  });
  copying.catch(() => undefined); // awaited below
  while (!state.isOver && (!existsSync(copy) || statSync(copy).size === 0)) await pause(LOOK_MS);
  const records = readLog(dataDir);
  await copying;
  addRecords(copy, records);
}

/** Consistent copy of a database by SQLite, off this thread; does not block writers. */
async function vacuum(from: string, into: string): Promise<void> {
  if (!existsSync(from)) throw new Error(`There is no database at ${from}`);
  const database = new AsyncDatabase(from, {});
  try {
    await database.exec(`VACUUM INTO '${into.replaceAll("'", "''")}'`);
  } finally {
    database.close();
  }
}

/** Consistent copy of a PostgreSQL database as a SQLite file in the folder. */
async function copyPostgres(databaseUrl: string, folder: string): Promise<string> {
  const source = await postgresTableReader(databaseUrl);
  try {
    const target = await openSqlite(folder);
    await copyInto(target, source, MIGRATIONS).finally(() => target.close());
  } finally {
    await source.close();
  }
  return join(folder, STORE_FILE);
}
