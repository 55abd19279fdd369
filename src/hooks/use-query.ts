// One answer of the exchange on a page: asked when the page comes, again when what is asked changes or somebody wants
// it fresh.
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AnswerOf, CallPath, FormOf } from '../../core/endpoints/endpoints.ts';
import { call } from '../api/call.ts';

export interface QueryResult<T> {
  /**
   * The last answer to this question; null before the first. It stays while a fresher one is under way, or could not be
   * had.
   */
  answer: T | null;
  /** Why the last try failed; null when it did not. */
  failure: unknown;
  /** Asks again. */
  refetch: () => void;
}

/**
 * `form` null asks nothing (nobody is logged in, something is not chosen yet). `freshness`: asks again whenever it
 * changes.
 */
export function useQuery<P extends CallPath>(path: P, form: FormOf<P> | null, freshness = 0): QueryResult<AnswerOf<P>> {
  const [known, setKnown] = useState<{ body: string; answer: AnswerOf<P> | null; failure: unknown }>({
    body: '',
    answer: null,
    failure: null,
  });
  const [tries, setTries] = useState(0);
  const body = form === null ? '' : JSON.stringify(form);
  const look = useMemo(() => ({ path, body, tries, freshness }), [path, body, tries, freshness]);
  useEffect(() => {
    if (look.body === '') return undefined;
    const off = new AbortController();
    call(look.path, JSON.parse(look.body) as FormOf<P>, { signal: off.signal })
      .then((answer) => setKnown({ body: look.body, answer, failure: null }))
      .catch((failure: unknown) => {
        if (!off.signal.aborted)
          setKnown((before) => ({
            body: look.body,
            answer: before.body === look.body ? before.answer : null,
            failure,
          }));
      });
    return () => off.abort();
  }, [look]);
  const refetch = useCallback(() => setTries((before) => before + 1), []);
  const own = known.body === body;
  return { answer: own ? known.answer : null, failure: own ? known.failure : null, refetch };
}
