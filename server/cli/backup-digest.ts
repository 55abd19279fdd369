// Digest of a backup, stored inside it; a restore checks it and the ledger first.
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import Database from 'libsql';
import { errorMessage } from '../../core/errors/error-message.ts';
import { type Digest, storeDigest } from '../store/store-digest.ts';
import { sqliteTableReader } from '../store/table-reader.ts';
import type { Rows, Value } from '../store/store.ts';
import { ReadOnlyFile } from '../store/sqlite/read-only-file.ts';
import { findInvalidText } from '../store/utf8-check.ts';

/** Table of a backup that the store does not have: one row, the digest of all other tables as JSON. */
export const DIGEST_TABLE = 'backup_digest';
/** Bytes of the file header of SQLite. */
const HEADER_BYTES = 100;

/** Audits a stored ledger and returns its faults; the sequencer's function, passed in by the caller. */
export type AuditLedger = (rows: Pick<Rows, 'all'>) => Promise<{ faults: string[] }>;

interface StoredDigest extends Digest {
  /** SHA-256 of what makes the tables: rows are equal under another name of a column too. Older backups lack it. */
  schema?: string;
}

function schemaDigestOf(file: string): string {
  const backup = new ReadOnlyFile(file);
  try {
    const tables = backup.all<{ sql: string }>(
      `SELECT sql FROM sqlite_master WHERE type = 'table' AND name <> '${DIGEST_TABLE}' ORDER BY name`,
    );
    return createHash('sha256')
      .update(JSON.stringify(tables.map(({ sql }) => sql)))
      .digest('hex');
  } finally {
    backup.close();
  }
}

/** Digest of every table except DIGEST_TABLE. */
async function contentDigestOf(file: string): Promise<Digest> {
  const source = sqliteTableReader(file);
  return storeDigest({ ...source, tables: source.tables.filter((name) => name !== DIGEST_TABLE) }).finally(() =>
    source.close(),
  );
}

/** Writes the digest into a complete backup and returns it. */
export async function writeDigest(file: string): Promise<Digest> {
  const digest = await contentDigestOf(file);
  const stored: StoredDigest = { ...digest, schema: schemaDigestOf(file) };
  const database = new Database(file);
  try {
    database.exec(`CREATE TABLE ${DIGEST_TABLE} (digest TEXT NOT NULL)`);
    database.prepare(`INSERT INTO ${DIGEST_TABLE} (digest) VALUES (?)`).run(JSON.stringify(stored));
  } finally {
    database.close();
  }
  return digest;
}

/**
 * Throws Error with a sentence when the backup is truncated, damaged or has an inconsistent ledger. Returns whether it
 * has a digest: backups of older versions have none.
 */
export async function checkBackup(file: string, auditLedger: AuditLedger): Promise<boolean> {
  const signed = await checkDigest(file);
  const faults = await ledgerFaults(file, auditLedger).catch((cause: unknown) => {
    throw damaged(file, cause);
  });
  if (faults.length > 0)
    throw new Error(`The ledger in ${file} does not add up (${faults.slice(0, 3).join('; ')}); use another backup`);
  return signed;
}

async function checkDigest(file: string): Promise<boolean> {
  let stored: StoredDigest | null;
  let found: StoredDigest;
  try {
    checkLength(file);
    await checkTexts(file);
    stored = storedDigestOf(file);
    found = { ...(await contentDigestOf(file)), schema: schemaDigestOf(file) };
  } catch (cause) {
    throw damaged(file, cause);
  }
  if (stored === null) return false;
  const names = new Set([...Object.keys(stored.tables), ...Object.keys(found.tables)]);
  const changed = [...names].filter((name) => !isDeepStrictEqual(stored.tables[name], found.tables[name]));
  if (stored.schema !== undefined && stored.schema !== found.schema) changed.push('its columns');
  if (changed.length > 0 || stored.ledger !== found.ledger)
    throw new Error(
      `${file} is not what was backed up: ${changed.join(', ') || 'its ledger'} changed since; use another backup`,
    );
  return true;
}

function damaged(file: string, cause: unknown): Error {
  const reason = errorMessage(cause).replace(/\s+/g, ' ');
  return new Error(`${file} is no whole backup: it was cut short, is damaged, or is something else (${reason})`, {
    cause,
  });
}

/** Bytes 16 and 28 of the header hold page size and page count: a truncated file is not opened. */
function checkLength(file: string): void {
  const head = Buffer.alloc(HEADER_BYTES);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, head, 0, HEADER_BYTES, 0);
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
  const backup = new ReadOnlyFile(file);
  try {
    const fault = await findInvalidText((sql) => backup.all(sql));
    if (fault !== null) throw new Error(fault);
  } finally {
    backup.close();
  }
}

/** The stored digest; null where there is none. Throws Error with SQLite's message on damaged pages. */
function storedDigestOf(file: string): StoredDigest | null {
  const backup = new ReadOnlyFile(file);
  try {
    const check = backup.first<Record<string, string>>('PRAGMA quick_check(1)');
    const result = Object.values(check ?? {})[0];
    if (result !== 'ok') throw new Error(result);
    if (!backup.first(`SELECT 1 AS one FROM sqlite_master WHERE name = '${DIGEST_TABLE}'`)) return null;
    const row = backup.first<{ digest: string }>(`SELECT digest FROM ${DIGEST_TABLE}`);
    return JSON.parse(row?.digest ?? '') as StoredDigest;
  } finally {
    backup.close();
  }
}

async function ledgerFaults(file: string, auditLedger: AuditLedger): Promise<string[]> {
  const backup = new ReadOnlyFile(file);
  try {
    const { faults } = await auditLedger({
      all: async <T extends object>(sql: string, params?: Value[]) => backup.all<T>(sql, params),
    });
    return faults;
  } finally {
    backup.close();
  }
}
