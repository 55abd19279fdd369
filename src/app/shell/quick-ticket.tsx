// The ticket for pages of other features, loaded when the first of them shows it.
import type { ReactNode } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { offerOf } from '../../components/market/market-offer.ts';
import { lazyBlock } from '../../components/common/lazy-component.tsx';
import type { TicketStart } from '../../components/ticket/ticket-slot.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';

const Contract = lazyBlock(
  () => import('../../features/contracts/contracts-page.tsx'),
  ({ QuickContract: part }) => part,
  <SkeletonRows rows={4} />,
);
const Spot = lazyBlock(
  () => import('../../features/trade/quick-spot-ticket.tsx'),
  ({ QuickTicket: part }) => part,
  <SkeletonRows rows={4} />,
);

/** Another market or another start is another ticket. */
export function quickTicket(instrument: Instrument, start: TicketStart | null): ReactNode {
  const Ticket = offerOf(instrument) === 'contract' ? Contract : Spot;
  return (
    <Ticket key={`${instrument.info.id} ${start?.side} ${start?.priceTicks}`} instrument={instrument} start={start} />
  );
}
