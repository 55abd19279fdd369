// Orders as a file: every page of a list fetched, and lines that a spreadsheet reads as text and never as a formula.
import type { AnswerOf, CallPath, FormOf } from '../../../core/endpoints/endpoints.ts';
import { call } from '../../api/call.ts';

/** Lines asked for at once, and lines a file holds at most: more than that is what records are for. */
const PAGE_SIZE = 100;
const MOST_LINES = 5_000;

/** A cell in quotes. What begins like a formula, and is no number, gets an apostrophe before it. */
export function csvCell(value: string | number): string {
  const text = String(value);
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Columns of `fields` in their order, their names in the first line. Absent values are empty. */
export function csvOf<T extends object>(list: readonly T[], fields: readonly (keyof T & string)[]): string {
  const rows = list.map((line) => fields.map((field) => csvCell((line[field] ?? '') as string | number)).join(','));
  return `${[fields.join(','), ...rows].join('\r\n')}\r\n`;
}

type OrderPath = Extract<CallPath, '/coin/order/list' | '/coin/contract/order/list'>;

/** All lines that a list has, newest first. Throws CallError. */
export async function allLines<P extends OrderPath>(
  path: P,
  form: Omit<FormOf<P>, 'page' | 'pageSize'>,
): Promise<AnswerOf<P>['list']> {
  const lines: AnswerOf<P>['list'][number][] = [];
  for (let page = 1, more = true; more && lines.length < MOST_LINES; page += 1) {
    const answer = await call(path, { ...form, page, pageSize: PAGE_SIZE } as FormOf<P>);
    lines.push(...answer.list);
    more = answer.hasMore;
  }
  return lines as AnswerOf<P>['list'];
}
