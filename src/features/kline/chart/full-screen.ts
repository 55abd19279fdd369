// Full screen of the chart.
// Fills the window, uses the Fullscreen API where available, and landscape on phones.
import { useEffect, useState } from 'react';

/** `lock` is missing in TypeScript's DOM types, and supported only by phones in full screen. */
type LockableOrientation = ScreenOrientation & { lock?: (orientation: 'landscape') => Promise<void> };

export interface FullScreen {
  full: boolean;
  enter: () => void;
  leave: () => void;
}

/** Full screen ends on unmount, on Escape, and when the browser leaves it. */
export function useFullScreen(): FullScreen {
  const [full, setFull] = useState(false);
  useEffect(() => {
    if (!full) return undefined;
    const root = document.documentElement;
    const overflowBefore = root.style.overflow;
    root.style.overflow = 'hidden';
    const end = (): void => setFull(false);
    const stop = new AbortController();
    document.addEventListener('fullscreenchange', () => document.fullscreenElement ?? end(), { signal: stop.signal });
    window.addEventListener(
      'keydown',
      ({ key, defaultPrevented }) =>
        key === 'Escape' && !defaultPrevented && !document.querySelector('dialog[open]') && end(),
      { signal: stop.signal },
    );
    return () => {
      stop.abort();
      root.style.overflow = overflowBefore;
      exitFullScreen();
    };
  }, [full]);
  const enter = (): void => {
    setFull(true);
    void requestFullScreen();
  };
  return { full, enter, leave: () => setFull(false) };
}

/**
 * Requests full screen and landscape. A refusal (iPhone, desktops without rotation) is logged: the
 * chart fills the window in any case.
 */
async function requestFullScreen(): Promise<void> {
  try {
    await document.documentElement.requestFullscreen?.({ navigationUI: 'hide' });
    await (screen.orientation as LockableOrientation | undefined)?.lock?.('landscape');
  } catch (cause) {
    console.info('full screen refused', cause);
  }
}

function exitFullScreen(): void {
  if (!document.fullscreenElement) return;
  screen.orientation?.unlock?.();
  document.exitFullscreen().catch((cause: unknown) => console.warn('full screen exit failed', cause));
}
