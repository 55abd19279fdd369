// The ticket for pages of other features, loaded when the first of them shows it.
import { type ReactNode, Suspense, lazy } from 'react';
import type { Instrument } from '../../contract/instrument.ts';
import type { TicketStart } from '../cells/ticket-slot.ts';
import { SkeletonRows } from '../ui/skeleton.tsx';

const Loaded = lazy(async () => ({ default: (await import('../features/trade/quick-ticket.tsx')).QuickTicket }));

export function quickTicket(instrument: Instrument, start: TicketStart | null): ReactNode {
  return <Suspense fallback={<SkeletonRows rows={4} />}><Loaded instrument={instrument} start={start} /></Suspense>;
}
