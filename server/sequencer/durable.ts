// Whether what a commit answers is on disk: asked of the store itself at every start, because a server can be told to
// promise it and not do it.
import type { Rows, Store } from '../store/store.ts';

/** Settings of the connection that writes, and the values with which a commit waits for the disk. */
const NEEDED: Record<Store['kind'], { ask: string; good: RegExp; why: string }[]> = {
  sqlite: [
    { ask: 'PRAGMA journal_mode', good: /^wal$/, why: 'the log is not written ahead' },
    // 2 FULL, 3 EXTRA: the log is synced with every commit.
    { ask: 'PRAGMA synchronous', good: /^[23]$/, why: 'a commit does not wait for the disk' },
  ],
  postgres: [
    {
      ask: 'SHOW fsync',
      good: /^on$/,
      why: 'nothing waits for the disk, and a crash of the machine can break the whole database',
    },
    {
      ask: 'SHOW synchronous_commit',
      good: /^(on|local|remote_write|remote_apply)$/,
      why: 'a commit does not wait for the disk',
    },
    { ask: 'SHOW full_page_writes', good: /^on$/, why: 'a page torn by a crash of the machine cannot be mended' },
  ],
};

/** Throws Error with a sentence for the operator when the store would lose what it has answered. */
export async function checkDurable(store: Pick<Store, 'kind' | 'transaction'>): Promise<void> {
  const faults = await store.transaction(async (rows) => {
    const found: string[] = [];
    for (const { ask, good, why } of NEEDED[store.kind]) {
      const value = await settingOf(rows, ask);
      if (!good.test(value)) found.push(`${ask.replace(/^\w+ /, '')} is ${value || 'unknown'} (${why})`);
    }
    return found;
  });
  if (faults.length > 0)
    throw new Error(`The store does not keep what it answers: ${faults.join(', ')}. Set it right, then start again.`);
}

/** The one value of the one row. */
async function settingOf(rows: Rows, ask: string): Promise<string> {
  return String(Object.values((await rows.first<Record<string, unknown>>(ask)) ?? {})[0] ?? '');
}
