// A spot order in the machine: mutable, linked into its level, printed as an OrderState for events.
import { SPOT_STATUS, type SpotStatus, type TimeInForce } from '../../../core/orders/spot-order.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { Lots, PriceTicks, Units } from '../../../core/units/units.ts';
import type { PlaceSpot } from '../command.ts';
import type { OrderState } from '../event.ts';
import type { Account } from '../ledger/ledger.ts';
import { contractOfRef } from '../contracts/contract-state.ts';
import type { Matchable } from '../../../core/matching/match.ts';

export interface LiveOrder extends Matchable<LiveOrder> {
  /** The id in ledger entries. */
  readonly refNo: string;
  readonly uid: number;
  /** The owner for self-trade checks: `uid`, or the owner of the contract that the clearing account trades for. */
  readonly ownerUid: number;
  /** That contract; 0 for none. */
  readonly contractId: number;
  readonly coinInfoId: number;
  readonly clientNo: string;
  readonly tif: TimeInForce;
  readonly postOnly: boolean;
  readonly totalUnits: Units;
  /** Price that it waits for (M17); 0 for none. */
  readonly stopTicks: PriceTicks;
  /** Price at which this limit order becomes a market order (M18); 0 for none. */
  readonly lossTicks: PriceTicks;
  readonly createTime: EpochMs;
  readonly base: Account;
  readonly quote: Account;
  dealUnits: Units;
  feeUnits: Units;
  status: SpotStatus;
  reason: string;
  updateTime: EpochMs;
}

/** Lots still to be filled; meaningless for orders by total, which have no lots. */
export function openLots(order: LiveOrder): Lots {
  return order.lots - order.dealLots;
}

export function newOrder(
  id: number,
  place: Omit<PlaceSpot, 'kind'>,
  base: Account,
  quote: Account,
  ts: EpochMs,
  ownerUid = place.uid,
): LiveOrder {
  const {
    uid,
    coinInfoId,
    clientNo,
    side,
    orderType,
    tif,
    postOnly,
    priceTicks,
    lots,
    totalUnits,
    stopTicks = 0,
    lossTicks = 0,
  } = place;
  return {
    id,
    refNo: String(id),
    uid,
    ownerUid,
    contractId: ownerUid === uid ? 0 : contractOfRef(clientNo),
    coinInfoId,
    clientNo,
    side,
    orderType,
    tif,
    postOnly,
    priceTicks,
    lots,
    totalUnits,
    stopTicks,
    lossTicks,
    createTime: ts,
    base,
    quote,
    dealLots: 0,
    dealUnits: 0n,
    feeUnits: 0n,
    status: SPOT_STATUS.pending,
    reason: '',
    updateTime: ts,
    level: null,
    prev: null,
    next: null,
  };
}

/** A stored order as a live one: built as a new one is, so that all have one shape, and a start restores many. */
export function storedOrder(state: OrderState, base: Account, quote: Account, ownerUid: number): LiveOrder {
  const order = newOrder(state.id, state, base, quote, state.createTime, ownerUid);
  order.dealLots = state.dealLots;
  order.dealUnits = state.dealUnits;
  order.feeUnits = state.feeUnits;
  order.status = state.status;
  order.reason = state.reason;
  order.updateTime = state.updateTime;
  return order;
}

/** Snapshot for events and answers. `frozenUnits` is what the order freezes now. */
export function orderState(order: LiveOrder, frozenUnits: Units): OrderState {
  const { id, uid, coinInfoId, clientNo, side, orderType, tif, postOnly, lots, totalUnits } = order;
  // Of a market order it is the bound of a stop that was triggered.
  const priceTicks = orderType === 'market' ? 0 : order.priceTicks;
  const { dealLots, dealUnits, feeUnits, stopTicks, lossTicks, status, reason, createTime, updateTime } = order;
  const state: OrderState = {
    id,
    uid,
    coinInfoId,
    clientNo,
    side,
    orderType,
    tif,
    postOnly,
    priceTicks,
    lots,
    totalUnits,
    dealLots,
    dealUnits,
    feeUnits,
    frozenUnits,
    status,
    reason,
    createTime,
    updateTime,
  };
  if (stopTicks > 0) state.stopTicks = stopTicks;
  if (lossTicks > 0) state.lossTicks = lossTicks;
  return state;
}

/** Price that triggers it (M17, M18); 0 for none. */
export function waitTicks({ stopTicks, lossTicks }: LiveOrder): PriceTicks {
  return stopTicks || lossTicks;
}

/** Whether it waits for its stop price: it is open, and in no book (M17). */
export function isWaiting({ status }: LiveOrder): boolean {
  return status === SPOT_STATUS.pending;
}
