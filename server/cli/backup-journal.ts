// The journal of a data folder as rows of its table: in a backup, and for another kind of store.
import { join } from 'node:path';
import Database from 'libsql';
import { JOURNAL_FOLDER } from '../sequencer/journal/journal-log.ts';
import { decodeRecord } from '../sequencer/journal/record-codec.ts';
import { LogCursor } from '../store/log/log-cursor.ts';
import type { LogFrame } from '../store/log/log-frame.ts';
import type { Row, TableReader } from '../store/table-reader.ts';

const TABLE = 'exchange_journal';

/** All records of the journal, in pages; none where the table still has them. */
function* recordsOf(dataDir: string): Generator<LogFrame[]> {
  const cursor = new LogCursor(join(dataDir, JOURNAL_FOLDER), 0);
  try {
    for (let page = cursor.read(Infinity); page.length > 0; page = cursor.read(Infinity)) yield page;
  } finally {
    cursor.close();
  }
}

function rowOf({ number, bytes }: LogFrame): { seq: number; ts: number; record: Uint8Array } {
  return { seq: number, ts: decodeRecord(bytes).entries.at(-1)!.ts, record: bytes };
}

/** Throws Error when the journal was pruned beyond the copied rows meanwhile. */
export function packJournal(backup: string, dataDir: string): void {
  const database = new Database(backup);
  try {
    const { seq } = database.prepare('SELECT COALESCE((SELECT MAX(seq) FROM exchange_snapshot), 0) AS seq').get() as {
      seq: number;
    };
    const insert = database.prepare(`INSERT INTO ${TABLE} (seq, ts, record) VALUES (?, ?, ?)`);
    let first: number | null = null;
    database.exec('BEGIN');
    for (const page of recordsOf(dataDir)) {
      for (const frame of page) {
        first ??= decodeRecord(frame.bytes).entries[0]!.seq;
        const row = rowOf(frame);
        insert.run([BigInt(row.seq), BigInt(row.ts), row.record]);
      }
    }
    database.exec('COMMIT');
    if (first !== null && first > seq + 1)
      throw new Error('The journal has moved on beyond the copied rows; make the backup again');
  } finally {
    database.close();
  }
}

/** The tables of a store's file, with the records of the journal beside it. */
export function withJournal(source: TableReader, dataDir: string): TableReader {
  return {
    ...source,
    async *pages(table, order) {
      yield* source.pages(table, order);
      if (table === TABLE)
        for (const page of recordsOf(dataDir)) yield page.map((frame) => ({ ...rowOf(frame) }) as Row);
    },
  };
}
