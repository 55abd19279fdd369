// What the exchange says happened. Events of one command stand together, in order; balances are absolute.
import type { OrderType, Side, SpotStatus, TimeInForce } from '../../contract/order.ts';
import type { Reject } from '../../contract/reject.ts';
import type { EpochMs } from '../../contract/time.ts';
import type { Lots, PriceTicks, Units } from '../../contract/units.ts';
import type { MarketEvent } from '../feed/market-event.ts';
import type { Wallet } from './command.ts';

/** Spot order in the machine's own units; `gateway` prints it as the wire's SpotOrder. */
export interface OrderState {
  id: number;
  uid: number;
  coinInfoId: number;
  clientNo: string;
  side: Side;
  orderType: OrderType;
  tif: TimeInForce;
  postOnly: boolean;
  priceTicks: PriceTicks;
  lots: Lots;
  totalUnits: Units;
  dealLots: Lots;
  dealUnits: Units;
  feeUnits: Units;
  /** Still frozen for this order, in the coin it pays with. */
  frozenUnits: Units;
  status: SpotStatus;
  reason: string;
  createTime: EpochMs;
  updateTime: EpochMs;
}

/** One fill of one order, from its owner's side. */
export interface Deal {
  id: number;
  orderId: number;
  uid: number;
  coinInfoId: number;
  priceTicks: PriceTicks;
  lots: Lots;
  units: Units;
  feeUnits: Units;
  maker: boolean;
  ts: EpochMs;
}

/** One line of the ledger: `units` signed, `available` and `frozen` after it. Lines of one command sum to 0 per coin. */
export interface Posting {
  uid: number;
  wallet: Wallet;
  coinId: number;
  recordType: string;
  units: Units;
  frozenUnits: Units;
  available: Units;
  frozen: Units;
  refNo: string;
  ts: EpochMs;
}

export type ExchangeEvent =
  | MarketEvent
  | { kind: 'order'; order: OrderState }
  | { kind: 'deal'; deal: Deal }
  | { kind: 'posting'; posting: Posting };

/** What one command came to: its answer for the caller, and what everybody else hears. */
export interface Outcome {
  seq: number;
  ts: EpochMs;
  answer: { orders: OrderState[] } | Reject;
  events: ExchangeEvent[];
}
