// Snapshot of the last known prices, stored between visits.
// Shown before the feed connects, and offline.
import { connection, restoreLastMessage } from './connection.ts';
import { stored } from '../device/storage.ts';
import { restoreTickers, tickerRows } from './tickers.ts';

const STORE_EVERY_MS = 15_000;

const restored = stored('fxproSnapshot');

/**
 * Restores the last visit's prices with their age, then stores new ones periodically. Called once, before the first
 * frame.
 */
export function startPriceSnapshot(): void {
  const { at, rows } = restored.peek();
  if (rows.length > 0) {
    restoreTickers(rows.map((row) => Float64Array.from(row, (value) => value ?? NaN)));
    restoreLastMessage(at);
  }
  setInterval(storeSnapshot, STORE_EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') storeSnapshot();
  });
}

function storeSnapshot(): void {
  const at = connection.lastMessageMs.peek();
  const storedAt = restored.peek().at;
  // Of a later time than now it is of a clock that was wrong.
  if (!(at > storedAt || storedAt > Date.now())) return;
  restored.value = {
    at,
    rows: tickerRows().map((row) => [...row].map((value) => (Number.isNaN(value) ? null : value))),
  };
}
