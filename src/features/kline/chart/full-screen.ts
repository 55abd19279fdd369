// Full screen: the whole window, the whole screen where the browser lends it, and landscape where a phone turns.
import { useEffect, useState } from 'react';

/** Turning by program: phones alone know it, and only in full screen. */
type Turning = ScreenOrientation & { lock?: (orientation: 'landscape') => Promise<void> };

export interface FullScreen {
  full: boolean;
  enter: () => void;
  leave: () => void;
}

/** Ends with the component, on Escape, and when the browser takes the screen back. */
export function useFullScreen(): FullScreen {
  const [full, setFull] = useState(false);
  useEffect(() => {
    if (!full) return undefined;
    const root = document.documentElement;
    const before = root.style.overflow;
    root.style.overflow = 'hidden';
    const end = (): void => setFull(false);
    const stop = new AbortController();
    document.addEventListener('fullscreenchange', () => document.fullscreenElement ?? end(), { signal: stop.signal });
    window.addEventListener(
      'keydown',
      (event) => event.key === 'Escape' && !document.querySelector('dialog[open]') && end(),
      { signal: stop.signal },
    );
    return () => {
      stop.abort();
      root.style.overflow = before;
      giveScreenBack();
    };
  }, [full]);
  const enter = (): void => {
    setFull(true);
    void takeScreen();
  };
  return { full, enter, leave: () => setFull(false) };
}

/**
 * The chart fills the window in any case: a browser that refuses more (an iPhone, a desktop that does not turn) has its
 * reasons.
 */
async function takeScreen(): Promise<void> {
  try {
    await document.documentElement.requestFullscreen?.({ navigationUI: 'hide' });
    await (screen.orientation as Turning | undefined)?.lock?.('landscape');
  } catch (refused) {
    console.info('full screen stays within the window, or upright', refused);
  }
}

function giveScreenBack(): void {
  if (!document.fullscreenElement) return;
  screen.orientation?.unlock?.();
  document.exitFullscreen().catch((cause: unknown) => console.warn('the browser keeps the full screen', cause));
}
