// What was typed into a ticket, kept over a login: who leaves it as a visitor, or because the session ended, finds it
// again.
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { isLoggedIn } from '../../stores/account/session.ts';

/** Drafts by name, in memory only: they are not worth outliving the page's own life. */
const drafts = new Map<string, unknown>();

/**
 * As `useState`, with what makes the first draft; `name` names the ticket and its market, and stands for the same draft
 * type everywhere. A draft left by somebody logged in is dropped.
 */
export function usePersistentDraft<D>(name: string, start: () => D): [D, Dispatch<SetStateAction<D>>] {
  const [draft, setDraft] = useState<D>(() => (drafts.get(name) as D | undefined) ?? start());
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);
  useEffect(() => {
    // Now, not when it was looked up: a screen may be begun more than once before it stands.
    drafts.delete(name);
    return () => {
      if (!isLoggedIn.peek()) drafts.set(name, latest.current);
    };
  }, [name]);
  return [draft, setDraft];
}
