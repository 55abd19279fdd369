// Where the records of a journal are read: in a log of their own, or in a table.
import type { Store } from '../../store/store.ts';
import type { JournalRecords } from './journal.ts';
import { journalFolder, journalLog } from './journal-log.ts';
import { journalTable } from './journal-table.ts';

/** `logDir`: the data folder of a log; null: the table. `lastNumber`: of the last record that is surely whole. */
export function recordsOf(store: Store, logDir: string | null, lastNumber: () => number): JournalRecords {
  return logDir === null ? journalTable(store) : journalLog(journalFolder(logDir), lastNumber);
}
