// Brings a store's tables forward: each migration runs once, in the order given, in a transaction of its own.
import type { Store, StoreKind } from './store.ts';

/**
 * A step forward. `name` is unique over all rooms and never changes once it has run somewhere; nor do its statements.
 */
export interface Migration {
  name: string;
  statements: string[];
  /** Dialect-specific statements (triggers), run after the shared ones. */
  own?: Record<StoreKind, string[]>;
}

/** Everything a migration says to a kind of store, in order. */
export function statementsFor({ statements, own }: Migration, kind: StoreKind): string[] {
  return [...statements, ...(own?.[kind] ?? [])];
}

/** The list of what has run; it is made before anything else. */
export const MIGRATION_TABLE = 'CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY)';

/**
 * Throws Error when a store has seen a migration that is not among these: it was written by a newer version, and is
 * left as it is.
 */
export function refuseNewer(seen: Iterable<string>, migrations: Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  for (const name of seen)
    if (!known.has(name))
      throw new Error(
        `The store was written by a newer version: this one does not know "${name}". Start that version again, or restore a backup of this one; nothing was changed`,
      );
}

/** The migrations that a store has seen; none where it is new. */
export async function migrationsOf(store: Store): Promise<string[]> {
  const there =
    store.kind === 'sqlite'
      ? "SELECT 1 AS one FROM sqlite_master WHERE name = 'migration'"
      : "SELECT 1 AS one WHERE to_regclass('migration') IS NOT NULL";
  if (!(await store.first(there))) return [];
  return (await store.all<{ name: string }>('SELECT name FROM migration')).map(({ name }) => name);
}

/**
 * Runs the migrations that this store has not seen. Throws when a name is given twice, or a statement fails (nothing of
 * that migration then stays).
 */
export async function migrate(store: Store, migrations: Migration[]): Promise<void> {
  const names = migrations.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`two migrations are called ${twice}`);
  await store.run(MIGRATION_TABLE);
  const done = new Set((await store.all<{ name: string }>('SELECT name FROM migration')).map(({ name }) => name));
  for (const migration of migrations) {
    if (done.has(migration.name)) continue;
    await store.transaction(async (rows) => {
      for (const statement of statementsFor(migration, store.kind)) await rows.run(statement);
      await rows.run('INSERT INTO migration (name) VALUES (?)', [migration.name]);
    });
  }
}
