// Subscribes to the tickers of all markets, and refreshes the sparklines, while a page shows them.
import { useEffect } from 'react';
import { BOOK_STATE } from '../../core/worker-protocol/worker-protocol.ts';
import { type OpenView, type ViewSink, openView } from '../api/view-subscription.ts';
import { tickersFreshness } from '../stores/market/view-freshness.ts';
import { SPARK_EVERY_MS, refreshSparks } from '../stores/market/sparks.ts';

/** The frame receiver writes tickers to their signals; only the status is handled here, once for all subscribers. */
const SINK: ViewSink = { onSection: () => undefined, onFailed: () => undefined, onStatus: tickersFreshness.update };
/**
 * The view stays open this long after its last subscriber, so that the next page reuses it without a new subscription.
 */
const LINGER_MS = 1_000;

let subscribers = 0;
let view: OpenView | null = null;
let closeTimer: ReturnType<typeof setTimeout> | undefined;

/** All subscribers share one view. */
export function useTickers(): void {
  useEffect(() => {
    subscribers += 1;
    clearTimeout(closeTimer);
    view ??= openView({ kind: 'tickers' }, SINK);
    return () => {
      subscribers -= 1;
      if (subscribers === 0) closeTimer = setTimeout(closeView, LINGER_MS);
    };
  }, []);
}

/** Closes the view: from now on shown prices age until the next subscriber. */
function closeView(): void {
  view?.close();
  view = null;
  tickersFreshness.update(BOOK_STATE.repairing, NaN);
}

export function useSparks(): void {
  useEffect(() => {
    void refreshSparks();
    const timer = setInterval(() => void refreshSparks(), SPARK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}
