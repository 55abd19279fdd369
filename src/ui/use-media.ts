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

/** A phone on its side is as wide as a tablet, but a tablet's shorter side has this many px. */
const TABLET_SHORT_SIDE_PX = 600;
const isPhone = Math.min(screen.width, screen.height) < TABLET_SHORT_SIDE_PX;

/** Wide enough for chart, book and ticket beside each other: a tablet. */
export const TABLET = isPhone ? 'not all' : '(min-width: 48em)';
/** Wide enough for the trading terminal, with the navigation at the top. */
export const DESKTOP = '(min-width: 64em)';
