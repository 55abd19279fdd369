// Events of the exchange, in order within a command; balances in them are absolute.
import type { MarketStatus } from '../../core/instruments/instrument.ts';
import type { OrderType, Side, SpotStatus, TimeInForce } from '../../core/orders/spot-order.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Lots, PriceTicks, Units } from '../../core/units/units.ts';
import type { MarketEvent } from './market-event.ts';
import type { Delisting } from './closing/delisting.ts';
import type { RecentTick } from './closing/settlement-window.ts';
import type { Wallet } from './command.ts';
import type { ContractNote, ContractState } from './contracts/contract-state.ts';
import type { FundingReading } from './contracts/funding-state.ts';
import type { ConvertQuote, FundOrder } from './funds/fund.ts';
import type { ClockState } from './mark/clock-state.ts';
import type { BinaryOptionState } from './binary-options/open-binary-options.ts';

/** Spot order in ticks, lots and units; the gateway prints it as the wire's SpotOrder. */
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
  /** Price that it waits for, or waited for; absent for none (M17). */
  stopTicks?: PriceTicks;
  /** Price at which a limit order becomes a market order, or became one; absent for none (M18). */
  lossTicks?: PriceTicks;
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

/** One ledger entry: `units` signed, `available` and `frozen` after it. Entries of a command sum to 0 for each coin. */
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
  | { kind: 'fill'; fill: Fill }
  | { kind: 'posting'; posting: Posting }
  | { kind: 'contract'; contract: ContractState }
  | { kind: 'contractNote'; note: ContractNote }
  | { kind: 'fund'; fund: FundOrder }
  /** Null: the user's quote was used. */
  | { kind: 'quote'; uid: number; quote: ConvertQuote | null }
  | { kind: 'seconds'; order: BinaryOptionState }
  | ClockEvent
  | IndexEvent
  | MarkEvent
  | FundingEvent
  | { kind: 'delisting'; delisting: Delisting }
  | { kind: 'closing'; closing: Closing }
  | { kind: 'marketStatus'; coinInfoId: number; status: MarketStatus };

/**
 * A tick of an index; `seq` has no gaps, from 1. `hash` is the tick's in the market's hash chain, `prev` that of the
 * tick before, in hex.
 */
export interface IndexEvent {
  kind: 'index';
  coinInfoId: number;
  seq: number;
  ts: EpochMs;
  priceTicks: PriceTicks;
  prev: string;
  hash: string;
  /** Secret that named its instant, in hex; absent before the clock's first commitment. */
  secret?: string | undefined;
}

/** The clock after a beat, or a new commitment. */
interface ClockEvent extends ClockState {
  kind: 'clock';
}

/**
 * The mark price, the one before it (0: none) and the index (0: none), in ticks of the market; `basisE8` is the slow
 * average of book middle / index - 1, in 1e-8.
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
  /** Beats in a row without an index tick; absent for 0. */
  silentBeats?: number;
}

/** A payment time of funding that was reached; longs pay shorts `rateE8` of their value, in 1e-8. */
interface FundingEvent {
  kind: 'funding';
  coinInfoId: number;
  ts: EpochMs;
  rateE8: bigint;
}

/**
 * Contracts of a market closed by the system: the price, the index ticks it is the average of, and the hash of the
 * last.
 */
export interface Closing {
  coinInfoId: number;
  ts: EpochMs;
  reason: string;
  priceTicks: PriceTicks;
  ticks: RecentTick[];
  hash: string;
}
