// What became of my orders while the feed was away: what stood then, compared with what the exchange says now.
import { CONTRACT_STATUS } from '../../../core/orders/contract-order.ts';
import { SPOT_STATUS } from '../../../core/orders/spot-order.ts';
import { call } from '../../api/call.ts';
import { contractsState, openContracts } from './contract-orders.ts';
import { openOrders, ordersState } from './spot-orders.ts';

/** History looked through: more than a user may have open. */
const HISTORY = 100;

/** Orders counted by what became of them. A partial fill is a fill. */
export interface MissedUpdates {
  filled: number;
  cancelled: number;
  /** Contracts that were closed: by their own prices, by the house, or elsewhere. */
  closed: number;
}

interface Then {
  id: number;
  status: number;
  updateTime: number;
  dealAmount?: string;
}

/** Counts what differs between orders as they stood and as they are now; those that did not change are not counted. */
export function compareSpot(then: readonly Then[], now: readonly Then[]): Omit<MissedUpdates, 'closed'> {
  const known = new Map(now.map((order) => [order.id, order]));
  let filled = 0;
  let cancelled = 0;
  for (const { id, updateTime, dealAmount } of then) {
    const after = known.get(id);
    if (!after || after.updateTime <= updateTime) continue;
    if (after.status === SPOT_STATUS.cancelled || after.status === SPOT_STATUS.refused) cancelled += 1;
    else if (after.status === SPOT_STATUS.finished || after.dealAmount !== dealAmount) filled += 1;
  }
  return { filled, cancelled };
}

/** The same of contracts. */
export function compareContracts(then: readonly Then[], now: readonly Then[]): MissedUpdates {
  const known = new Map(now.map((order) => [order.id, order]));
  const counts: MissedUpdates = { filled: 0, cancelled: 0, closed: 0 };
  for (const { id, status } of then) {
    const after = known.get(id)?.status;
    if (after === undefined || after === status) continue;
    if (after === CONTRACT_STATUS.closed) counts.closed += 1;
    else if (after === CONTRACT_STATUS.holding) counts.filled += 1;
    else counts.cancelled += 1;
  }
  return counts;
}

/**
 * To be called at a private reset, before anything is fetched again. Null where nothing was known or nothing happened.
 * Throws CallError.
 */
export async function findMissedUpdates(): Promise<MissedUpdates | null> {
  const spot = ordersState.peek() === 'ready' ? openOrders.peek() : [];
  const contracts = contractsState.peek() === 'ready' ? openContracts.peek() : [];
  const [current, past, active, closed] = await Promise.all([
    spot.length > 0 ? call('/coin/order/list', { state: 'current', pageSize: HISTORY }) : null,
    spot.length > 0 ? call('/coin/order/list', { state: 'history', pageSize: HISTORY }) : null,
    contracts.length > 0 ? call('/coin/contract/order/list/active', {}) : null,
    contracts.length > 0 ? call('/coin/contract/order/list', { pageSize: HISTORY }) : null,
  ]);
  const ofSpot = compareSpot(spot, [...(current?.list ?? []), ...(past?.list ?? [])]);
  const ofContracts = compareContracts(contracts, [...(active?.list ?? []), ...(closed?.list ?? [])]);
  const away = {
    filled: ofSpot.filled + ofContracts.filled,
    cancelled: ofSpot.cancelled + ofContracts.cancelled,
    closed: ofContracts.closed,
  };
  return away.filled + away.cancelled + away.closed > 0 ? away : null;
}
