// Re-renders a component at a moment of the exchange's clock.
import { useEffect, useState } from 'react';
import { serverNow } from '../stores/market/connection.ts';

/** Longest delay of a browser timer, in ms; a later moment takes several timers. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** `atMs`: server time; null or past: no timer. */
export function useRerenderAt(atMs: number | null): void {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const leftMs = atMs === null ? -1 : atMs - serverNow();
    if (leftMs < 0) return undefined;
    const timer = setTimeout(() => setCount(count + 1), Math.min(MAX_TIMEOUT_MS, leftMs + 1));
    return () => clearTimeout(timer);
  }, [atMs, count]);
}
