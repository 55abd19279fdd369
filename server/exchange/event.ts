// What the exchange says happened. Events of one command stand together, in order; balances are absolute.
import type { MarketStatus } from '../../core/instruments/instrument.ts';
import type { OrderType, Side, SpotStatus, TimeInForce } from '../../core/orders/spot-order.ts';
import type { Reject } from '../../core/errors/errors.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Lots, PriceTicks, Units } from '../../core/units/units.ts';
import type { MarketEvent } from './market-event.ts';
import type { Delisting } from './closing/delisting.ts';
import type { RecentTick } from './closing/settlement-window.ts';
import type { Wallet } from './command.ts';
import type { ContractNote, ContractState } from './contracts/contract.ts';
import type { FundingReading } from './contracts/funding.ts';
import type { ConvertQuote, FundOrder, Moved } from './funds/fund.ts';
import type { ClockState } from './mark/beat-secret.ts';
import type { BinaryOptionState } from './binary-options/open-binary-options.ts';

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
export interface Fill {
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

/**
 * One line of the ledger: `units` signed, `available` and `frozen` after it. Lines of one command sum to 0 per coin.
 */
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
  | { kind: 'deal'; deal: Fill }
  | { kind: 'posting'; posting: Posting }
  | { kind: 'contract'; contract: ContractState }
  | { kind: 'contractNote'; note: ContractNote }
  | { kind: 'fund'; fund: FundOrder }
  /** Null: the person's quote was used. */
  | { kind: 'quote'; uid: number; quote: ConvertQuote | null }
  | { kind: 'seconds'; order: BinaryOptionState }
  | ClockEvent
  | IndexEvent
  | MarkEvent
  | { kind: 'delisting'; delisting: Delisting }
  | { kind: 'closing'; closing: Closing }
  | { kind: 'marketStatus'; coinInfoId: number; status: MarketStatus };

/**
 * A tick of a market's index; `seq` is dense per market from 1. `hash` is the tick's in the market's chain, `prev` that
 * of the tick before, in hex.
 */
export interface IndexEvent {
  kind: 'index';
  coinInfoId: number;
  seq: number;
  ts: EpochMs;
  priceTicks: PriceTicks;
  prev: string;
  hash: string;
  /** What named its instant, in hex; absent where the clock had committed to none. */
  secret?: string | undefined;
}

/** The clock after a beat, or a new commitment. */
interface ClockEvent extends ClockState {
  kind: 'clock';
}

/**
 * A market's mark with the one before it (0: none), and the index it is measured by (0: none), in its own ticks;
 * `basisE8` is their slow distance in 1e-8.
 */
export interface MarkEvent {
  kind: 'mark';
  coinInfoId: number;
  ts: EpochMs;
  markTicks: PriceTicks;
  beforeTicks: PriceTicks;
  indexTicks: PriceTicks;
  basisE8: bigint;
  /** Absent where no funding is paid. */
  funding?: FundingReading;
  /** Beats in a row that brought no news of the index; absent for 0. */
  silentBeats?: number;
}

/**
 * Contracts of a market closed by the system: the price, and the ticks of the index that it is the average of, with the
 * hash of the last.
 */
export interface Closing {
  coinInfoId: number;
  ts: EpochMs;
  reason: string;
  priceTicks: PriceTicks;
  ticks: RecentTick[];
  hash: string;
}

/**
 * What an accepted command answers with: the orders and contracts it was about, and those of several that could not be
 * closed.
 */
export interface Accepted {
  orders: OrderState[];
  contracts?: ContractState[];
  failed?: { id: number; code: number }[];
  fund?: FundOrder;
  seconds?: BinaryOptionState;
  quote?: ConvertQuote;
  moved?: Moved;
}

/** What one command came to: its answer for the caller, and what everybody else hears. */
export interface Outcome {
  seq: number;
  ts: EpochMs;
  answer: Accepted | Reject;
  events: ExchangeEvent[];
}
