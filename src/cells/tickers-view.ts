// Keeps the tickers of all markets coming while a page that shows them is open, and the small lines of the day fresh.
import { useEffect } from 'react';
import type { View } from '../../contract/thread.ts';
import { useView } from '../api/view.ts';
import { SPARK_EVERY_MS, refreshSparks } from '../state/sparks.ts';

const TICKERS: View = { kind: 'tickers' };

export function useTickers(): void {
  useView(TICKERS);
}

export function useSparks(): void {
  useEffect(() => {
    void refreshSparks();
    const timer = setInterval(() => void refreshSparks(), SPARK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}
