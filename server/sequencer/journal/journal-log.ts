// The journal in a log of its own, so that a commit waits for no transaction of rows.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../../store/store.ts';
import { LogCursor } from '../../store/log/log-cursor.ts';
import { SegmentedLog } from '../../store/log/segmented-log.ts';
import { JOURNAL_FOLDER } from '../../store/log/log-copy.ts';
import type { JournalRecords, JournalWriter } from './journal.ts';
import { journalTable } from './journal-table.ts';

/** `lastNumber`: of the last record that is surely whole. */
export function journalLog(folder: string, lastNumber: () => number): JournalRecords {
  let cursor: LogCursor | null = null;
  let reached = 0;
  return {
    after: async (seq) => {
      if (cursor === null || seq !== reached) {
        cursor?.close();
        cursor = new LogCursor(folder, seq);
      }
      const found = cursor.read(lastNumber());
      if (found.length === 0) {
        cursor.close();
        cursor = null;
      }
      reached = found.at(-1)?.number ?? seq;
      return found.map(({ number, bytes }) => ({ seq: number, record: bytes }));
    },
  };
}

export function journalFolder(dataDir: string): string {
  return join(dataDir, JOURNAL_FOLDER);
}

/** `healthError`: of the store beside it. While it has one nothing is written: a journal alone is no exchange. */
export function logWriter(log: SegmentedLog, healthError: () => Error | null): JournalWriter {
  return {
    append: async ({ seq, record }) => {
      const fault = healthError();
      if (fault !== null) throw fault;
      await log.append([{ number: seq, bytes: record }]);
    },
    prune: (upTo) => log.prune(upTo),
    close: () => log.close(),
  };
}

/**
 * Opens the journal of a data folder. Records in the store's table, from an earlier version or a restored backup, are
 * moved into it first. That may be interrupted at any time: the table is emptied last, and a log beside a table with
 * records is an unfinished copy.
 */
export async function openJournalLog(dataDir: string, store: Store): Promise<SegmentedLog> {
  const folder = journalFolder(dataDir);
  const table = journalTable(store);
  let records = await table.after(0);
  if (records.length === 0) return SegmentedLog.open(folder);
  rmSync(folder, { recursive: true, force: true });
  const log = SegmentedLog.open(folder);
  while (records.length > 0) {
    await log.append(records.map(({ seq, record }) => ({ number: seq, bytes: record })));
    records = await table.after(log.lastNumber);
  }
  await store.run('DELETE FROM exchange_journal');
  return log;
}
