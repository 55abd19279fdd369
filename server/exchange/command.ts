// The commands of the exchange.
// The sequencer numbers and stamps them before the machine applies them.
import type { TriggerBy } from '../../core/orders/contract-order.ts';
import type { Direction } from '../../core/risk/margin.ts';
import type { OrderType, Side, TimeInForce } from '../../core/orders/spot-order.ts';
import type { SecondsDirection } from '../../core/risk/binary-option.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Lots, PriceTicks, Units } from '../../core/units/units.ts';
import type { FundCommand } from './funds/fund-command.ts';

/** Spot or contract account of a user. */
export type Wallet = 'spot' | 'contract';

/** Accounts below this uid belong to the exchange and its bots; users start at it. */
export const FIRST_USER_UID = 10_000;
/**
 * The exchange account: receives the fees and is the source of every coin (its balance may be negative, since the
 * balances of a coin sum to 0).
 */
export const EXCHANGE_UID = 1;
/** The clearing account: trades in the book for all positions; may be negative, like the exchange account (R2). */
export const CLEARING_UID = 2;
/** The insurance account: pays losses beyond the margin and receives what liquidations leave of it (R6). */
export const INSURANCE_UID = 3;

/** The other accounts below the users: market makers. */
export function isBot(uid: number): boolean {
  return uid > INSURANCE_UID && uid < FIRST_USER_UID;
}

/**
 * Order on the grid of its market. `totalUnits` > 0: a market buy by total. `slipE8` bounds a market order, in 1e-8; 0
 * or absent: no bound. `stopTicks` > 0: it waits until the market's price reaches that (M17); absent: it does not.
 * `lossTicks` > 0: a limit order that becomes a market order there (M18); absent: it does not. `replaces`: the open
 * order whose place it takes (M19).
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
  stopTicks?: PriceTicks;
  lossTicks?: PriceTicks;
  replaces?: number;
  clientNo: string;
}

/** Contract order; prices of 0 mean none, `slipE8` 0 means the market's band alone. */
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

/** Binary option. `seenUnits` (a price in 1e-8) and `slipE8` of 0: any price; `profitRateE8` null: any rate. */
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

/** Commands about contracts. */
export type ContractCommand =
  | PlaceContract
  /** R19. 0 lots: all that rests of the other. */
  | {
      kind: 'replaceContract';
      uid: number;
      contractId: number;
      lots: Lots;
      limitTicks: PriceTicks;
      clientNo: string;
    }
  /** Revokes the pending part of the named contracts, or (null) of all in the market, or (null) in all markets. */
  | {
      kind: 'cancelContract';
      uid: number;
      contractIds: number[] | null;
      coinInfoId: number | null;
      clientNo?: string | undefined;
    }
  /** Price 0 removes it; 0 lots or none: all that is held when the price is reached. */
  | {
      kind: 'setProfit' | 'setLoss';
      uid: number;
      contractId: number;
      priceTicks: PriceTicks;
      lots?: Lots | undefined;
      triggerBy?: TriggerBy | undefined;
    }
  /** Negative units remove margin. */
  | { kind: 'addMargin'; uid: number; contractId: number; units: Units; clientNo?: string | undefined }
  /** 0 lots close all. `limitTicks`: no part at a worse price. */
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
   * A beat: index ticks and marks are computed from the books as they are. Carries no price; the secret (hex)
   * determines its instant (S15).
   */
  | { kind: 'clock'; uid: number; secret?: string | undefined }
  /** Commits to the secrets of the coming beats: the first of them hashes to `head`. */
  | { kind: 'commitClock'; uid: number; head: string };

export type Command =
  | ContractCommand
  | FundCommand
  | PlaceSpot
  | PlaceBinaryOption
  /** With a `clientNo` a repeated cancel gets the first answer again. */
  | { kind: 'cancelSpot'; uid: number; orderIds: number[]; clientNo?: string | undefined }
  | { kind: 'cancelAllSpot'; uid: number; coinInfoId: number | null; clientNo?: string | undefined }
  /** Opens a market, sets it to close-only or halts it. Like every command of the exchange it carries no price. */
  | { kind: 'marketStatus'; uid: number; coinInfoId: number; status: number }
  /** Announces the end of a market at `atMs`, or (0) calls it off. The clock determines the price then (R16). */
  | { kind: 'delistMarket'; uid: number; coinInfoId: number; atMs: EpochMs }
  /** The first command of a process: the bots' orders of the one before end (L13). */
  | { kind: 'restart'; uid: number }
  /** Moves money from the exchange account to a user: demo money at registration, funding of bots. */
  | { kind: 'credit'; uid: number; wallet: Wallet; coinId: number; units: Units; recordType: string; remark: string }
  /**
   * Replaces a maker's quotes in one command: cancels first, then post-only orders; one that would trade is left out.
   */
  | {
      kind: 'quote';
      uid: number;
      coinInfoId: number;
      cancel: number[];
      place: { side: Side; priceTicks: PriceTicks; lots: Lots }[];
    };

/** The commands of a kind. */
export type CommandOf<K extends Command['kind']> = Extract<Command, { kind: K }>;

/** Number and time of a command; the machine has no clock. */
export interface Stamp {
  seq: number;
  ts: EpochMs;
}
