// All orders of a list, fetched for a file.
import type { AnswerOf, CallPath, FormOf } from '../../../core/endpoints/endpoints.ts';
import { read } from '../../api/read.ts';

/** Orders per request. */
const PAGE_SIZE = 100;

type OrderPath = Extract<CallPath, '/coin/order/list' | '/coin/contract/order/list'>;

/**
 * All orders of a list, each once, newest first; `onShare` is called with the share of them that is there. Throws
 * CallError.
 */
export async function fetchAllOrders<P extends OrderPath>(
  path: P,
  form: Omit<FormOf<P>, 'page' | 'pageSize'>,
  onShare: (share: number) => void = () => undefined,
): Promise<AnswerOf<P>['list']> {
  // One that ends meanwhile moves the others, and the last of a page comes again with the next.
  const lines = new Map<number, AnswerOf<P>['list'][number]>();
  for (let page = 1, more = true; more; page += 1) {
    const answer = await read(path, { ...form, page, pageSize: PAGE_SIZE } as FormOf<P>);
    for (const line of answer.list) lines.set(line.id, line);
    onShare(Math.min(1, lines.size / Math.max(1, answer.total)));
    more = answer.hasMore;
  }
  return [...lines.values()] as AnswerOf<P>['list'];
}
