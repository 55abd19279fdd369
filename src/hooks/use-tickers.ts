// Keeps the tickers of all markets coming while a page that shows them is open, and the small lines of the day fresh.
import { useEffect } from 'react';
import { BOOK_STATE } from '../../core/worker-protocol/worker-protocol.ts';
import { type OpenView, type ViewSink, openView } from '../api/view.ts';
import { tickersPane } from '../stores/market/view-freshness.ts';
import { SPARK_EVERY_MS, refreshSparks } from '../stores/market/sparks.ts';

/** Tickers go to their cells by themselves; whether they are verified is one pane's matter, whoever asks for them. */
const SINK: ViewSink = { section: () => undefined, failed: () => undefined, pane: tickersPane.update };
/**
 * The view outlives the last page that showed it by this: the next page takes it over as it stands, and nothing is sent
 * anew.
 */
const LINGER_MS = 1_000;

let users = 0;
let view: OpenView | null = null;
let leaving: ReturnType<typeof setTimeout> | undefined;

/** All who show tickers share one view. */
export function useTickers(): void {
  useEffect(() => {
    users += 1;
    clearTimeout(leaving);
    view ??= openView({ kind: 'tickers' }, SINK);
    return () => {
      users -= 1;
      if (users === 0) leaving = setTimeout(leave, LINGER_MS);
    };
  }, []);
}

/** Nobody follows the prices from here on: what stands gets older until somebody does. */
function leave(): void {
  view?.close();
  view = null;
  tickersPane.update(BOOK_STATE.repairing, NaN);
}

export function useSparks(): void {
  useEffect(() => {
    void refreshSparks();
    const timer = setInterval(() => void refreshSparks(), SPARK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}
