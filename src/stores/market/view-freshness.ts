// Verification state and age of one view's data, by the exchange's timestamps.
import { batch, computed, signal } from '@preact/signals-react';
import { BOOK_STATE } from '../../../core/worker-protocol/worker-protocol.ts';
import { offlineSince } from '../device/online.ts';
import { type Freshness, freshnessOf, connection } from './connection.ts';

/**
 * verified: complete since its snapshot on this connection, and not old. repairing: being fetched again while the last
 * valid data is shown. loading, stale, offline: as named.
 */
type Shield = 'loading' | 'verified' | 'repairing' | 'stale' | 'offline';

/** Freshness of a view; it has no data yet at first. */
export class ViewFreshness {
  readonly #state = signal<number>(BOOK_STATE.loading);
  readonly #asOfMs = signal(NaN);
  readonly #ageMs = computed(() => connection.measuredMs.value - this.#asOfMs.value);
  /** Freshness shown: the older of the connection and the view itself. */
  readonly fresh = computed<Freshness>(() => {
    const own = freshnessOf(this.#ageMs.value);
    return own === 'old' || connection.fresh.value === 'live' ? own : connection.fresh.value;
  });
  readonly shield = computed<Shield>(() => {
    if (offlineSince.value !== null) return 'offline';
    if (connection.fresh.value !== 'live') return Number.isNaN(connection.lastMessageMs.value) ? 'loading' : 'stale';
    if (this.#state.value === BOOK_STATE.live) return this.fresh.value === 'live' ? 'verified' : 'stale';
    return this.#state.value === BOOK_STATE.repairing ? 'repairing' : 'loading';
  });
  /** Age in whole seconds; 0 while live or unknown. */
  readonly ageSeconds = computed(() =>
    this.fresh.value === 'live'
      ? 0
      : Math.max(connection.ageSeconds.value, Math.floor((this.#ageMs.value || 0) / 1_000)),
  );

  /**
   * Sets the view's state, one of BOOK_STATE, and when its data was last true, in ms of this device's clock (NaN:
   * unknown: the shown data keeps its time). A function of its own, as it is the `onStatus` of views.
   */
  readonly update = (state: number, asOfMs: number): void =>
    batch(() => {
      this.#state.value = state;
      if (!Number.isNaN(asOfMs)) this.#asOfMs.value = asOfMs;
    });
}

/** Freshness of all tickers, which share one channel. */
export const tickersFreshness = new ViewFreshness();
