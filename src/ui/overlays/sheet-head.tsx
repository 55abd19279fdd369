// Head of a sheet: its title, its close button, and a swipe down that closes it.
import { type PointerEvent, type ReactNode, useRef } from 'react';
import { IconButton } from '../button.tsx';
import { CLOSE, Stroke } from '../stroke.tsx';
import styles from './sheet.module.css';

/** Dragged further than this, or faster than SWIPE_PX_PER_MS, a sheet closes; otherwise it springs back. */
const CLOSE_PX = 96;
const SWIPE_PX_PER_MS = 0.6;

export interface SheetHeadProps {
  /** Moves the sheet down by px with the finger; 0: back to its place. */
  onDrag: (downPx: number) => void;
  title: ReactNode;
  /** Accessible name of the close button. */
  closeLabel: string;
  onClose: () => void;
}

export function SheetHead({ onDrag, title, closeLabel, onClose }: SheetHeadProps) {
  const drag = useRef({ startY: 0, startedAt: 0, active: false });
  const move = (event: PointerEvent<HTMLElement>): void => {
    if (drag.current.active) onDrag(Math.max(0, event.clientY - drag.current.startY));
  };
  const drop = (event: PointerEvent<HTMLElement>): void => {
    if (!drag.current.active) return;
    drag.current.active = false;
    onDrag(0);
    const distancePx = event.clientY - drag.current.startY;
    const speed = distancePx / Math.max(1, event.timeStamp - drag.current.startedAt);
    if (distancePx > CLOSE_PX || (distancePx > 12 && speed > SWIPE_PX_PER_MS)) onClose();
  };
  return (
    <header
      className={styles.head}
      onPointerDown={(event) => {
        if (event.target instanceof Element && event.target.closest('button')) return;
        drag.current = { startY: event.clientY, startedAt: event.timeStamp, active: true };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={move}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      <span className={styles.dragHandle} aria-hidden="true" />
      <h2 className={styles.title}>{title}</h2>
      <IconButton label={closeLabel} onClick={onClose}>
        <Stroke path={CLOSE} />
      </IconButton>
    </header>
  );
}

/** Moves an element down by px; 0: back to its place. */
export function moveDown(element: HTMLElement | null, downPx: number): void {
  if (element) element.style.translate = downPx > 0 ? `0 ${downPx}px` : '';
}
