// What can be asked of the exchange: commands, numbered and stamped by the sequencer before the machine sees them.
import type { TriggerBy } from '../../core/orders/contract-order.ts';
import type { Direction } from '../../core/risk/margin.ts';
import type { OrderType, Side, TimeInForce } from '../../core/orders/spot-order.ts';
import type { SecondsDirection } from '../../core/risk/binary-option.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Lots, PriceTicks, Units } from '../../core/units/units.ts';
import type { FundCommand } from './funds/fund-command.ts';

/** Spot or contract account of a user. */
export type Wallet = 'spot' | 'contract';

/** Ledger accounts below this uid belong to the house and its bots; people start at it. */
export const FIRST_USER_UID = 10_000;
/**
 * The house: earns the fees, and is the source of every coin that comes in (its balance may be negative: Σ per coin is
 * 0).
 */
export const EXCHANGE_UID = 1;
/** Stands between people's contracts and the books they trade in; may owe, like the house (R2). */
export const CLEARING_UID = 2;
/** Pays what contracts lose beyond their margin, and keeps what liquidations leave of it (R6). */
export const INSURANCE_UID = 3;

/** The rest below the people: who makes the market. */
export function isBot(uid: number): boolean {
  return uid > INSURANCE_UID && uid < FIRST_USER_UID;
}

/**
 * Order as the machine takes it: on grid already, `totalUnits` > 0 for a market buy by money alone. `slipE8` bounds a
 * market order, 0 or none does not.
 */
export interface PlaceSpot {
  kind: 'placeSpot';
  uid: number;
  coinInfoId: number;
  side: Side;
  orderType: OrderType;
  priceTicks: PriceTicks;
  lots: Lots;
  totalUnits: Units;
  tif: TimeInForce;
  postOnly: boolean;
  slipE8?: number;
  clientNo: string;
}

/** Contract as the machine takes it; prices of 0 mean none, `slipE8` of 0 no limit of one's own. */
export interface PlaceContract {
  kind: 'placeContract';
  uid: number;
  coinInfoId: number;
  direction: Direction;
  orderType: OrderType;
  multiple: number;
  lots: Lots;
  limitTicks: PriceTicks;
  profitTicks: PriceTicks;
  lossTicks: PriceTicks;
  triggerBy: TriggerBy;
  slipE8: number;
  clientNo: string;
}

/**
 * Seconds contract as the machine takes it. `seenUnits` (a price in 1e-8) and `slipE8` of 0 mean no tolerance,
 * `profitRateE8` null any rate.
 */
export interface PlaceBinaryOption {
  kind: 'placeSeconds';
  uid: number;
  coinInfoId: number;
  direction: SecondsDirection;
  periodS: number;
  amountUnits: Units;
  seenUnits: Units;
  slipE8: number;
  profitRateE8: number | null;
  clientNo: string;
}

/** Everything that is done with contracts. */
export type ContractCommand =
  | PlaceContract
  /** Revokes what rests of the contracts named, or (null) of all in the market, or (null) in all markets. */
  | {
      kind: 'cancelContract';
      uid: number;
      contractIds: number[] | null;
      coinInfoId: number | null;
      clientNo?: string | undefined;
    }
  /** 0 takes the price away; 0 lots, or none named, close all that is held when it is reached. */
  | {
      kind: 'setProfit' | 'setLoss';
      uid: number;
      contractId: number;
      priceTicks: PriceTicks;
      lots?: Lots | undefined;
      triggerBy?: TriggerBy | undefined;
    }
  /** Negative units take margin back. */
  | { kind: 'addMargin'; uid: number; contractId: number; units: Units; clientNo?: string | undefined }
  /** 0 lots close all; no part at a worse price than the limit, where one is named. */
  | {
      kind: 'closeContract';
      uid: number;
      contractId: number;
      lots: Lots;
      slipE8: number;
      limitTicks?: PriceTicks | undefined;
      clientNo?: string | undefined;
    }
  | {
      kind: 'closeAllContracts';
      uid: number;
      coinInfoId: number | null;
      direction: Direction | null;
      clientNo?: string | undefined;
    }
  /**
   * A beat: index ticks and marks are taken from the books as they stand. Carries no price, so nobody can set one; the
   * secret (hex) names its instant (S15).
   */
  | { kind: 'clock'; uid: number; secret?: string | undefined }
  /** Commits to the secrets of the beats to come: the first of them hashes to `head`. */
  | { kind: 'commitClock'; uid: number; head: string };

export type Command =
  | ContractCommand
  | FundCommand
  | PlaceSpot
  | PlaceBinaryOption
  /** With a `clientNo` a repeated cancel is answered as the first. */
  | { kind: 'cancelSpot'; uid: number; orderIds: number[]; clientNo?: string | undefined }
  | { kind: 'cancelAllSpot'; uid: number; coinInfoId: number | null; clientNo?: string | undefined }
  /** Opens, halts or leaves a market to closing alone. Like every command of the house's it names no price. */
  | { kind: 'marketStatus'; uid: number; coinInfoId: number; status: number }
  /**
   * Announces the end of a market for `atMs`, or (0) calls it off. The price of what is open then is the clock's to
   * find (R16).
   */
  | { kind: 'delistMarket'; uid: number; coinInfoId: number; atMs: EpochMs }
  /** Moves money from the house to a user: registration in demo mode, seeding of bots. */
  | { kind: 'credit'; uid: number; wallet: Wallet; coinId: number; units: Units; recordType: string; remark: string }
  /**
   * A maker's whole change of mind in one command: cancels first, then post-only quotes; a quote that would trade is
   * left out.
   */
  | {
      kind: 'quote';
      uid: number;
      coinInfoId: number;
      cancel: number[];
      place: { side: Side; priceTicks: PriceTicks; lots: Lots }[];
    };

/** Number and time a command got; the machine has no clock of its own. */
export interface Stamp {
  seq: number;
  ts: EpochMs;
}
