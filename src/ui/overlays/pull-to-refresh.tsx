// Pulling a page down at its top refreshes its list; a mark shows how far it is pulled.
import { useEffect, useEffectEvent, useRef } from 'react';
import { Icon } from '../icon.tsx';
import styles from './pull-to-refresh.module.css';

/** Pulled further than this, the list is fetched again on release. */
const PULL_PX = 88;
/** The mark moves slower than the finger, as far as this. */
const MARK_SHARE = 0.6;
/** Charts, sheets and fields have touches of their own. */
const NOT_HERE = 'canvas, dialog, input, select, textarea, [role="dialog"]';

/** `onReady` is called when a pull becomes long enough. */
export function PullToRefresh({ onRefresh, onReady }: { onRefresh: () => void; onReady: () => void }) {
  const mark = useRef<HTMLSpanElement>(null);
  const refresh = useEffectEvent(onRefresh);
  const ready = useEffectEvent(onReady);
  useEffect(() => {
    const stop = new AbortController();
    const options = { signal: stop.signal, passive: true };
    let from: { x: number; y: number } | null = null;
    let pulledPx = 0;
    const show = (px: number): void => {
      if (px >= PULL_PX && pulledPx < PULL_PX) ready();
      pulledPx = px;
      const element = mark.current;
      if (!element) return;
      element.hidden = px <= 0;
      element.style.translate = `0 ${Math.min(px, PULL_PX) * MARK_SHARE}px`;
      element.dataset['ready'] = px >= PULL_PX ? '1' : '0';
    };
    const end = (): void => {
      from = null;
      show(0);
    };
    const start = (event: TouchEvent): void => {
      const [touch] = event.touches;
      const own = event.target instanceof Element && event.target.closest(NOT_HERE) !== null;
      if (event.touches.length !== 1 || !touch || own || window.scrollY > 0) end();
      else from = { x: touch.clientX, y: touch.clientY };
    };
    const move = (event: TouchEvent): void => {
      const [touch] = event.touches;
      if (!from || !touch) return;
      const [across, down] = [Math.abs(touch.clientX - from.x), touch.clientY - from.y];
      // Another finger, a scroll or a swipe across ends the pull; it begins again at the top only.
      if (event.touches.length !== 1 || window.scrollY > 0 || (pulledPx === 0 && across > Math.abs(down))) end();
      else show(Math.max(0, down));
    };
    const release = (): void => {
      const refreshes = pulledPx >= PULL_PX;
      end();
      if (refreshes) refresh();
    };
    document.addEventListener('touchstart', start, options);
    document.addEventListener('touchmove', move, options);
    document.addEventListener('touchend', release, options);
    document.addEventListener('touchcancel', end, options);
    return () => stop.abort();
  }, []);
  return (
    <span ref={mark} className={styles.mark} hidden aria-hidden="true" data-testid="pull-mark">
      <Icon name="down" size={20} />
    </span>
  );
}
