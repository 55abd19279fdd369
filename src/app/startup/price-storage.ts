// Stores the last known prices for the next visit.
import { connection } from '../../stores/market/connection.ts';
import { tickerRows } from '../../stores/market/tickers.ts';
import { stored } from '../../stores/device/storage.ts';

const STORE_EVERY_MS = 15_000;

/** Stores them periodically, and when the page is left. Called once. */
export function storePrices(): void {
  setInterval(storeNow, STORE_EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') storeNow();
  });
}

function storeNow(): void {
  const snapshot = stored('fxproSnapshot');
  const at = connection.lastMessageMs.peek();
  const storedAt = snapshot.peek().at;
  // Of a later time than now it is of a clock that was wrong.
  if (!(at > storedAt || storedAt > Date.now())) return;
  snapshot.value = {
    at,
    rows: tickerRows().map((row) => [...row].map((value) => (Number.isNaN(value) ? null : value))),
  };
}
