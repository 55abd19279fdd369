// The log of everything an operator did: only ever added to, each entry holding the hash of the one before it.
import { createHash } from 'node:crypto';
import type { Store } from '../store/store.ts';

/**
 * What became of it. `asked` is written before anything is done, so that nothing is done without a trace; `waiting` in
 * its place where a second person has to approve, whose word is `approved` or `declined` under that person's own name.
 */
export type OutcomeWord = 'asked' | 'waiting' | 'approved' | 'declined' | 'done' | 'refused' | 'failed';

/** `input` and `detail` are JSON; `ts` in ms. */
export interface Entry {
  id: number;
  ts: number;
  operator: string;
  action: string;
  input: string;
  reason: string;
  outcome: OutcomeWord;
  detail: string;
  /** Name of the whole act: what was asked and what became of it share it. */
  requestId: string;
  hash: string;
}

export interface Audit {
  /** Durable when it resolves. */
  append(entry: Omit<Entry, 'id' | 'ts' | 'hash'>): Promise<Entry>;
  /** Entries of one act, oldest first. */
  ofRequest(requestId: string): Promise<Entry[]>;
  /** Acts asked for since `sinceMs` that wait for a second person, newest first, at most 100. */
  waiting(sinceMs: number): Promise<Entry[]>;
  /** Newest first; only those before `beforeId` when that is given. */
  list(limit: number, beforeId?: number): Promise<Entry[]>;
  /** Works every hash out again. Answers how many entries there are, and the first that does not fit (null: all do). */
  verify(): Promise<{ entries: number; brokenAt: number | null; hash: string }>;
}

interface Row {
  id: bigint;
  ts: bigint;
  operator: string;
  action: string;
  input: string;
  reason: string;
  outcome: OutcomeWord;
  detail: string;
  request_id: string;
  hash: string;
}

/** Stands in front of the first entry. */
const NO_HASH = '0'.repeat(64);
const PAGE = 500;

/** Hex SHA-256 over the hash before and everything the entry says. */
export function entryHash(before: string, entry: Omit<Entry, 'hash'>): string {
  const { id, ts, operator, action, input, reason, outcome, detail, requestId } = entry;
  return createHash('sha256')
    .update(JSON.stringify([before, id, ts, operator, action, input, reason, outcome, detail, requestId]))
    .digest('hex');
}

export function createAudit(store: Store, now: () => number): Audit {
  return {
    append: (given) =>
      store.transaction(async (rows) => {
        const last = await rows.first<{ id: bigint; hash: string }>(
          'SELECT id, hash FROM ops_audit ORDER BY id DESC LIMIT 1',
        );
        const plain = { ...given, id: Number(last?.id ?? 0n) + 1, ts: now() };
        const entry = { ...plain, hash: entryHash(last?.hash ?? NO_HASH, plain) };
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
      }),
    ofRequest: async (requestId) =>
      (await store.all<Row>('SELECT * FROM ops_audit WHERE request_id = ? ORDER BY id', [requestId])).map(entryOf),
    waiting: async (sinceMs) =>
      (
        await store.all<Row>(
          `SELECT * FROM ops_audit w WHERE w.outcome = 'waiting' AND w.ts >= ? AND NOT EXISTS (
        SELECT 1 FROM ops_audit e WHERE e.request_id = w.request_id AND e.outcome IN ('done', 'refused', 'declined')) ORDER BY w.id DESC LIMIT 100`,
          [sinceMs],
        )
      ).map(entryOf),
    list: async (limit, beforeId = Number.MAX_SAFE_INTEGER) =>
      (await store.all<Row>('SELECT * FROM ops_audit WHERE id < ? ORDER BY id DESC LIMIT ?', [beforeId, limit])).map(
        entryOf,
      ),
    async verify() {
      let [entries, hash] = [0, NO_HASH];
      for (;;) {
        const page = (
          await store.all<Row>('SELECT * FROM ops_audit WHERE id > ? ORDER BY id LIMIT ?', [entries, PAGE])
        ).map(entryOf);
        for (const entry of page) {
          if (entry.id !== entries + 1 || entry.hash !== entryHash(hash, entry))
            return { entries, brokenAt: entry.id, hash };
          entries += 1;
          hash = entry.hash;
        }
        if (page.length < PAGE) return { entries, brokenAt: null, hash };
      }
    },
  };
}

function entryOf({ id, ts, request_id: requestId, ...row }: Row): Entry {
  return { ...row, id: Number(id), ts: Number(ts), requestId };
}
