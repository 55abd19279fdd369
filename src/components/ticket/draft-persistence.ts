// Keeps a ticket's draft across a login: restored after a visitor logs in or the session ended.
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { isLoggedIn } from '../../stores/account/session.ts';

/** Drafts by name, in memory only: they end with the page. */
const drafts = new Map<string, unknown>();

/**
 * `useState` with a restored initial value. `name` identifies the ticket and its market, and always has the same draft
 * type. The draft of a logged-in user is discarded on unmount.
 */
export function usePersistentDraft<D>(name: string, start: () => D): [D, Dispatch<SetStateAction<D>>] {
  const [draft, setDraft] = useState<D>(() => (drafts.get(name) as D | undefined) ?? start());
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);
  useEffect(() => {
    // Deleted in the effect, not in the initialiser: React may call the initialiser more than once before mounting.
    drafts.delete(name);
    return () => {
      if (!isLoggedIn.peek()) drafts.set(name, latest.current);
    };
  }, [name]);
  return [draft, setDraft];
}
