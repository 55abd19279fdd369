// Checks at every start that the store syncs to disk before it confirms a commit.
import type { Rows, Store } from '../store/store.ts';

/** Settings of the writing connection, and the values with which a commit waits for the disk. */
const REQUIRED: Record<Store['kind'], { query: string; accepted: RegExp; risk: string }[]> = {
  sqlite: [
    { query: 'PRAGMA journal_mode', accepted: /^wal$/, risk: 'the log is not written ahead' },
    // 2 FULL, 3 EXTRA: the log is synced at every commit.
    { query: 'PRAGMA synchronous', accepted: /^[23]$/, risk: 'a commit does not wait for the disk' },
  ],
  postgres: [
    {
      query: 'SHOW fsync',
      accepted: /^on$/,
      risk: 'nothing waits for the disk, and a crash of the machine can break the whole database',
    },
    {
      query: 'SHOW synchronous_commit',
      accepted: /^(on|local|remote_write|remote_apply)$/,
      risk: 'a commit does not wait for the disk',
    },
    {
      query: 'SHOW full_page_writes',
      accepted: /^on$/,
      risk: 'a page torn by a crash of the machine cannot be mended',
    },
  ],
};

/** Throws Error, with a sentence for the operator, when the store could lose what it confirmed. */
export async function checkDurable(store: Pick<Store, 'kind' | 'transaction'>): Promise<void> {
  const faults = await store.transaction(async (rows) => {
    const required = REQUIRED[store.kind];
    const values = await Promise.all(required.map(({ query }) => settingOf(rows, query)));
    return required.flatMap(({ query, accepted, risk }, at) =>
      accepted.test(values[at]!) ? [] : [`${query.replace(/^\w+ /, '')} is ${values[at] || 'unknown'} (${risk})`],
    );
  });
  if (faults.length > 0)
    throw new Error(
      `The store can lose what it confirmed: ${faults.join(', ')}. Correct the setting, then start again.`,
    );
}

/** Value of a query with one row and one column; '' for none. */
async function settingOf(rows: Rows, query: string): Promise<string> {
  return String(Object.values((await rows.first<Record<string, unknown>>(query)) ?? {})[0] ?? '');
}
