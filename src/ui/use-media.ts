// Whether a media query matches, followed while the component is mounted.
import { useMemo, useSyncExternalStore } from 'react';

export function useMedia(query: string): boolean {
  const { subscribe, read } = useMemo(() => {
    const list = matchMedia(query);
    return {
      subscribe: (changed: () => void) => {
        list.addEventListener('change', changed);
        return () => list.removeEventListener('change', changed);
      },
      read: () => list.matches,
    };
  }, [query]);
  return useSyncExternalStore(subscribe, read);
}

/** Wide enough for chart, book and ticket beside each other: a tablet. */
export const TABLET = '(min-width: 768px)';
/** Wide enough for the trading terminal, with the navigation at the top. */
export const DESKTOP = '(min-width: 1024px)';
