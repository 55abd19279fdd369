// Append-only tables: database triggers refuse every change and deletion of a row.
import type { Migration } from '../store/migrate.ts';

/** Every table has a key column `id`. An empty table can be emptied, which is the first step of a copy. */
export function appendOnlyMigration(name: string, statements: string[], tables: string[]): Migration {
  return {
    name,
    statements,
    byDialect: {
      sqlite: tables.flatMap(sqliteTriggers),
      postgres: [POSTGRES_REFUSAL, ...tables.flatMap(postgresTriggers)],
    },
  };
}

function sqliteTriggers(table: string): string[] {
  const refuse = `BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END`;
  return [
    `CREATE TRIGGER ${table}_no_update BEFORE UPDATE ON ${table} ${refuse}`,
    `CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table} ${refuse}`,
    // INSERT OR REPLACE deletes the old row without firing the delete trigger.
    `CREATE TRIGGER ${table}_no_replace BEFORE INSERT ON ${table} WHEN EXISTS (SELECT 1 FROM ${table} WHERE id = NEW.id) ${refuse}`,
  ];
}

const POSTGRES_REFUSAL = `CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$`;

function postgresTriggers(table: string): string[] {
  return [
    `CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION append_only()`,
    `CREATE TRIGGER ${table}_no_truncate BEFORE TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION append_only()`,
  ];
}
