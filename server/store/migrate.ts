// Applies a store's migrations: each once, in the given order, in a transaction of its own.
import type { Store, StoreKind } from './store.ts';

/** A migration. `name` is unique, and neither it nor the statements change once it has run anywhere. */
export interface Migration {
  name: string;
  statements: string[];
  /** Dialect-specific statements (triggers), run after the shared ones. */
  byDialect?: Record<StoreKind, string[]>;
}

/** All statements of a migration for a kind of store, in order. */
export function statementsFor({ statements, byDialect }: Migration, kind: StoreKind): string[] {
  return [...statements, ...(byDialect?.[kind] ?? [])];
}

/** The table of applied migrations; created before anything else. */
export const MIGRATION_TABLE = 'CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY)';

/**
 * Throws Error when a store has a migration that is not in `migrations`: a newer version wrote it. The store is left as
 * it is.
 */
export function refuseUnknownMigrations(seen: Iterable<string>, migrations: Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  for (const name of seen)
    if (!known.has(name))
      throw new Error(
        `The store was written by a newer version: this one does not know "${name}". Start that version again, or restore a backup of this one; nothing was changed`,
      );
}

/** Names of the migrations that a store has applied; none in a new store. */
export async function migrationsOf(store: Store): Promise<string[]> {
  const there =
    store.kind === 'sqlite'
      ? "SELECT 1 AS one FROM sqlite_master WHERE name = 'migration'"
      : "SELECT 1 AS one WHERE to_regclass('migration') IS NOT NULL";
  if (!(await store.first(there))) return [];
  return (await store.all<{ name: string }>('SELECT name FROM migration')).map(({ name }) => name);
}

/**
 * Runs the migrations that this store does not have; `seen` are those that it has. Throws Error when a name is used
 * twice, or a statement fails (then nothing of that migration is stored).
 */
export async function migrate(store: Store, migrations: Migration[], seen?: Iterable<string>): Promise<void> {
  const names = migrations.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`two migrations are called ${twice}`);
  const done = new Set(seen ?? (await migrationsOf(store)));
  if (names.every((name) => done.has(name))) return;
  await store.run(MIGRATION_TABLE);
  for (const migration of migrations) {
    if (done.has(migration.name)) continue;
    await store.transaction(async (rows) => {
      for (const statement of statementsFor(migration, store.kind)) await rows.run(statement);
      await rows.run('INSERT INTO migration (name) VALUES (?)', [migration.name]);
    });
  }
}
