// Whether what one pane shows is verified, and how old it is by the exchange's own stamps.
import { type ReadonlySignal, batch, computed, signal } from '@preact/signals-react';
import { BOOK_STATE } from '../../../core/worker-protocol/worker-protocol.ts';
import { type Freshness, freshAt, link } from './connection.ts';
import { offlineSince } from '../device/online.ts';

/**
 * verified: its own snapshot came on this connection, nothing is missing since, and it is not old. repairing: fetched
 * anew, the last good picture stands.
 */
type Shield = 'loading' | 'verified' | 'repairing' | 'stale' | 'offline';

export interface ViewFreshness {
  shield: ReadonlySignal<Shield>;
  /** How its zone is shown: as old as the older of the link and the pane itself. */
  fresh: ReadonlySignal<Freshness>;
  /** Whole seconds; 0 while it is live, or where the age is not known. */
  ageSeconds: ReadonlySignal<number>;
  /**
   * Takes the state of a view, one of BOOK_STATE, and when what it shows was true last: ms of this device's clock, NaN
   * while not known.
   */
  update(state: number, asOfMs: number): void;
}

/** The pane of a view that was not heard of yet. */
export function createFreshness(): ViewFreshness {
  const state = signal<number>(BOOK_STATE.loading);
  const asOfMs = signal(NaN);
  const ageMs = computed(() => link.measuredMs.value - asOfMs.value);
  const fresh = computed<Freshness>(() => {
    const own = freshAt(ageMs.value);
    return own === 'old' || link.fresh.value === 'live' ? own : link.fresh.value;
  });
  return {
    fresh,
    shield: computed(() => {
      if (offlineSince.value !== null) return 'offline';
      if (link.fresh.value !== 'live') return Number.isNaN(link.lastMessageMs.value) ? 'loading' : 'stale';
      if (state.value === BOOK_STATE.live) return fresh.value === 'live' ? 'verified' : 'stale';
      return state.value === BOOK_STATE.repairing ? 'repairing' : 'loading';
    }),
    ageSeconds: computed(() =>
      fresh.value === 'live' ? 0 : Math.max(link.ageSeconds.value, Math.floor((ageMs.value || 0) / 1_000)),
    ),
    update: (next, asOf) =>
      batch(() => {
        state.value = next;
        // Where it is not known now, what stands is as old as it was.
        if (!Number.isNaN(asOf)) asOfMs.value = asOf;
      }),
  };
}

/** The prices of all markets, which come over one channel. */
export const tickersPane: ViewFreshness = createFreshness();
