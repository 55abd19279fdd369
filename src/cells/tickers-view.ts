// Keeps the tickers of all markets coming while a page that shows them is open, and the small lines of the day fresh.
import { useEffect } from 'react';
import { BOOK_STATE, type View } from '../../contract/thread.ts';
import { type ViewSink, useView } from '../api/view.ts';
import { tickersPane } from '../state/pane.ts';
import { SPARK_EVERY_MS, refreshSparks } from '../state/sparks.ts';

const TICKERS: View = { kind: 'tickers' };
/** Tickers go to their cells by themselves; whether they are verified is one pane's matter, whoever asks for them. */
const SINK: ViewSink = { section: () => undefined, failed: () => undefined, pane: tickersPane.hear };
let users = 0;

export function useTickers(): void {
  useView(TICKERS, SINK);
  useEffect(() => {
    users += 1;
    return () => {
      users -= 1;
      // Nobody follows them from here on: what stands gets older until somebody does.
      if (users === 0) tickersPane.hear(BOOK_STATE.repairing);
    };
  }, []);
}

export function useSparks(): void {
  useEffect(() => {
    void refreshSparks();
    const timer = setInterval(() => void refreshSparks(), SPARK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}
