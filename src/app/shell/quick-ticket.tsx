// Order ticket for pages of other features, loaded on first use.
import type { ReactNode } from 'react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { tradeKindOf } from '../../components/market/trade-kind.ts';
import { lazyBlock } from '../../components/common/lazy-component.tsx';
import type { TicketStart } from '../../components/ticket/ticket-slot.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';

const Contract = lazyBlock(
  () => import('../../features/contracts/contracts-page.tsx'),
  ({ QuickContractTicket: part }) => part,
  <SkeletonRows rows={4} />,
);
const Spot = lazyBlock(
  () => import('../../features/trade/trade-page.tsx'),
  ({ QuickSpotTicket: part }) => part,
  <SkeletonRows rows={4} />,
);

/** The key makes another market or start a new ticket. */
export function quickTicket(instrument: Instrument, start: TicketStart | null): ReactNode {
  const Ticket = tradeKindOf(instrument) === 'contract' ? Contract : Spot;
  return (
    <Ticket
      key={`${instrument.info.id} ${start?.side} ${start?.priceTicks ?? start?.total}`}
      instrument={instrument}
      start={start}
    />
  );
}
