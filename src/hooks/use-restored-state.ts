// State of a form that was left, restored for the same user; in this page's memory alone.
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { isLoggedIn, userInfo } from '../stores/account/session.ts';

interface LeftState {
  state: unknown;
  /** User id of who typed it. */
  user: number;
}

/** By the name of its form. */
const left = new Map<string, LeftState>();

const userId = (): number => userInfo.peek()?.user.id ?? 0;

export interface Restoring {
  /** Identifies the form, and always has the same type; null: nothing is restored. */
  name: string | null;
  /** Also after its user left the page; else after the end of a session alone. */
  whenLeft?: boolean;
}

/**
 * `useState` with what was typed before the form went, if that was by the user who is logged in now. The third value
 * drops what is typed by now: it is done with.
 */
export function useRestoredState<S>(
  { name, whenLeft = false }: Restoring,
  start: S,
): [S, Dispatch<SetStateAction<S>>, () => void] {
  const [state, setState] = useState<S>(() => {
    const known = name === null ? undefined : left.get(name);
    return known && known.user === userId() ? (known.state as S) : start;
  });
  const begun = useRef(start);
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  }, [state]);
  useEffect(() => {
    if (name === null) return undefined;
    // Deleted in the effect, not in the initialiser: React may call the initialiser more than once before mounting.
    left.delete(name);
    const user = userId();
    return () => {
      if (latest.current === begun.current || user === 0) return;
      if (whenLeft || !isLoggedIn.peek()) left.set(name, { state: latest.current, user });
    };
  }, [name, whenLeft]);
  const forget = (): void => {
    latest.current = begun.current;
    // The form may be gone by now.
    if (name !== null) left.delete(name);
  };
  return [state, setState, forget];
}
