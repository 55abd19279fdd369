// Audit log of operators' actions: append-only, each entry with the hash of the one before it.
import { createHash } from 'node:crypto';
import type { AuditEntry, AuditOutcome } from '../../core/endpoints/operator-answers.ts';
import type { Store } from '../store/store.ts';

interface Row {
  id: bigint;
  ts: bigint;
  operator: string;
  action: string;
  input: string;
  reason: string;
  outcome: AuditOutcome;
  detail: string;
  request_id: string;
  hash: string;
}

/** Previous hash of the first entry. */
const GENESIS_HASH = '0'.repeat(64);
const PAGE = 500;

/** Hex SHA-256 over the previous hash and all fields of the entry. */
export function entryHash(before: string, entry: Omit<AuditEntry, 'hash'>): string {
  const { id, ts, operator, action, input, reason, outcome, detail, requestId } = entry;
  return createHash('sha256')
    .update(JSON.stringify([before, id, ts, operator, action, input, reason, outcome, detail, requestId]))
    .digest('hex');
}

export class AuditLog {
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Resolves when the entry is durable. */
  append(given: Omit<AuditEntry, 'id' | 'ts' | 'hash'>): Promise<AuditEntry> {
    return this.#store.transaction(async (rows) => {
      const last = await rows.first<{ id: bigint; hash: string }>(
        'SELECT id, hash FROM ops_audit ORDER BY id DESC LIMIT 1',
      );
      const plain = { ...given, id: Number(last?.id ?? 0n) + 1, ts: this.#now() };
      const entry = { ...plain, hash: entryHash(last?.hash ?? GENESIS_HASH, plain) };
      await rows.run(
        'INSERT INTO ops_audit (id, ts, operator, action, input, reason, outcome, detail, request_id, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        [
          entry.id,
          entry.ts,
          entry.operator,
          entry.action,
          entry.input,
          entry.reason,
          entry.outcome,
          entry.detail,
          entry.requestId,
          entry.hash,
        ],
      );
      return entry;
    });
  }

  /** Entries of one request, oldest first. */
  async ofRequest(requestId: string): Promise<AuditEntry[]> {
    return (await this.#store.all<Row>('SELECT * FROM ops_audit WHERE request_id = ? ORDER BY id', [requestId])).map(
      entryOf,
    );
  }

  /** Requests since `sinceMs` that wait for approval, newest first, at most 100. */
  async waiting(sinceMs: number): Promise<AuditEntry[]> {
    return (
      await this.#store.all<Row>(
        `SELECT * FROM ops_audit w WHERE w.outcome = 'waiting' AND w.ts >= ? AND NOT EXISTS (
        SELECT 1 FROM ops_audit e WHERE e.request_id = w.request_id AND e.outcome IN ('done', 'refused', 'declined')) ORDER BY w.id DESC LIMIT 100`,
        [sinceMs],
      )
    ).map(entryOf);
  }

  /** Newest first; only entries before `beforeId` when given. */
  async list(limit: number, beforeId = Number.MAX_SAFE_INTEGER): Promise<AuditEntry[]> {
    return (
      await this.#store.all<Row>('SELECT * FROM ops_audit WHERE id < ? ORDER BY id DESC LIMIT ?', [beforeId, limit])
    ).map(entryOf);
  }

  /** Recomputes every hash. Returns the number of entries, and the id of the first wrong one (null: none). */
  async verify(): Promise<{ entries: number; brokenAt: number | null; hash: string }> {
    let [entries, hash] = [0, GENESIS_HASH];
    for (;;) {
      const page = (
        await this.#store.all<Row>('SELECT * FROM ops_audit WHERE id > ? ORDER BY id LIMIT ?', [entries, PAGE])
      ).map(entryOf);
      for (const entry of page) {
        if (entry.id !== entries + 1 || entry.hash !== entryHash(hash, entry))
          return { entries, brokenAt: entry.id, hash };
        entries += 1;
        hash = entry.hash;
      }
      if (page.length < PAGE) return { entries, brokenAt: null, hash };
    }
  }
}

function entryOf({ id, ts, request_id: requestId, ...row }: Row): AuditEntry {
  return { ...row, id: Number(id), ts: Number(ts), requestId };
}
