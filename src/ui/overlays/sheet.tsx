// Bottom sheet: a modal dialog that closes by swipe, tap outside, Escape, Back or its close button.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SheetHead, moveDown } from './sheet-head.tsx';
import { openedByPress, placeAtPointer } from './pointer-place.ts';
import styles from './sheet.module.css';
import { useSheetEntry } from './use-sheet-entry.ts';

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

/**
 * The native dialog traps focus, makes the rest of the page inert, and restores focus on closing. Its event of a
 * closing comes later: a sheet that is open again by then stays.
 */
function SheetDialog({ open, onClose, title, closeLabel, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const around = useRef<(HTMLElement | null | undefined)[]>([]);
  const repeats = useRef<ReturnType<typeof openedByPress>>(() => false);
  useSheetEntry(open, onClose);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) {
      around.current = AROUND.map((part) => document.activeElement?.closest<HTMLElement>(part));
      element.showModal();
      placeAtPointer(element);
      repeats.current = openedByPress();
    }
    if (!open && element.open) {
      element.close();
      focusNear(around.current);
    }
  }, [open]);
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
      onClickCapture={(event) => {
        // The second tap of a double tap was meant for what opened the sheet, and not for what it covers that with.
        if (!repeats.current(event)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onClose={({ target, currentTarget }) => open && target === currentTarget && !currentTarget.open && onClose()}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={styles.body}>
        <SheetHead
          onDrag={(downPx) => moveDown(dialog.current, downPx)}
          title={title}
          closeLabel={closeLabel}
          onClose={onClose}
        />
        {open && children}
      </div>
    </dialog>
  );
}

/** Parts of a page that get the focus. */
const AROUND = ['form, li', 'section, main'];

/**
 * Where the opener of a sheet cannot get the focus back, as a button that is off while it sends or one of a row that is
 * gone, the part of the page around it gets it: else a keyboard would go on from the beginning of the page.
 */
function focusNear(around: readonly (HTMLElement | null | undefined)[]): void {
  const near = around.find((part) => part?.isConnected);
  if (!near || document.activeElement !== document.body) return;
  near.tabIndex = -1;
  near.focus({ preventScroll: true });
}
