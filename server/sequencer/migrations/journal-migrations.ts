// Tables of the journal, one record a commit, and of the snapshot that its replay begins with.
import type { Migration } from '../../store/migrate.ts';

export const journalMigrations: Migration[] = [
  {
    name: 'exchange-journal-1',
    /**
     * `seq` and `ts` are those of a record's last command. The table of earlier versions had users' commands alone, as
     * text, which nothing was read from.
     */
    statements: [
      'DROP TABLE exchange_journal',
      'CREATE TABLE exchange_journal (seq BIGINT PRIMARY KEY, ts BIGINT NOT NULL, record BLOB NOT NULL)',
    ],
  },
  {
    name: 'exchange-snapshot-1',
    statements: [
      'CREATE TABLE exchange_snapshot (seq BIGINT PRIMARY KEY, ts BIGINT NOT NULL, hash TEXT NOT NULL, state BLOB NOT NULL)',
    ],
  },
  {
    /** The journal may be a log beside the store, which earlier versions do not look for: they refuse the store. */
    name: 'exchange-journal-log-1',
    statements: [],
  },
];
