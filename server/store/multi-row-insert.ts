// Joins rows of one INSERT into multi-row statements, because each statement has a fixed cost.
import type { Value } from './store.ts';

/** Most rows in one statement. The number of rows is a power of two, so that few statements are prepared. */
const MAX_ROWS = 16;
/** Groups: text before the rows, column names, one row, text after. */
const INSERT = /^(INSERT INTO \w+ (?:\(([^()]*)\)\s*)?VALUES )(\((?:\?, )*\?\))([^]*)$/;
const UPDATES = /^\s*ON CONFLICT \(([^()]*)\) DO UPDATE\b/;

/** An INSERT whose rows can be joined. */
export interface MultiRowInsert {
  /**
   * Indexes of the columns that identify a row to update: PostgreSQL refuses to update a row twice in one statement.
   * Empty: no row is updated.
   */
  key: number[];
  /** The statement for a number of rows. */
  text(rows: number): string;
}

/** Null: its rows cannot be joined. */
export function multiRowInsertOf(sql: string): MultiRowInsert | null {
  const [, head, columns = '', row, tail = ''] = INSERT.exec(sql) ?? [];
  if (head === undefined || /\?|\bRETURNING\b/i.test(tail)) return null;
  const texts: string[] = [];
  const text = (rows: number): string =>
    (texts[rows] ??= head + Array.from({ length: rows }, () => row).join(', ') + tail);
  if (!/\bDO UPDATE\b/i.test(tail)) return { key: [], text };
  const names = columns.split(', ');
  const key = UPDATES.exec(tail)?.[1]
    ?.split(', ')
    .map((name) => names.indexOf(name)) ?? [-1];
  return key.includes(-1) ? null : { key, text };
}

/** How many of the remaining rows go into one statement. */
export function rowsPerInsert(rowsLeft: number): number {
  return 2 ** Math.floor(Math.log2(Math.min(MAX_ROWS, rowsLeft)));
}

/** Whether no two of `count` rows from index `from` are equal in the key. */
export function haveDistinctKeys(
  rows: readonly Value[][],
  from: number,
  count: number,
  key: readonly number[],
): boolean {
  if (key.length === 0) return true;
  for (let one = from; one < from + count; one += 1) {
    for (let other = one + 1; other < from + count; other += 1)
      if (key.every((column) => isSame(rows[one]![column]!, rows[other]![column]!))) return false;
  }
  return true;
}

/** Equality as in the table: 1 equals 1n. Bytes count as equal, to be safe. */
function isSame(one: Value, other: Value): boolean {
  return one === other || (typeof one === 'object' && one !== null) || String(one) === String(other);
}
