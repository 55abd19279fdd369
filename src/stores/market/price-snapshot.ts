// The last known prices, kept between visits: what a page shows before the first word of the feed, and without a
// network.
import { link, restoreLastMessage } from './connection.ts';
import { stored } from '../device/storage.ts';
import { applyTickers, tickerRows } from './tickers.ts';

const KEEP_EVERY_MS = 15_000;

const restored = stored('fxproSnapshot');

/** Shows what the last visit knew, with its age, and keeps what this one learns. Before the first frame, once. */
export function keepSnapshot(): void {
  const { at, rows } = restored.peek();
  if (rows.length > 0) {
    applyTickers(Float64Array.from([rows.length, ...rows.flatMap((row) => row.map((value) => value ?? NaN))]), 0);
    restoreLastMessage(at);
  }
  setInterval(keep, KEEP_EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep();
  });
}

function keep(): void {
  const at = link.lastMessageMs.peek();
  if (!(at > restored.peek().at)) return;
  restored.value = {
    at,
    rows: tickerRows().map((row) => [...row].map((value) => (Number.isNaN(value) ? null : value))),
  };
}
