// Sheet below a part of the page that stays alive; Back, Escape, a swipe down or its close button close it.
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { SheetHead, moveDown } from './sheet-head.tsx';
import styles from './sheet.module.css';
import { useSheetEntry } from './use-sheet-entry.ts';

export interface HalfSheetProps {
  /** Accessible name. */
  label: string;
  title: ReactNode;
  /** Accessible name of the close button. */
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/** Open while it is mounted. Not modal: what is above it can be used; the page hides what it covers. */
export function HalfSheet({ label, title, closeLabel, onClose, children }: HalfSheetProps) {
  const sheet = useRef<HTMLElement>(null);
  const opener = useRef<Element>(null);
  useSheetEntry(true, onClose);
  const close = useEffectEvent(onClose);
  // With the next frame the page hides what opened it, which then has the focus no longer.
  useLayoutEffect(() => {
    opener.current = document.activeElement;
  }, []);
  useEffect(() => {
    const before = opener.current;
    sheet.current?.focus({ preventScroll: true });
    const onKey = (event: KeyboardEvent): void => {
      // A dialog above it, or the chart beside it, uses the key first.
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return;
      close();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <section
      ref={sheet}
      className={styles.half}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      data-testid="half-sheet"
    >
      <div className={styles.body}>
        <SheetHead
          onDrag={(downPx) => moveDown(sheet.current, downPx)}
          title={title}
          closeLabel={closeLabel}
          onClose={onClose}
        />
        {children}
      </div>
    </section>
  );
}
