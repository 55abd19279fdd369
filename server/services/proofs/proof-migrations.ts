// Tables of the signing keys, and of an anchor for every minute with ticks; neither is deleted.
import type { Migration } from '../../store/migrate.ts';

export const proofMigrations: Migration[] = [
  {
    name: 'proof-1',
    statements: [
      'CREATE TABLE proof_key (key_id TEXT PRIMARY KEY, public_key TEXT NOT NULL, sealed TEXT NOT NULL, create_time BIGINT NOT NULL)',
      `CREATE TABLE proof_anchor (
      ts BIGINT PRIMARY KEY, count BIGINT NOT NULL, tree TEXT NOT NULL, prev_root TEXT NOT NULL, root TEXT NOT NULL, sig TEXT NOT NULL, key_id TEXT NOT NULL
    )`,
    ],
  },
];
