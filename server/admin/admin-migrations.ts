// Tables of the admin API: audit log, parameter history, operator accounts, sessions.
import { appendOnlyMigration } from './append-only.ts';

export const opsMigrations = [
  appendOnlyMigration(
    'ops-1',
    [
      `CREATE TABLE ops_audit (
      id BIGINT PRIMARY KEY, ts BIGINT NOT NULL, operator TEXT NOT NULL, action TEXT NOT NULL, input TEXT NOT NULL, reason TEXT NOT NULL,
      outcome TEXT NOT NULL, detail TEXT NOT NULL, request_id TEXT NOT NULL, hash TEXT NOT NULL
    )`,
      'CREATE INDEX ops_audit_of_request ON ops_audit (request_id, id)',
      'CREATE TABLE ops_parameter (id BIGINT PRIMARY KEY, name TEXT NOT NULL, value TEXT NOT NULL, operator TEXT NOT NULL, reason TEXT NOT NULL, ts BIGINT NOT NULL)',
    ],
    ['ops_audit', 'ops_parameter'],
  ),
  {
    name: 'ops-2-accounts',
    statements: [
      `CREATE TABLE ops_account (
        name TEXT PRIMARY KEY, role TEXT NOT NULL, password TEXT NOT NULL, totp TEXT NOT NULL, last_step BIGINT NOT NULL, invite TEXT NOT NULL, invite_until BIGINT NOT NULL,
        disabled BIGINT NOT NULL, held_until BIGINT NOT NULL, created BIGINT NOT NULL
      )`,
      'CREATE TABLE ops_session (hash TEXT PRIMARY KEY, name TEXT NOT NULL, expires BIGINT NOT NULL)',
      "CREATE INDEX ops_audit_waiting ON ops_audit (ts) WHERE outcome = 'waiting'",
    ],
  },
];
