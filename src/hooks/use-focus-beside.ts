// Moves the focus from a row of a list that disappears, such as a cancelled order, to the row beside it.
import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Returns the ref of a row. The link of its neighbour gets the focus, not a button: a second press of Enter would act
 * on another row. After the last row the chosen tab of the list gets it. Without this a keyboard and a screen reader
 * would begin at the top of the page.
 */
export function useFocusBeside<T extends HTMLElement>(): RefObject<T | null> {
  const row = useRef<T>(null);
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const beside = element.nextElementSibling ?? element.previousElementSibling;
      const tab = element.closest('main, section')?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
      // After the row was removed. Nothing is connected when the whole page was left.
      queueMicrotask(() => (beside?.isConnected ? beside.querySelector('a') : tab)?.focus({ preventScroll: true }));
    };
  }, []);
  return row;
}
