// Re-renders a component at a moment of the exchange's clock, and when that turns out to be far from this device's.
import { useEffect, useState } from 'react';
import { offsetMinutes, serverNow } from '../stores/market/connection.ts';
import { useSignalValue } from '../ui/use-signal-value.ts';

/** Longest delay of a browser timer, in ms; a later moment takes several timers. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** `atMs`: server time; null or past: no timer. */
export function useRerenderAt(atMs: number | null): void {
  const [count, setCount] = useState(0);
  const offset = useSignalValue(offsetMinutes);
  useEffect(() => {
    const leftMs = atMs === null ? -1 : atMs - serverNow();
    if (leftMs < 0) return undefined;
    const timer = setTimeout(() => setCount(count + 1), Math.min(MAX_TIMEOUT_MS, leftMs + 1));
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- serverNow() follows the offset
  }, [atMs, count, offset]);
}
