// Tickers that are subscribed before a view shows them, while the page is still loading.
import type { MarketDataStore } from '../market-data-store.ts';
import type { Platform } from '../platform.ts';

/** How long a page may take until it opens its first view. After that, tickers that no view shows are unsubscribed. */
const EXPECTED_MS = 15_000;

/** First screens show tickers: theirs are there when such a page opens its view, without a further round trip. */
export function expectTickers(store: MarketDataStore, platform: Platform, reconcile: () => void): void {
  const { release } = store.acquireTickers();
  platform.after(EXPECTED_MS, () => {
    release();
    reconcile();
  });
}
