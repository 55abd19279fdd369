// Book levels at which the user's own orders rest.
import { type ReadonlySignal, computed } from '@preact/signals-react';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { type PriceTicks, parseSteps } from '../../../core/units/units.ts';
import { waitingContracts } from '../../stores/account/contract-orders.ts';
import { openOrders } from '../../stores/account/spot-orders.ts';
import type { BookSideName } from '../../stores/market/book-rows.ts';

/** Prices in ticks; a price occurs once for each order. */
export type OwnLevels = Readonly<Record<BookSideName, readonly PriceTicks[]>>;

/** The user's resting spot and contract orders of one market. */
export function ownLevels({ info, price }: Instrument): ReadonlySignal<OwnLevels> {
  const ticksOf = (text: string): PriceTicks[] => {
    const ticks = parseSteps(text, price);
    return typeof ticks === 'number' && ticks > 0 ? [ticks] : [];
  };
  return computed(() => {
    const spot = openOrders.value.filter(
      ({ coinInfoId, orderType }) => coinInfoId === info.id && !orderType.startsWith('stop_'),
    );
    const contracts = waitingContracts.value.filter(({ coinInfoId }) => coinInfoId === info.id);
    const side = (isBid: boolean): PriceTicks[] => [
      ...spot.filter((order) => (order.side === 'buy') === isBid).flatMap((order) => ticksOf(order.price)),
      ...contracts
        .filter((order) => (order.direction === 'long') === isBid)
        .flatMap((order) => ticksOf(order.limitPrice)),
    ];
    return { bid: side(true), ask: side(false) };
  });
}

/** Whether an own order falls into a grouped row: bids are rounded down to it, asks up. */
export function hasOwnOrder(own: OwnLevels, side: BookSideName, rowTicks: PriceTicks, groupTicks: number): boolean {
  return own[side].some(
    (ticks) =>
      (side === 'bid' ? Math.floor(ticks / groupTicks) : Math.ceil(ticks / groupTicks)) * groupTicks === rowTicks,
  );
}
