// A list that comes page by page: the first when the page comes, the next on demand; another question begins anew, news
// stands in front.
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AnswerOf, CallPath, FormOf } from '../../core/endpoints/endpoints.ts';
import { call } from '../api/call.ts';

/** Lines asked for at once. */
const PAGE_SIZE = 20;

/** Calls whose answers are pages. */
export type PagedPath = {
  [P in CallPath]: AnswerOf<P> extends { list: readonly unknown[]; hasMore: boolean } ? P : never;
}[CallPath];
type LineOf<P extends PagedPath> = AnswerOf<P>['list'][number];

export interface InfiniteQuery<T> {
  /** Null before the first answer. */
  list: readonly T[] | null;
  hasMore: boolean;
  /** Why the last fetch failed; null when it did not. */
  failure: unknown;
  /** The next page, or the failed one again. */
  fetchNext: () => void;
  /** From the first page on. */
  refetch: () => void;
}

interface Known<T> {
  body: string;
  list: readonly T[];
  page: number;
  hasMore: boolean;
}

/**
 * `form` null asks nothing. `key` tells lines apart: one that comes twice (the list grew meanwhile) stands once.
 * `freshness`: the first page is asked for again whenever it changes.
 */
export function useInfiniteQuery<P extends PagedPath>(
  path: P,
  form: Omit<FormOf<P>, 'page' | 'pageSize'> | null,
  key: keyof LineOf<P>,
  freshness = 0,
): InfiniteQuery<LineOf<P>> {
  const [known, setKnown] = useState<Known<LineOf<P>> | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const body = form === null ? '' : JSON.stringify(form);
  const [wanted, setWanted] = useState({ body, freshness, page: 1, tries: 0 });
  const page = wanted.body === body && wanted.freshness === freshness ? wanted.page : 1;
  const look = useMemo(
    () => ({ path, body, page, freshness, tries: wanted.tries }),
    [path, body, page, freshness, wanted.tries],
  );
  useEffect(() => {
    if (look.body === '') return undefined;
    const off = new AbortController();
    call(look.path, { ...JSON.parse(look.body), page: look.page, pageSize: PAGE_SIZE } as FormOf<P>, {
      signal: off.signal,
    })
      .then((answer) => {
        const { list, hasMore } = answer as { list: LineOf<P>[]; hasMore: boolean };
        setFailure(null);
        setKnown((before) =>
          withPage(
            before?.body === look.body ? before : null,
            { body: look.body, page: look.page, hasMore, list },
            key,
          ),
        );
      })
      .catch((cause: unknown) => {
        if (!off.signal.aborted) setFailure(cause);
      });
    return () => off.abort();
  }, [look, key]);
  const ask = useCallback(
    (next: number) => setWanted((before) => ({ body, freshness, page: next, tries: before.tries + 1 })),
    [body, freshness],
  );
  const own = known?.body === body ? known : null;
  return {
    list: own?.list ?? null,
    hasMore: own?.hasMore ?? false,
    failure,
    fetchNext: () => ask((own?.page ?? 0) + 1),
    refetch: () => ask(1),
  };
}

/** The next page goes behind what is known; the first one in front of it, or in its place where the two do not meet. */
function withPage<T>(before: Known<T> | null, next: Known<T>, key: keyof T): Known<T> {
  if (before === null) return next;
  if (next.page > 1) return { ...next, list: joined(before.list, next.list, key) };
  const fresh = new Set(next.list.map((line) => line[key]));
  if (before.page === 1 || !before.list.some((line) => fresh.has(line[key]))) return next;
  return { ...before, list: joined(next.list, before.list, key) };
}

function joined<T>(before: readonly T[], next: readonly T[], key: keyof T): T[] {
  const known = new Set(before.map((line) => line[key]));
  return [...before, ...next.filter((line) => !known.has(line[key]))];
}
