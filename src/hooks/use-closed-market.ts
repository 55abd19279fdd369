// Whether a market is closed now, seen again when its hours begin or end, and when it is over.
import type { Instrument } from '../../core/instruments/instrument.ts';
import { sessionAt } from '../../core/instruments/trading-hours.ts';
import { serverNow } from '../stores/market/connection.ts';
import { type Closed, closedMarket } from '../components/market/closed-market.ts';
import type { Offered } from '../components/market/market-offer.ts';
import { useRerenderAt } from './use-rerender-at.ts';

export function useClosed(instrument: Instrument, kind: Offered = 'spot'): Closed | null {
  const nowMs = serverNow();
  useRerenderAt(sessionAt(instrument.info, nowMs).changesAt);
  useRerenderAt(instrument.info.delistTime ?? null);
  return closedMarket(instrument, nowMs, kind);
}
