// The order form that is open below the chart; a reload of the tab opens it again, as its draft comes back.
import { useEffect, useState } from 'react';
import type { TicketStart } from '../../components/ticket/ticket-slot.ts';

/** Where a tab that is left notes its open form, with the history entry that it belongs to. */
const ITEM = 'fxproHalfTicket';

/** The router's key of the entry: the same after a reload, and for the entry of the sheet. */
const entryKey = (): unknown => (history.state as { key?: unknown } | null)?.key;

/** Null too in another entry: what was left open there is not opened here. */
function takenStart(): TicketStart | null {
  try {
    const [key, start] = JSON.parse(sessionStorage.getItem(ITEM) ?? '[]') as [unknown, TicketStart?];
    return (key === entryKey() && start) || null;
  } catch {
    return null;
  }
}

function note(start: TicketStart | null): void {
  try {
    if (start) sessionStorage.setItem(ITEM, JSON.stringify([entryKey(), start]));
    else sessionStorage.removeItem(ITEM);
  } catch {
    // Without storage a reload closes the form.
  }
}

export function useHalfTicket(): [TicketStart | null, (start: TicketStart | null) => void] {
  const [start, setStart] = useState(takenStart);
  useEffect(() => {
    const onHide = (): void => note(start);
    window.addEventListener('pagehide', onHide);
    return () => {
      window.removeEventListener('pagehide', onHide);
      note(null);
    };
  }, [start]);
  return [start, setStart];
}
