// Snapshot of the last known prices, stored between visits.
// Shown before the feed connects, and offline.
import { connection, restoreLastMessage } from './connection.ts';
import { stored } from '../device/storage.ts';
import { applyTickers, tickerRows } from './tickers.ts';

const STORE_EVERY_MS = 15_000;

const restored = stored('fxproSnapshot');

/**
 * Restores the last visit's prices with their age, then stores new ones periodically. Called once, before the first
 * frame.
 */
export function startPriceSnapshot(): void {
  const { at, rows } = restored.peek();
  if (rows.length > 0) {
    applyTickers(Float64Array.from([rows.length, ...rows.flatMap((row) => row.map((value) => value ?? NaN))]), 0);
    restoreLastMessage(at);
  }
  setInterval(storeSnapshot, STORE_EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') storeSnapshot();
  });
}

function storeSnapshot(): void {
  const at = connection.lastMessageMs.peek();
  if (!(at > restored.peek().at)) return;
  restored.value = {
    at,
    rows: tickerRows().map((row) => [...row].map((value) => (Number.isNaN(value) ? null : value))),
  };
}
