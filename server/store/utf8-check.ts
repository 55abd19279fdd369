// Finds texts in a SQLite file that are not UTF-8: the driver ends the process when it reads one.
import { isUtf8 } from 'node:buffer';

/** Rows that are checked together: one by one they take ten times as long. */
const PIECE_ROWS = 1_000;
const MIN_ROWID = '-9223372036854775808';
const COLUMNS = `SELECT t.name AS "table", c.name AS "column" FROM pragma_table_list AS t, pragma_table_info(t.name) AS c
  WHERE t.schema = 'main' AND t.type = 'table' AND t.wr = 0 AND t.name <> 'sqlite_schema'`;

/** Runs a query on a SQLite database that returns integers exactly. */
type Query = <T extends object>(sql: string) => Promise<T[]> | T[];

/**
 * Message naming the table with a text that is not UTF-8; null for none. Columns of numbers are checked too, because a
 * flipped bit can turn any value into a text.
 */
export async function findInvalidText(query: Query): Promise<string | null> {
  // Checked before the names in it are read.
  if (await hasInvalidText(query, 'sqlite_master', ['type', 'name', 'tbl_name', 'sql']))
    return faultMessage('sqlite_master');
  const tables = new Map<string, string[]>();
  for (const { table, column } of await query<{ table: string; column: string }>(COLUMNS))
    tables.set(table, [...(tables.get(table) ?? []), column]);
  for (const [table, columns] of tables) if (await hasInvalidText(query, table, columns)) return faultMessage(table);
  return null;
}

function faultMessage(table: string): string {
  return `${table} holds a text that is no UTF-8`;
}

/** Texts of a piece by column. */
type Piece = Record<string, ArrayBuffer | Uint8Array | null>;

async function hasInvalidText(query: Query, table: string, columns: readonly string[]): Promise<boolean> {
  // Texts joined by an ASCII character are UTF-8 together exactly when each of them is.
  const texts = columns
    .map(quoted)
    .map((name, at) => `CAST(group_concat(CASE typeof(${name}) WHEN 'text' THEN ${name} END, ' ') AS BLOB) AS c${at}`)
    .join(', ');
  for (let from: string | null = MIN_ROWID; from !== null;) {
    const rows: string = `FROM ${quoted(table)} WHERE rowid >= ${from}`;
    const [next] = await query<{ id: bigint }>(
      `SELECT rowid AS id ${rows} ORDER BY rowid LIMIT 1 OFFSET ${PIECE_ROWS}`,
    );
    const pieces = await query<Piece>(`SELECT ${texts} ${rows}${next ? ` AND rowid < ${next.id}` : ''}`);
    if (pieces.some((piece) => Object.values(piece).some((bytes) => bytes !== null && !isUtf8(bytes)))) return true;
    from = next ? String(next.id) : null;
  }
  return false;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
