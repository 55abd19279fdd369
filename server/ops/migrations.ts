// Tables of the operator's room: what was done and why, and every value that a parameter has had.
import { appendOnly } from './append-only.ts';

export const opsMigrations = [
  appendOnly('ops-1', [
    `CREATE TABLE ops_audit (
      id BIGINT PRIMARY KEY, ts BIGINT NOT NULL, operator TEXT NOT NULL, action TEXT NOT NULL, input TEXT NOT NULL, reason TEXT NOT NULL,
      outcome TEXT NOT NULL, detail TEXT NOT NULL, request_id TEXT NOT NULL, hash TEXT NOT NULL
    )`,
    'CREATE INDEX ops_audit_of_request ON ops_audit (request_id, id)',
    'CREATE TABLE ops_parameter (id BIGINT PRIMARY KEY, name TEXT NOT NULL, value TEXT NOT NULL, operator TEXT NOT NULL, reason TEXT NOT NULL, ts BIGINT NOT NULL)',
  ], ['ops_audit', 'ops_parameter']),
];
