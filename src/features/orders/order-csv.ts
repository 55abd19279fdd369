// Lists of orders as CSV, safe from formula injection.
import type { AnswerOf, CallPath, FormOf } from '../../../core/endpoints/endpoints.ts';
import { read } from '../../api/read.ts';

/** Orders per request, and most orders in a file; larger exports are made from the records page. */
const PAGE_SIZE = 100;
const MAX_LINES = 5_000;

/**
 * One CSV cell, quoted where needed. Text that a spreadsheet would read as a formula is prefixed with
 * an apostrophe.
 */
export function csvCell(value: string | number): string {
  const text = String(value);
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** CSV with a header line and the columns of `fields`. Absent values are empty. */
export function csvOf<T extends object>(list: readonly T[], fields: readonly (keyof T & string)[]): string {
  const rows = list.map((line) => fields.map((field) => csvCell((line[field] ?? '') as string | number)).join(','));
  return `${[fields.join(','), ...rows].join('\r\n')}\r\n`;
}

type OrderPath = Extract<CallPath, '/coin/order/list' | '/coin/contract/order/list'>;

/**
 * All orders of a list, newest first, up to the limit; `onShare` is called with the share of them that is there.
 * Throws CallError.
 */
export async function fetchAllOrders<P extends OrderPath>(
  path: P,
  form: Omit<FormOf<P>, 'page' | 'pageSize'>,
  onShare: (share: number) => void = () => undefined,
): Promise<AnswerOf<P>['list']> {
  const lines: AnswerOf<P>['list'][number][] = [];
  for (let page = 1, more = true; more && lines.length < MAX_LINES; page += 1) {
    const answer = await read(path, { ...form, page, pageSize: PAGE_SIZE } as FormOf<P>);
    lines.push(...answer.list);
    onShare(Math.min(1, lines.length / Math.max(1, Math.min(answer.total, MAX_LINES))));
    more = answer.hasMore;
  }
  return lines as AnswerOf<P>['list'];
}
