// Conditions of a filter whose fields may be absent, and pages of the rows that meet them.
import type { Rows, Value } from './store.ts';

/** An SQL condition with one parameter; undefined: it does not filter. */
export type Condition = [sql: string, value: Value | undefined];

/** `offset` rows come before the page, which has at most `limit`. */
export interface PageRange {
  offset: number;
  limit: number;
}

/** The conditions that have a value, joined; at least one has. */
export function whereOf(conditions: readonly Condition[]): { where: string; params: Value[] } {
  const given = conditions.filter((condition): condition is [string, Value] => condition[1] !== undefined);
  return { where: given.map(([sql]) => sql).join(' AND '), params: given.map(([, value]) => value) };
}

/** One page of a table, newest (largest id) first, and how many rows there are. */
export async function readPage<T extends object>(
  rows: Rows,
  table: string,
  conditions: readonly Condition[],
  { offset, limit }: PageRange,
): Promise<{ rows: T[]; total: number }> {
  const { where, params } = whereOf(conditions);
  const found = await rows.all<T>(`SELECT * FROM ${table} WHERE ${where} ORDER BY id DESC LIMIT ? OFFSET ?`, [
    ...params,
    limit,
    offset,
  ]);
  const count = await rows.first<{ total: bigint }>(`SELECT COUNT(*) AS total FROM ${table} WHERE ${where}`, params);
  return { rows: found, total: Number(count?.total ?? 0n) };
}
