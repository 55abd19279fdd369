// Whether a market is closed now, seen again when its hours begin or end, and when it is over.
import type { Instrument } from '../../core/instruments/instrument.ts';
import { sessionAt } from '../../core/instruments/trading-hours.ts';
import { serverNow } from '../state/link.ts';
import { type Closed, closedMarket } from './closed-market.ts';
import type { Offered } from './offer.ts';
import { useMoment } from './use-moment.ts';

export function useClosed(instrument: Instrument, kind: Offered = 'spot'): Closed | null {
  const nowMs = serverNow();
  useMoment(sessionAt(instrument.info, nowMs).changesAt);
  useMoment(instrument.info.delistTime ?? null);
  return closedMarket(instrument, nowMs, kind);
}
