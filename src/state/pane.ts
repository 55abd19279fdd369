// Whether what one pane shows is verified, and for how long it is not.
import { type ReadonlySignal, batch, computed, signal } from '@preact/signals-react';
import { BOOK_STATE } from '../../contract/thread.ts';
import { type Freshness, freshAt, link } from './link.ts';
import { offlineSince } from './online.ts';

/** verified: its own snapshot came on this connection, and nothing is missing since. repairing: fetched anew, the last good picture stands. */
export type Shield = 'loading' | 'verified' | 'repairing' | 'stale' | 'offline';

export interface Pane {
  shield: ReadonlySignal<Shield>;
  /** How its zone is shown: as old as the older of the link and the pane itself. */
  fresh: ReadonlySignal<Freshness>;
  /** Whole seconds; 0 while it is live, or where the age is not known. */
  ageSeconds: ReadonlySignal<number>;
  /** Takes the state of a view, one of BOOK_STATE. */
  hear(state: number): void;
}

/** The pane of a view that was not heard of yet. */
export function createPane(): Pane {
  const state = signal<number>(BOOK_STATE.loading);
  const lostMs = signal(NaN);
  /** Not verified for this long; NaN before it ever was. */
  const ageMs = computed(() => (state.value === BOOK_STATE.live ? 0 : Math.max(0, link.measuredMs.value - lostMs.value)));
  const fresh = computed<Freshness>(() => {
    const own = freshAt(ageMs.value);
    return own === 'old' || link.fresh.value === 'live' ? own : link.fresh.value;
  });
  return {
    fresh,
    shield: computed(() => {
      if (offlineSince.value !== null) return 'offline';
      if (link.fresh.value !== 'live') return Number.isNaN(link.lastHeardMs.value) ? 'loading' : 'stale';
      return state.value === BOOK_STATE.live ? 'verified' : state.value === BOOK_STATE.repairing ? 'repairing' : 'loading';
    }),
    ageSeconds: computed(() => (fresh.value === 'live' ? 0 : Math.max(link.ageSeconds.value, Math.floor((ageMs.value || 0) / 1_000)))),
    hear: (next) => batch(() => {
      if (state.peek() === BOOK_STATE.live && next !== BOOK_STATE.live) lostMs.value = Date.now();
      state.value = next;
    }),
  };
}

/** The prices of all markets, which come over one channel. */
export const tickersPane: Pane = createPane();
