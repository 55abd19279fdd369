// A store whose reads of some tables wait until they have what was committed before.
import type { Rows, Store } from './store.ts';

/** Reads outside a transaction of statements that name a table with `prefix` wait for `ready`. */
export function awaitingReads(store: Store, prefix: string, ready: () => Promise<void>): Store {
  const waiting = async (sql: string): Promise<void> => {
    if (sql.includes(prefix)) await ready();
  };
  const { broken, epoch } = store;
  return {
    ...writesOf(store),
    kind: store.kind,
    ...(epoch !== undefined && { epoch }),
    ...(broken && { broken }),
    all: async (sql, params) => {
      await waiting(sql);
      return store.all(sql, params);
    },
    first: async (sql, params) => {
      await waiting(sql);
      return store.first(sql, params);
    },
    each: async (sql, rows) => {
      await waiting(sql);
      return store.each(sql, rows);
    },
    transaction: (work) => store.transaction(work),
    healthError: () => store.healthError?.() ?? null,
    close: () => store.close(),
  };
}

function writesOf(store: Store): Pick<Rows, 'run' | 'many' | 'batch'> {
  return {
    run: (sql, params) => store.run(sql, params),
    many: (sql, rows) => store.many(sql, rows),
    batch: (steps) => store.batch(steps),
  };
}
