// Hashes of ledger entries, and the published roots of all balances.
import type { Migration } from '../../store/migrate.ts';

export const ledgerMigrations: Migration[] = [
  {
    name: 'ledger-chain-1',
    statements: [
      "ALTER TABLE exchange_line ADD COLUMN prev TEXT NOT NULL DEFAULT ''",
      "ALTER TABLE exchange_line ADD COLUMN hash TEXT NOT NULL DEFAULT ''",
      // Empty once all entries are hashed, so that a start finds nothing to do.
      "CREATE INDEX exchange_line_unchained ON exchange_line (uid, id) WHERE hash = '' AND uid >= 10000",
    ],
  },
  {
    name: 'ledger-roots-1',
    /**
     * `sums` and hashes as in the proof. Only the leaves of the last root are stored: proofs of earlier ones are with
     * their owners.
     */
    statements: [
      `CREATE TABLE balance_root (
      day BIGINT PRIMARY KEY, ts BIGINT NOT NULL, seq BIGINT NOT NULL, count BIGINT NOT NULL, hash TEXT NOT NULL, sums TEXT NOT NULL, sig TEXT NOT NULL, key_id TEXT NOT NULL
    )`,
      'CREATE TABLE balance_leaf (uid BIGINT PRIMARY KEY, place BIGINT NOT NULL, salt TEXT NOT NULL, sums TEXT NOT NULL)',
    ],
  },
];
