// State of a form whose session ends, restored when the same user logs in again; in this page's memory alone.
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { isLoggedIn, userInfo } from '../stores/account/session.ts';

interface LeftState {
  state: unknown;
  /** User id of who typed it. */
  user: number;
}

/** By the name of its form: of those that were left by the end of a session. */
const left = new Map<string, LeftState>();

const userId = (): number => userInfo.peek()?.user.id ?? 0;

/**
 * `useState` with what was typed before the session ended, if that was by the user who is logged in now. `name`
 * identifies the form and always has the same type; null: nothing is restored.
 */
export function useRestoredState<S>(name: string | null, start: S): [S, Dispatch<SetStateAction<S>>] {
  const [state, setState] = useState<S>(() => {
    const known = name === null ? undefined : left.get(name);
    return known && known.user === userId() ? (known.state as S) : start;
  });
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
      if (!isLoggedIn.peek() && user !== 0) left.set(name, { state: latest.current, user });
    };
  }, [name]);
  return [state, setState];
}
