// Bottom sheet: a modal dialog that closes by swipe, tap outside, Escape, Back or its close button.
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton } from '../button.tsx';
import { Icon } from '../icon.tsx';
import styles from './sheet.module.css';
import { useSheetEntry } from './use-sheet-entry.ts';

/** Dragged further than this, or faster than SWIPE_PX_PER_MS, a sheet closes; otherwise it springs back. */
const CLOSE_PX = 96;
const SWIPE_PX_PER_MS = 0.6;

export interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Accessible name of the close button. */
  closeLabel: string;
  children: ReactNode;
}

/** Renders no dialog until the sheet is first opened. */
export function Sheet(props: SheetProps) {
  const [opened, setOpened] = useState(props.open);
  if (props.open && !opened) setOpened(true);
  return opened && <SheetDialog {...props} />;
}

/** The native dialog traps focus, makes the rest of the page inert, and restores focus on closing. */
function SheetDialog({ open, onClose, title, closeLabel, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useSheetEntry(open, onClose);
  const drag = useRef({ startY: 0, startedAt: 0, active: false });
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) element.showModal();
    if (!open && element.open) element.close();
  }, [open]);

  const move = (event: PointerEvent<HTMLElement>): void => {
    const element = dialog.current;
    if (!drag.current.active || !element) return;
    element.style.translate = `0 ${Math.max(0, event.clientY - drag.current.startY)}px`;
  };
  const drop = (event: PointerEvent<HTMLElement>): void => {
    const element = dialog.current;
    if (!drag.current.active || !element) return;
    drag.current.active = false;
    element.style.translate = '';
    const distancePx = event.clientY - drag.current.startY;
    const speed = distancePx / Math.max(1, event.timeStamp - drag.current.startedAt);
    if (distancePx > CLOSE_PX || (distancePx > 12 && speed > SWIPE_PX_PER_MS)) onClose();
  };
  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        // React passes the event of a sheet within this one up to here.
        if (event.target === event.currentTarget) onClose();
      }}
      onClose={(event) => open && event.target === event.currentTarget && onClose()}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={styles.body}>
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
            <Icon name="close" />
          </IconButton>
        </header>
        {open && children}
      </div>
    </dialog>
  );
}
