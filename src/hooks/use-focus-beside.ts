// A row of a list that has the focus as it goes away, as a cancelled order does, leaves it beside it.
import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Returns the ref of a row. Its neighbour's link gets the focus, and no button: a second press of Enter would act on
 * another row. After the last row it is the chosen tab of the list. A keyboard and a screen reader would else begin at
 * the top of the page.
 */
export function useFocusBeside<T extends HTMLElement>(): RefObject<T | null> {
  const row = useRef<T>(null);
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const beside = element.nextElementSibling ?? element.previousElementSibling;
      const tab = element.closest('main, section')?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
      // Once it is gone: of a page that is left nothing is there.
      queueMicrotask(() => (beside?.isConnected ? beside.querySelector('a') : tab)?.focus({ preventScroll: true }));
    };
  }, []);
  return row;
}
