// The journal's log as rows of the journal's table: in a backup, and for another kind of store.
import { join } from 'node:path';
import Database from 'libsql';
import type { Row, TableReader } from '../table-reader.ts';
import { LogCursor } from './log-cursor.ts';
import type { LogFrame } from './log-frame.ts';

/** Folder of the log in the data folder. */
export const JOURNAL_FOLDER = 'journal';
const TABLE = 'exchange_journal';

/** All records of the log, in pages; none where the table still has them. */
function* pagesOf(dataDir: string): Generator<LogFrame[]> {
  const cursor = new LogCursor(join(dataDir, JOURNAL_FOLDER), 0);
  try {
    for (let page = cursor.read(Infinity); page.length > 0; page = cursor.read(Infinity)) yield page;
  } finally {
    cursor.close();
  }
}

/** The time is in the record. */
function rowOf({ number, bytes }: LogFrame): Row {
  return { seq: number, ts: 0, record: bytes };
}

export function readLog(dataDir: string): LogFrame[] {
  return [...pagesOf(dataDir)].flat();
}

/**
 * Throws Error when they end before the rows of the copy: they were read before it began, or are gone. A store from
 * before the log has its records in a table, one from before the journal neither records nor a snapshot.
 */
export function addRecords(copy: string, records: readonly LogFrame[]): void {
  const database = new Database(copy);
  try {
    if (records.length === 0) {
      if (hasRows(database, 'exchange_snapshot') && !hasRows(database, TABLE) && seqOf(database) > 0)
        throw new Error('The journal is gone, and a backup without it could not be started; bring it back');
      return;
    }
    if (records.at(-1)!.number < seqOf(database))
      throw new Error('The journal was copied too early; make the backup again');
    const insert = database.prepare(`INSERT INTO ${TABLE} (seq, ts, record) VALUES (?, 0, ?)`);
    database.exec('BEGIN');
    for (const { number, bytes } of records) insert.run([BigInt(number), bytes]);
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}

function hasRows(database: Database.Database, table: string): boolean {
  const isThere = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(table);
  return isThere !== undefined && database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined;
}

/** Number of the last command that has rows. */
function seqOf(database: Database.Database): number {
  const row = database.prepare("SELECT value FROM exchange_counter WHERE name = 'seq'").get();
  return (row as { value: number } | undefined)?.value ?? 0;
}

/** The tables of a store's file, with the records of the log beside it. */
export function withLog(source: TableReader, dataDir: string): TableReader {
  return {
    ...source,
    async *pages(table, order) {
      yield* source.pages(table, order);
      if (table === TABLE) for (const page of pagesOf(dataDir)) yield page.map(rowOf);
    },
  };
}
