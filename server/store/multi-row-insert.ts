// Rows of one INSERT said together: many orders touch a few rows of the same tables, and a statement costs more than a
// row of it.
import type { Value } from './store.ts';

/** Most rows in one statement. Their number is a power of two, so that few statements are prepared. */
const MOST_ROWS = 16;
/** What comes before the rows, the columns' names, one row, and what comes after. */
const INSERT = /^(INSERT INTO \w+ (?:\(([^()]*)\)\s*)?VALUES )(\((?:\?, )*\?\))([^]*)$/;
const UPDATES = /^\s*ON CONFLICT \(([^()]*)\) DO UPDATE\b/;

/** An INSERT of which rows may be said together. */
export interface MultiRowInsert {
  /**
   * Places of the columns by which a row that is there is found and changed: PostgreSQL refuses to change one twice in
   * a statement. Empty: none is changed.
   */
  key: number[];
  /** The statement over so many rows. */
  text(rows: number): string;
}

/** Null: its rows are said one by one. */
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

/** How many go into one statement where so many rows are left. */
export function rowsPerInsert(rowsLeft: number): number {
  return 2 ** Math.floor(Math.log2(Math.min(MOST_ROWS, rowsLeft)));
}

/** Whether no two of the rows from a place on are alike in a key. */
export function areDifferent(rows: readonly Value[][], from: number, count: number, key: readonly number[]): boolean {
  if (key.length === 0) return true;
  for (let one = from; one < from + count; one += 1) {
    for (let other = one + 1; other < from + count; other += 1)
      if (key.every((column) => isSame(rows[one]![column]!, rows[other]![column]!))) return false;
  }
  return true;
}

/** As the table compares them: 1 is 1n. Of bytes nothing is said: they count as the same. */
function isSame(one: Value, other: Value): boolean {
  return one === other || (typeof one === 'object' && one !== null) || String(one) === String(other);
}
