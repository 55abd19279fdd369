// Prices of the last visit, shown before the feed connects, and offline.
import { stored } from '../device/storage.ts';
import { restoreLastMessage } from './connection.ts';
import { restoreTickers } from './tickers.ts';

/** Restores them with their age. Called once, before the first frame. */
export function restorePrices(): void {
  const { at, rows } = stored('fxproSnapshot').peek();
  if (rows.length === 0) return;
  restoreTickers(rows.map((row) => Float64Array.from(row, (value) => value ?? NaN)));
  restoreLastMessage(at);
}
