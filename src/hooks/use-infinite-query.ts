// A paged list: the first page on mount, more on demand, refreshed items in front.
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AnswerOf, CallPath, FormOf } from '../../core/endpoints/endpoints.ts';
import { read } from '../api/read.ts';

/** Items per page. */
const PAGE_SIZE = 20;

/** Calls whose responses are pages. */
export type PagedPath = {
  [P in CallPath]: AnswerOf<P> extends { list: readonly unknown[]; hasMore: boolean } ? P : never;
}[CallPath];
type ItemOf<P extends PagedPath> = AnswerOf<P>['list'][number];

export interface InfiniteQuery<T> {
  /** Null before the first answer. */
  list: readonly T[] | null;
  hasMore: boolean;
  /** Why the last fetch failed; null when it did not, or is under way. */
  failure: unknown;
  isLoading: boolean;
  /** Fetches the next page, or the failed one again. */
  fetchNext: () => void;
  /** Fetches again from the first page. */
  refetch: () => void;
}

interface LoadedPages<T> {
  body: string;
  list: readonly T[];
  page: number;
  hasMore: boolean;
}

/**
 * `form` null: no request. `key` is the field that identifies an item: an item that arrives twice (the list grew
 * meanwhile) is shown once. `revision`: the first page is fetched again whenever it changes.
 */
export function useInfiniteQuery<P extends PagedPath>(
  path: P,
  form: Omit<FormOf<P>, 'page' | 'pageSize'> | null,
  key: keyof ItemOf<P>,
  revision: string | number = 0,
): InfiniteQuery<ItemOf<P>> {
  const [known, setKnown] = useState<LoadedPages<ItemOf<P>> | null>(null);
  const [ended, setEnded] = useState<{ request: unknown; failure: unknown } | null>(null);
  const body = form === null ? '' : JSON.stringify(form);
  const [wanted, setWanted] = useState({ body, revision, page: 1, tries: 0 });
  const page = wanted.body === body && wanted.revision === revision ? wanted.page : 1;
  const request = useMemo(
    () => ({ path, body, page, revision, tries: wanted.tries }),
    [path, body, page, revision, wanted.tries],
  );
  useEffect(() => {
    if (request.body === '') return undefined;
    const off = new AbortController();
    read(request.path, { ...JSON.parse(request.body), page: request.page, pageSize: PAGE_SIZE } as FormOf<P>, {
      signal: off.signal,
    })
      .then((answer) => {
        const { list, hasMore } = answer as { list: ItemOf<P>[]; hasMore: boolean };
        setEnded({ request, failure: null });
        setKnown((before) =>
          withPage(
            before?.body === request.body ? before : null,
            { body: request.body, page: request.page, hasMore, list },
            key,
          ),
        );
      })
      .catch((cause: unknown) => {
        if (!off.signal.aborted) setEnded({ request, failure: cause });
      });
    return () => off.abort();
  }, [request, key]);
  const fetchPage = useCallback(
    (next: number) => setWanted((before) => ({ body, revision, page: next, tries: before.tries + 1 })),
    [body, revision],
  );
  const own = known?.body === body ? known : null;
  const isLoading = ended?.request !== request;
  return {
    list: own?.list ?? null,
    hasMore: own?.hasMore ?? false,
    failure: isLoading ? null : ended.failure,
    isLoading,
    fetchNext: () => fetchPage((own?.page ?? 0) + 1),
    refetch: () => fetchPage(1),
  };
}

/**
 * Appends the next page. A new first page goes in front of the known items, or replaces them when the two do not
 * overlap.
 */
function withPage<T>(before: LoadedPages<T> | null, next: LoadedPages<T>, key: keyof T): LoadedPages<T> {
  if (before === null) return next;
  if (next.page > 1) return { ...next, list: appendNew(before.list, next.list, key) };
  const fresh = new Set(next.list.map((line) => line[key]));
  if (before.page === 1 || !before.list.some((line) => fresh.has(line[key]))) return next;
  return { ...before, list: appendNew(next.list, before.list, key) };
}

function appendNew<T>(before: readonly T[], next: readonly T[], key: keyof T): T[] {
  const known = new Set(before.map((line) => line[key]));
  return [...before, ...next.filter((line) => !known.has(line[key]))];
}
