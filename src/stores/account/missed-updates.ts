// What changed in the user's orders while the feed was disconnected.
import { CONTRACT_STATUS } from '../../../core/orders/contract-order.ts';
import { SPOT_STATUS } from '../../../core/orders/spot-order.ts';
import { read } from '../../api/read.ts';
import { contractsState, openContracts } from './contract-orders.ts';
import { openOrders, ordersState } from './spot-orders.ts';

/** Orders fetched per list: more than a user may have open. */
const HISTORY = 100;

/** Counts of changed orders. A partial fill counts as a fill. */
export interface MissedUpdates {
  filled: number;
  cancelled: number;
  /** Contracts closed by their own triggers, by liquidation, or from another device. */
  closed: number;
}

interface OrderState {
  id: number;
  status: number;
  updateTime: number;
  dealAmount?: string;
  reason?: string | undefined;
}

/** Counts the differences between the orders before and after the disconnect. */
export function compareSpot(then: readonly OrderState[], now: readonly OrderState[]): Omit<MissedUpdates, 'closed'> {
  const known = new Map(now.map((order) => [order.id, order]));
  let filled = 0;
  let cancelled = 0;
  for (const { id, updateTime, dealAmount } of then) {
    const after = known.get(id);
    if (!after || after.updateTime <= updateTime) continue;
    // The order of a stop that was reached is a new one, which was not known before.
    if (after.reason === 'triggered') continue;
    if (after.status === SPOT_STATUS.cancelled || after.status === SPOT_STATUS.refused) cancelled += 1;
    else if (after.status === SPOT_STATUS.finished || after.dealAmount !== dealAmount) filled += 1;
  }
  return { filled, cancelled };
}

/** The same for contracts. */
export function compareContracts(then: readonly OrderState[], now: readonly OrderState[]): MissedUpdates {
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
 * Called when the account data is invalidated, before it is fetched again. Null where nothing was known or nothing
 * changed. Throws CallError.
 */
export async function findMissedUpdates(): Promise<MissedUpdates | null> {
  const spot = ordersState.peek() === 'ready' ? openOrders.peek() : [];
  const contracts = contractsState.peek() === 'ready' ? openContracts.peek() : [];
  const [current, past, active, closed] = await Promise.all([
    spot.length > 0 ? read('/coin/order/list', { state: 'current', pageSize: HISTORY }) : null,
    spot.length > 0 ? read('/coin/order/list', { state: 'history', pageSize: HISTORY }) : null,
    contracts.length > 0 ? read('/coin/contract/order/list/active', {}) : null,
    contracts.length > 0 ? read('/coin/contract/order/list', { pageSize: HISTORY }) : null,
  ]);
  const ofSpot = compareSpot(spot, [...(current?.list ?? []), ...(past?.list ?? [])]);
  const ofContracts = compareContracts(contracts, [...(active?.list ?? []), ...(closed?.list ?? [])]);
  const missed = {
    filled: ofSpot.filled + ofContracts.filled,
    cancelled: ofSpot.cancelled + ofContracts.cancelled,
    closed: ofContracts.closed,
  };
  return missed.filled + missed.cancelled + missed.closed > 0 ? missed : null;
}
