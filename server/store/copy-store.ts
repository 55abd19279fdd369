// Copies all tables of one store into another, empty one, in one transaction.
import { type Digest, Digester, rowOrderOf } from './store-digest.ts';
import { MIGRATION_TABLE, type Migration, refuseUnknownMigrations, statementsFor } from './migrate.ts';
import { LIST_TABLES, type Row, type TableReader } from './table-reader.ts';
import type { Rows, Store } from './store.ts';

const MIGRATION = 'migration';

/**
 * Creates the source's tables in the target and copies their rows, except the tables in `except`. Returns the digest of
 * what was read.
 * Throws Error, and leaves the target as it was, when the target is not empty, or when the source has a migration that
 * is not in `migrations` and so is of a newer version.
 */
export function copyInto(
  target: Store,
  source: TableReader,
  migrations: Migration[],
  except: string[] = [],
): Promise<Digest> {
  return target.transaction(async (rows) => {
    const there = await rows.all<{ name: string }>(LIST_TABLES[target.kind]);
    if (there.length > 0)
      throw new Error('The target is not empty: it has tables already. Choose an empty one; nothing was changed');
    await rows.run(MIGRATION_TABLE);
    for (const migration of await seenMigrations(source, migrations))
      for (const statement of statementsFor(migration, target.kind)) await rows.run(statement);
    const digester = new Digester();
    for (const table of source.tables.filter((name) => !except.includes(name))) {
      // A migration may have inserted rows; the source has them as they are now.
      await rows.run(`DELETE FROM "${table}"`);
      digester.add(table, []);
      for await (const page of source.pages(table, rowOrderOf(table))) {
        await insert(rows, table, page);
        digester.add(table, page);
      }
    }
    return digester.end();
  });
}

async function insert(rows: Rows, table: string, page: Row[]): Promise<void> {
  const columns = Object.keys(page[0]!);
  const sql = `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  await rows.many(
    sql,
    page.map((row) => columns.map((name) => row[name] ?? null)),
  );
}

/** The migrations that the source has applied, in our order. */
async function seenMigrations(source: TableReader, migrations: Migration[]): Promise<Migration[]> {
  if (!source.tables.includes(MIGRATION))
    throw new Error('The source is no store of this exchange: it has no list of migrations');
  const seen = new Set<string>();
  for await (const page of source.pages(MIGRATION, [])) for (const { name } of page) seen.add(String(name));
  refuseUnknownMigrations(seen, migrations);
  return migrations.filter(({ name }) => seen.has(name));
}
