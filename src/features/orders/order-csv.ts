// All orders of a list, fetched for a file.
import type { AnswerOf, CallPath, FormOf } from '../../../core/endpoints/endpoints.ts';
import { read } from '../../api/read.ts';

/** Orders per request, and most orders in a file; larger exports are made from the records page. */
const PAGE_SIZE = 100;
const MAX_LINES = 5_000;

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
