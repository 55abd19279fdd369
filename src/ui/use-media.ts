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

/**
 * Wide enough for chart, book and ticket beside each other: a tablet. A phone on its side is as wide, but the shorter
 * side of its screen has less than 600 px. A foldable phone becomes a tablet while it is open.
 */
export const TABLET = '(min-width: 48em) and (min-device-width: 600px) and (min-device-height: 600px)';
/** Wide enough for the trading terminal, with the navigation at the top. */
export const DESKTOP = '(min-width: 64em)';
