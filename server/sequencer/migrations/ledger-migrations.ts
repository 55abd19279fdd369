// What makes the ledger one that can be audited: the hashes of its records, and the published roots of all balances.
import type { Migration } from '../../store/migrate.ts';

export const ledgerMigrations: Migration[] = [
  {
    name: 'ledger-chain-1',
    statements: [
      "ALTER TABLE exchange_line ADD COLUMN prev TEXT NOT NULL DEFAULT ''",
      "ALTER TABLE exchange_line ADD COLUMN hash TEXT NOT NULL DEFAULT ''",
      // Empty once all are chained, so that a start finds at once that nothing is to do.
      "CREATE INDEX exchange_line_unchained ON exchange_line (uid, id) WHERE hash = '' AND uid >= 10000",
    ],
  },
  {
    name: 'ledger-roots-1',
    /**
     * `sums` and hashes as the proof spells them. Leaves are those of the last root: a proof is its owner's to keep.
     */
    statements: [
      `CREATE TABLE balance_root (
      day BIGINT PRIMARY KEY, ts BIGINT NOT NULL, seq BIGINT NOT NULL, count BIGINT NOT NULL, hash TEXT NOT NULL, sums TEXT NOT NULL, sig TEXT NOT NULL, key_id TEXT NOT NULL
    )`,
      'CREATE TABLE balance_leaf (uid BIGINT PRIMARY KEY, place BIGINT NOT NULL, salt TEXT NOT NULL, sums TEXT NOT NULL)',
    ],
  },
];
