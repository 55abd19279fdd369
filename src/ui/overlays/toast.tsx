// Toast: a short message with an icon and an action, swiped away. Loaded with the first one.
import { type PointerEvent, useRef } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import styles from './toast.module.css';

/** Dragged further than this, upwards or sideways, a toast goes away; otherwise it springs back. */
const SWIPE_PX = 32;

export interface ToastLine {
  id: number;
  text: string;
  kind: 'info' | 'success' | 'error';
  /** A button, as long as the toast is shown. */
  action?: { label: string; run: () => void } | undefined;
  dismiss: () => void;
}

const ICONS: Record<ToastLine['kind'], IconName> = { info: 'bell', success: 'check', error: 'warning' };

export function Toast({ text, kind, action, dismiss }: ToastLine) {
  const start = useRef({ x: 0, y: 0 });
  const drag = (event: PointerEvent<HTMLElement>): void => {
    // A press on the button is not captured: lifted, it must not count as a swipe from elsewhere.
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const [x, y] = [event.clientX - start.current.x, Math.min(0, event.clientY - start.current.y)];
    event.currentTarget.style.translate = event.type === 'pointermove' ? `${x}px ${y}px` : '';
    if (event.type === 'pointerup' && Math.max(Math.abs(x), -y) > SWIPE_PX) dismiss();
  };
  return (
    <div
      className={styles.toast}
      data-kind={kind}
      onPointerDown={(event) => {
        if (event.target instanceof Element && event.target.closest('button')) return;
        start.current = { x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onPointerUp={drag}
      onPointerCancel={drag}
    >
      <Icon name={ICONS[kind]} size={20} />
      <p>{text}</p>
      {action && (
        <button type="button" className={styles.action} onClick={action.run}>
          {action.label}
        </button>
      )}
    </div>
  );
}
