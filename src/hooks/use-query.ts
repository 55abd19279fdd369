// A call made on mount, and again when its form or `revision` changes or `refetch` is called.
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AnswerOf, CallPath, FormOf } from '../../core/endpoints/endpoints.ts';
import { read } from '../api/read.ts';

export interface QueryResult<T> {
  /** The last response to this form; null before the first. It stays during a refetch and after a failed one. */
  answer: T | null;
  /** Error of the last attempt; null when it succeeded, and during a refetch. */
  failure: unknown;
  /** Fetches again. What failed is hidden meanwhile: no second tap ends the fetch of the first. */
  refetch: () => void;
}

/** `form` null: no request (no session, nothing selected yet). `revision`: fetches again whenever it changes. */
export function useQuery<P extends CallPath>(
  path: P,
  form: FormOf<P> | null,
  revision: string | number = 0,
): QueryResult<AnswerOf<P>> {
  const [known, setKnown] = useState<{ body: string; answer: AnswerOf<P> | null; failure: unknown }>({
    body: '',
    answer: null,
    failure: null,
  });
  const [tries, setTries] = useState(0);
  const body = form === null ? '' : JSON.stringify(form);
  const request = useMemo(() => ({ path, body, tries, revision }), [path, body, tries, revision]);
  useEffect(() => {
    if (request.body === '') return undefined;
    const off = new AbortController();
    read(request.path, JSON.parse(request.body) as FormOf<P>, { signal: off.signal })
      .then((answer) => setKnown({ body: request.body, answer, failure: null }))
      .catch((failure: unknown) => {
        if (!off.signal.aborted)
          setKnown((before) => ({
            body: request.body,
            answer: before.body === request.body ? before.answer : null,
            failure,
          }));
      });
    return () => off.abort();
  }, [request]);
  const refetch = useCallback(() => {
    setKnown((before) => ({ ...before, failure: null }));
    setTries((before) => before + 1);
  }, []);
  const own = known.body === body;
  return { answer: own ? known.answer : null, failure: own ? known.failure : null, refetch };
}
