// Whether a market is closed now, seen again when its hours begin or end.
import { useEffect, useState } from 'react';
import type { Instrument } from '../../contract/instrument.ts';
import { sessionAt } from '../../contract/session.ts';
import { serverNow } from '../state/link.ts';
import { type Closed, closedMarket } from './closed-market.ts';

/** Longest wait of a browser's timer, in ms; hours change within a week. */
const LONGEST_MS = 2 ** 31 - 1;

export function useClosed(instrument: Instrument, kind: 'spot' | 'contract' = 'spot'): Closed | null {
  const [turns, setTurns] = useState(0);
  useEffect(() => {
    const nowMs = serverNow();
    const { changesAt } = sessionAt(instrument.info, nowMs);
    if (changesAt === null) return undefined;
    const timer = setTimeout(() => setTurns(turns + 1), Math.min(LONGEST_MS, changesAt - nowMs + 1));
    return () => clearTimeout(timer);
  }, [instrument, turns]);
  return closedMarket(instrument, serverNow(), kind);
}
