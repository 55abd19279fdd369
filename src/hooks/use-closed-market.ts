// Whether a market is closed now; re-renders when trading hours begin or end and at delisting.
import type { Instrument } from '../../core/instruments/instrument.ts';
import { sessionAt } from '../../core/instruments/trading-hours.ts';
import { serverNow } from '../stores/market/connection.ts';
import { type MarketClosure, closedMarket } from '../components/market/closed-market.ts';
import type { TradeKind } from '../components/market/trade-kind.ts';
import { useRerenderAt } from './use-rerender-at.ts';

export function useClosedMarket(instrument: Instrument, kind: TradeKind = 'spot'): MarketClosure | null {
  const nowMs = serverNow();
  useRerenderAt(sessionAt(instrument.info, nowMs).changesAt);
  useRerenderAt(instrument.info.delistTime ?? null);
  return closedMarket(instrument, nowMs, kind);
}
