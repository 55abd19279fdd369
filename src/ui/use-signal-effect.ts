// Runs a signal effect on an element, for live attributes, bars and paths.
// React does not render for them.
import { effect } from '@preact/signals-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * `write` reads signals with `.value` and changes the element; it must be referentially stable (useCallback), or the
 * effect restarts.
 */
export function useSignalEffect<E extends Element>(write: (element: E) => void): RefObject<E | null> {
  const target = useRef<E>(null);
  useLayoutEffect(() => {
    const element = target.current;
    return element ? effect(() => write(element)) : undefined;
  }, [write]);
  return target;
}
