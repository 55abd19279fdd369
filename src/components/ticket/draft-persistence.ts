// Keeps a ticket's draft across a login, a reload of the tab and a change of layout, without a price of the market.
// The layouts are the phone's page and the terminal.
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { translate } from '../../locales/use-translation.ts';
import { submissionOf } from '../../hooks/submissions.ts';
import { isLoggedIn, userInfo } from '../../stores/account/session.ts';
import { showToast } from '../../stores/ui/toast.ts';
import { TABLET } from '../../ui/use-media.ts';

/** Where a tab that is left stores its drafts. */
const ITEM = 'fxproDrafts';
/** A draft of longer ago is not restored: its price would mislead. */
const VALID_MS = 600_000;

/** The fields of a ticket; `ownPrice`: the price is the user's, not filled in from the market. */
interface TicketDraft {
  price: string;
  ownPrice?: boolean;
}
/** Those, or the text of one field. */
type Draft = string | TicketDraft;
interface StoredDraft {
  draft: Draft;
  atMs: number;
  /** User id of who typed it; 0 for a visitor, whose draft is for any user who logs in. */
  user: number;
  /** The page was loaded again since. */
  reloaded?: boolean;
}

/** Whether the window shows the terminal: a ticket of the other layout is replaced, and what was typed goes on. */
const isWide = (): boolean => matchMedia(TABLET).matches;

interface OpenTicket {
  read: () => StoredDraft;
  wide: boolean;
}

/** Drafts by the name of their ticket: of tickets that were left, and those that are open. */
const drafts = takeStored();
const open = new Map<string, OpenTicket>();

window.addEventListener('pagehide', () => {
  // An order under way has an outcome of its own after the reload: its ticket would send another one.
  const typed = [...open].filter(([name]) => submissionOf(name.split(' ', 2).join(' ')).progress.peek() === 'idle');
  const all = [...drafts, ...typed.map(([name, { read }]) => [name, { ...read(), reloaded: true }])];
  try {
    sessionStorage.setItem(ITEM, JSON.stringify(all));
  } catch {
    // Without storage a draft ends with the page.
  }
});
// A page that comes back as it was has its drafts.
window.addEventListener('pageshow', takeStored);

/** Restored once: after a fault of its form a draft does not come back. */
function takeStored(): Map<string, StoredDraft> {
  try {
    const stored = sessionStorage.getItem(ITEM);
    sessionStorage.removeItem(ITEM);
    return new Map(JSON.parse(stored ?? '[]') as [string, StoredDraft][]);
  } catch {
    return new Map();
  }
}

const userId = (): number => userInfo.peek()?.user.id ?? 0;

/** What was stored, with the fields that a newer build has and the price of now unless it is the user's. */
function restored<D extends Draft>(name: string, begin: D): D {
  // The ticket of the other layout is still there when the one of this layout begins.
  const other = open.get(name);
  const known = other && other.wide !== isWide() ? other.read() : drafts.get(name);
  if (!known || Date.now() - known.atMs > VALID_MS || (known.user !== 0 && known.user !== userId())) return begin;
  const { draft } = known;
  if (typeof begin === 'string' || typeof draft === 'string') return draft as D;
  return { ...(begin as TicketDraft), ...draft, price: draft.ownPrice ? draft.price : begin.price } as D;
}

/**
 * `useState` with a restored initial value. `name` identifies the ticket and its market, and always has the same draft
 * type. The draft of a logged-in user is discarded on unmount, unless the window has changed to the other layout.
 */
export function usePersistentDraft<D extends Draft>(name: string, start: () => D): [D, Dispatch<SetStateAction<D>>] {
  const [begin] = useState(start);
  // The layout that it is a part of. The window may be back in the other one before the effect.
  const [wide] = useState(isWide);
  const [draft, setDraft] = useState(() => restored(name, begin));
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);
  useEffect(() => {
    if (drafts.get(name)?.reloaded && JSON.stringify(latest.current) !== JSON.stringify(begin))
      showToast(translate()('ticket.restored'));
    // Deleted in the effect, not in the initialiser: React may call the initialiser more than once before mounting.
    drafts.delete(name);
    const user = userId();
    // Of the user whose session has ended, too.
    const read = (): StoredDraft => ({ draft: latest.current, atMs: Date.now(), user: userId() || user });
    open.set(name, { read, wide });
    return () => {
      open.delete(name);
      if (!isLoggedIn.peek() || isWide() !== wide) drafts.set(name, read());
    };
  }, [name, begin, wide]);
  return [draft, setDraft];
}

/**
 * A ticket after its order was accepted: the fields of `empty` are emptied, but those that the user has changed since
 * the order was `sent`.
 */
export function withoutSent<D extends object>(now: D, sent: D, empty: Partial<D>): D {
  const left = { ...now, ...empty };
  for (const field of Object.keys(empty) as (keyof D)[]) if (now[field] !== sent[field]) left[field] = now[field];
  return left;
}
