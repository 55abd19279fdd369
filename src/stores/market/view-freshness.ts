// Verification state and age of one view's data, by the exchange's timestamps.
import { type ReadonlySignal, batch, computed, signal } from '@preact/signals-react';
import { BOOK_STATE } from '../../../core/worker-protocol/worker-protocol.ts';
import { type Freshness, freshnessOf, connection } from './connection.ts';
import { offlineSince } from '../device/online.ts';

/**
 * verified: complete since its snapshot on this connection, and not old. repairing: being fetched again while the last
 * valid data is shown. loading, stale, offline: as named.
 */
type Shield = 'loading' | 'verified' | 'repairing' | 'stale' | 'offline';

export interface ViewFreshness {
  shield: ReadonlySignal<Shield>;
  /** Freshness shown: the older of the connection and the view itself. */
  fresh: ReadonlySignal<Freshness>;
  /** Age in whole seconds; 0 while live or unknown. */
  ageSeconds: ReadonlySignal<number>;
  /**
   * Sets the view's state, one of BOOK_STATE, and when its data was last true, in ms of this device's clock (NaN:
   * unknown).
   */
  update(state: number, asOfMs: number): void;
}

/** Freshness of a view without data yet. */
export function createFreshness(): ViewFreshness {
  const state = signal<number>(BOOK_STATE.loading);
  const asOfMs = signal(NaN);
  const ageMs = computed(() => connection.measuredMs.value - asOfMs.value);
  const fresh = computed<Freshness>(() => {
    const own = freshnessOf(ageMs.value);
    return own === 'old' || connection.fresh.value === 'live' ? own : connection.fresh.value;
  });
  return {
    fresh,
    shield: computed(() => {
      if (offlineSince.value !== null) return 'offline';
      if (connection.fresh.value !== 'live') return Number.isNaN(connection.lastMessageMs.value) ? 'loading' : 'stale';
      if (state.value === BOOK_STATE.live) return fresh.value === 'live' ? 'verified' : 'stale';
      return state.value === BOOK_STATE.repairing ? 'repairing' : 'loading';
    }),
    ageSeconds: computed(() =>
      fresh.value === 'live' ? 0 : Math.max(connection.ageSeconds.value, Math.floor((ageMs.value || 0) / 1_000)),
    ),
    update: (next, asOf) =>
      batch(() => {
        state.value = next;
        // NaN: the shown data keeps its time.
        if (!Number.isNaN(asOf)) asOfMs.value = asOf;
      }),
  };
}

/** Freshness of all tickers, which share one channel. */
export const tickersFreshness: ViewFreshness = createFreshness();
