// Reads all tables of a store as of one moment, in pages, while the exchange may be running.
import { errorMessage } from '../../core/errors/error-message.ts';
import { EVERY_SESSION, clientOf, serverAddressOf } from './postgres/postgres-connection.ts';
import { PostgresDialect } from './postgres/postgres-dialect.ts';
import { ReadOnlyFile } from './sqlite/read-only-file.ts';
import type { Value } from './store.ts';
import { errorCode } from './error-code.ts';

export type Row = Record<string, Value>;

export interface TableReader {
  /** Names of all tables, sorted, without the tables of owners. */
  tables: string[];
  /** The rows of a table in pages, sorted by `order` when it has columns. */
  pages(table: string, order: string[]): AsyncIterable<Row[]>;
  close(): Promise<void>;
}

const PAGE_ROWS = 500;
/** Tables with the owner of a PostgreSQL database and its guest; created by each new store. */
const BOOKKEEPING = "'store_owner', 'store_guest'";
/** Names of the tables of a store, as `name`. */
export const LIST_TABLES = {
  sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  postgres: `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_name NOT IN (${BOOKKEEPING}) ORDER BY 1`,
} as const;

function selection(table: string, order: string[]): string {
  return `SELECT * FROM "${table}"${order.length > 0 ? ` ORDER BY ${order.map((name) => `"${name}"`).join(', ')}` : ''}`;
}

/** Opens a SQLite file. Throws Error when it is absent or not a database. */
export function sqliteTableReader(file: string): TableReader {
  const source = new ReadOnlyFile(file);
  source.beginMoment();
  const tables = source.all<{ name: string }>(LIST_TABLES.sqlite).map(({ name }) => name);
  return {
    tables,
    async *pages(table, order) {
      let page: Row[] = [];
      for (const row of source.rows<Row>(selection(table, order))) {
        page.push(row);
        if (page.length < PAGE_ROWS) continue;
        yield page;
        page = [];
      }
      if (page.length > 0) yield page;
    },
    close: async () => source.close(),
  };
}

/**
 * Opens a PostgreSQL database in one read-only transaction. Throws Error when the server cannot be reached or refuses.
 */
export async function postgresTableReader(databaseUrl: string): Promise<TableReader> {
  const client = clientOf(databaseUrl);
  // An error between two queries shows at the next one.
  client.on('error', () => undefined);
  const dialect = new PostgresDialect();
  const all = async (sql: string): Promise<Row[]> => (await dialect.run(client, [sql, [[]]]))[0]!.rows as Row[];
  try {
    await client.connect();
    await client.query(EVERY_SESSION);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  } catch (cause) {
    throw new Error(
      `PostgreSQL at ${serverAddressOf(databaseUrl)} cannot be read: ${errorMessage(cause) || errorCode(cause)}`,
      { cause },
    );
  }
  const tables = (await all(LIST_TABLES.postgres)).map(({ name }) => String(name));
  return {
    tables,
    async *pages(table, order) {
      await client.query(`DECLARE copy_rows NO SCROLL CURSOR FOR ${selection(table, order)}`);
      for (;;) {
        // A comment makes the text unique to the table: the columns of the answer are prepared with it.
        const page = await all(`FETCH ${PAGE_ROWS} FROM copy_rows /* ${table} */`);
        if (page.length > 0) yield page;
        if (page.length < PAGE_ROWS) break;
      }
      await client.query('CLOSE copy_rows');
    },
    close: () => client.end(),
  };
}
