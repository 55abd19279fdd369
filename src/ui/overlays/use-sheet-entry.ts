// An open sheet holds a history entry, and the page behind it neither scrolls nor moves.
import { useEffect, useEffectEvent } from 'react';
import { sheetHistory } from './sheet-history.ts';

export function useSheetEntry(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return undefined;
    const removeEntry = sheetHistory().add(() => close());
    reserveScrollbar();
    return () => {
      removeEntry();
      // This dialog closes after the effect.
      if (document.querySelectorAll('dialog[open]').length <= 1) document.documentElement.style.scrollbarGutter = '';
    };
  }, [open]);
}

/** The style sheet stops the page's scrolling; the width of its scrollbar, where it has one, stays free. */
function reserveScrollbar(): void {
  const page = document.documentElement;
  if (window.innerWidth > page.clientWidth) page.style.scrollbarGutter = 'stable';
}
