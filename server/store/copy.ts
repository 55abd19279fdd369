// Copies every table of one store into another, empty one, in one transaction, whatever rooms the tables belong to.
import { type Digest, Digester, orderOf } from './digest.ts';
import { MIGRATION_TABLE, type Migration, refuseNewer, statementsFor } from './migrate.ts';
import type { Row, TableReader } from './table-reader.ts';
import type { Rows, Store } from './store.ts';

const MIGRATION = 'migration';

/**
 * Brings the target to the tables the source has, and fills them. Tables named in `except` are left out. Answers what
 * was read.
 * `listTables` is how the target names its tables. Throws, and leaves the target as it was, when it is not empty,
 * or when the source has seen a migration that is not among these: it is of a newer version.
 */
export function copyInto(
  target: Store,
  listTables: string,
  source: TableReader,
  migrations: Migration[],
  except: string[] = [],
): Promise<Digest> {
  return target.transaction(async (rows) => {
    const there = await rows.all<{ name: string }>(listTables);
    if (there.length > 0)
      throw new Error('The target is not empty: it has tables already. Choose an empty one; nothing was changed');
    await rows.run(MIGRATION_TABLE);
    for (const migration of await stepsOf(source, migrations))
      for (const statement of statementsFor(migration, target.kind)) await rows.run(statement);
    const digester = new Digester();
    for (const table of source.tables.filter((name) => !except.includes(name))) {
      // A migration may have written rows of its own; the source has them as they are now.
      await rows.run(`DELETE FROM "${table}"`);
      digester.add(table, []);
      for await (const page of source.pages(table, orderOf(table))) {
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

/** The migrations that the source has seen, in our order. */
async function stepsOf(source: TableReader, migrations: Migration[]): Promise<Migration[]> {
  if (!source.tables.includes(MIGRATION))
    throw new Error('The source is no store of this exchange: it has no list of migrations');
  const seen = new Set<string>();
  for await (const page of source.pages(MIGRATION, [])) for (const { name } of page) seen.add(String(name));
  refuseNewer(seen, migrations);
  return migrations.filter(({ name }) => seen.has(name));
}
