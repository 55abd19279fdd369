// Draws a component again when a moment of the exchange's clock comes.
import { useEffect, useState } from 'react';
import { serverNow } from '../stores/market/connection.ts';

/** Longest wait of a browser's timer, in ms; a later moment is waited for in turns. */
const LONGEST_MS = 2 ** 31 - 1;

/** `atMs`: server time; null, or past: nothing is waited for. */
export function useRerenderAt(atMs: number | null): void {
  const [turns, setTurns] = useState(0);
  useEffect(() => {
    const leftMs = atMs === null ? -1 : atMs - serverNow();
    if (leftMs < 0) return undefined;
    const timer = setTimeout(() => setTurns(turns + 1), Math.min(LONGEST_MS, leftMs + 1));
    return () => clearTimeout(timer);
  }, [atMs, turns]);
}
