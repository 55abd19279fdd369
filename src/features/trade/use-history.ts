// The orders of mine that are over: fetched page by page, and again when something happened to an order.
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { SpotOrder } from '../../../contract/order.ts';
import { call } from '../../api/call.ts';
import { orderChanges } from '../../state/orders.ts';
import { useSignalValue } from '../../ui/use-signal-value.ts';

const PAGE_SIZE = 20;
/** Orders shown here at most: a page of the call; older ones belong to the records. */
const MOST = 100;
/** Several changes in a row (a filled order changes often) are one look. */
const SETTLE_MS = 300;

export interface History {
  /** Null before the first answer. */
  list: readonly SpotOrder[] | null;
  hasMore: boolean;
  /** Why the last fetch failed; null when it did not. */
  failure: unknown;
  more: () => void;
  retry: () => void;
}

export function useHistory(): History {
  const changes = useSignalValue(orderChanges);
  const [pages, setPages] = useState(1);
  const [tries, setTries] = useState(0);
  const [known, setKnown] = useState<{ list: readonly SpotOrder[] | null; hasMore: boolean; failure: unknown }>({ list: null, hasMore: false, failure: null });
  const look = useMemo(() => ({ size: pages * PAGE_SIZE, changes, tries }), [pages, changes, tries]);
  useEffect(() => {
    const off = new AbortController();
    const timer = setTimeout(() => {
      call('/coin/order/list', { state: 'history', page: 1, pageSize: Math.min(MOST, look.size) }, { signal: off.signal })
        .then(({ list, hasMore }) => setKnown({ list, hasMore: hasMore && look.size < MOST, failure: null }))
        .catch((failure: unknown) => {
          if (!off.signal.aborted) setKnown((before) => ({ ...before, failure }));
        });
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      off.abort();
    };
  }, [look]);
  const more = useCallback(() => setPages((before) => before + 1), []);
  const retry = useCallback(() => setTries((before) => before + 1), []);
  return { ...known, more, retry };
}
