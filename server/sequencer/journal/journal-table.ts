// The journal in a table of the store.
import type { Rows, Step, Store } from '../../store/store.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { JournalRecords, JournalWriter, StoredRecord } from './journal.ts';

/** Records read at a time: a cluster's have one or two commands each, and a start reads some 20 000 commands. */
const PAGE_RECORDS = 512;

export function journalTable(store: Pick<Rows, 'all'>): JournalRecords {
  return {
    after: async (seq) => {
      const rows = await store.all<{ seq: bigint; record: Uint8Array }>(
        `SELECT seq, record FROM exchange_journal WHERE seq > ? ORDER BY seq LIMIT ${PAGE_RECORDS}`,
        [seq],
      );
      return rows.map((row) => ({ seq: Number(row.seq), record: row.record }));
    },
  };
}

/** Writes each record in a transaction of its own. */
export function tableWriter(store: Pick<Store, 'batch'>): JournalWriter {
  let pruned: number | null = null;
  return {
    append: async (record, ts) => {
      const steps = [insertRecord(record, ts)];
      if (pruned !== null) steps.push(deleteRecords(pruned));
      pruned = null;
      await store.batch(steps);
    },
    prune: (upTo) => {
      pruned = upTo;
    },
    close: async () => {},
  };
}

function insertRecord({ seq, record }: StoredRecord, ts: EpochMs): Step {
  return ['INSERT INTO exchange_journal (seq, ts, record) VALUES (?, ?, ?)', [[seq, ts, record]]];
}

function deleteRecords(upTo: number): Step {
  return ['DELETE FROM exchange_journal WHERE seq <= ?', [[upTo]]];
}
