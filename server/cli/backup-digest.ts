// A backup says itself what is in it: whoever restores it sees that it is whole, and that its ledger adds up, before
// anything is touched.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import Database from 'libsql';
import { type Digest, digestOf } from '../store/digest.ts';
import { sqliteTableReader } from '../store/table-reader.ts';
import type { Rows } from '../store/store.ts';
import { faultOfTexts } from '../store/texts.ts';

/** Table of a backup that is no table of the store: one row, the digest of all others as JSON. */
export const DIGEST_TABLE = 'backup_digest';
/** A database file begins with so many bytes that say what it is. */
const HEAD_BYTES = 100;

/** Goes over a stored ledger and says what is wrong with it: the sequencer's, handed in by whoever runs a command. */
export type AuditLedger = (rows: Pick<Rows, 'all'>) => Promise<{ faults: string[] }>;

/** Digest of every table but its own. */
async function contentOf(file: string): Promise<Digest> {
  const source = sqliteTableReader(file);
  return digestOf({ ...source, tables: source.tables.filter((name) => name !== DIGEST_TABLE) }).finally(() =>
    source.close(),
  );
}

/** Writes the digest into a backup that is complete otherwise; answers it. */
export async function signContent(file: string): Promise<Digest> {
  const digest = await contentOf(file);
  const database = new Database(file);
  try {
    database.exec(`CREATE TABLE ${DIGEST_TABLE} (digest TEXT NOT NULL)`);
    database.prepare(`INSERT INTO ${DIGEST_TABLE} (digest) VALUES (?)`).run(JSON.stringify(digest));
  } finally {
    database.close();
  }
  return digest;
}

/**
 * Throws Error with a sentence when the backup is cut, bent, or has a ledger that does not add up. Answers whether it
 * carries a digest: those of older versions do not.
 */
export async function checkBackup(file: string, auditLedger: AuditLedger): Promise<boolean> {
  const signed = await readWhole(file);
  const faults = await ledgerFaults(file, auditLedger);
  if (faults.length > 0)
    throw new Error(`The ledger in ${file} does not add up (${faults.slice(0, 3).join('; ')}); use another backup`);
  return signed;
}

async function readWhole(file: string): Promise<boolean> {
  let said: Digest | null;
  let found: Digest;
  try {
    checkLength(file);
    await checkTexts(file);
    said = digestIn(file);
    found = await contentOf(file);
  } catch (cause) {
    throw new Error(
      `${file} is no whole backup: it was cut short, is damaged, or is something else (${cause instanceof Error ? cause.message.replace(/\s+/g, ' ') : String(cause)})`,
      { cause },
    );
  }
  if (said === null) return false;
  const names = new Set([...Object.keys(said.tables), ...Object.keys(found.tables)]);
  const bent = [...names].filter((name) => !isDeepStrictEqual(said.tables[name], found.tables[name]));
  if (bent.length > 0 || said.ledger !== found.ledger)
    throw new Error(
      `${file} is not what was backed up: ${bent.join(', ') || 'its ledger'} changed since; use another backup`,
    );
  return true;
}

/**
 * Bytes 16 and 28 of the head say how long a page is and how many there are: a file that was cut is not even opened.
 */
function checkLength(file: string): void {
  const head = Buffer.alloc(HEAD_BYTES);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, head, 0, HEAD_BYTES, 0);
  } finally {
    closeSync(handle);
  }
  const pageBytes = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
  const pages = head.readUInt32BE(28);
  if (
    !head.toString('latin1').startsWith('SQLite format 3\0') ||
    pages === 0 ||
    statSync(file).size !== pageBytes * pages
  )
    throw new Error(`${pages} pages of ${pageBytes} bytes are not its length`);
}

async function checkTexts(file: string): Promise<void> {
  const database = new Database(file, { readonly: true, fileMustExist: true } as Database.Options);
  database.defaultSafeIntegers(true);
  try {
    const fault = await faultOfTexts((sql) => database.prepare(sql).all() as object[]);
    if (fault !== null) throw new Error(fault);
  } finally {
    database.close();
  }
}

/** What the backup says of itself; null where it says nothing. Throws what SQLite says of pages that are none. */
function digestIn(file: string): Digest | null {
  const database = new Database(file, { readonly: true, fileMustExist: true } as Database.Options);
  try {
    const [check] = database.prepare('PRAGMA quick_check(1)').all() as Record<string, string>[];
    const said = Object.values(check ?? {})[0];
    if (said !== 'ok') throw new Error(said);
    if (!database.prepare(`SELECT 1 AS one FROM sqlite_master WHERE name = '${DIGEST_TABLE}'`).get()) return null;
    const row = database.prepare(`SELECT digest FROM ${DIGEST_TABLE}`).get() as { digest: string } | undefined;
    return JSON.parse(row?.digest ?? '') as Digest;
  } finally {
    database.close();
  }
}

async function ledgerFaults(file: string, auditLedger: AuditLedger): Promise<string[]> {
  const database = new Database(file, { readonly: true } as Database.Options);
  database.defaultSafeIntegers(true);
  try {
    const { faults } = await auditLedger({
      all: async <T extends object>(sql: string, params: unknown[] = []) => database.prepare(sql).all(params) as T[],
    });
    return faults;
  } finally {
    database.close();
  }
}
