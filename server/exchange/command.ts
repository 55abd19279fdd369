// What can be asked of the exchange: commands, numbered and stamped by the sequencer before the machine sees them.
import type { OrderType, Side, TimeInForce } from '../../contract/order.ts';
import type { EpochMs } from '../../contract/time.ts';
import type { Lots, PriceTicks, Units } from '../../contract/units.ts';

/** Spot or contract account of a user. */
export type Wallet = 'spot' | 'contract';

/** Ledger accounts below this uid belong to the house and its bots; people start at it. */
export const FIRST_PERSON_UID = 10_000;
/** The house: earns the fees, and is the source of every coin that comes in (its balance may be negative: Σ per coin is 0). */
export const HOUSE_UID = 1;

/** Order as the machine takes it: on grid already, `totalUnits` > 0 for a market buy by money alone. */
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
  clientNo: string;
}

export type Command =
  | PlaceSpot
  /** With a `clientNo` a repeated cancel is answered as the first. */
  | { kind: 'cancelSpot'; uid: number; orderIds: number[]; clientNo?: string | undefined }
  | { kind: 'cancelAllSpot'; uid: number; coinInfoId: number | null; clientNo?: string | undefined }
  /** Moves money from the house to a user: registration in demo mode, seeding of bots. */
  | { kind: 'credit'; uid: number; wallet: Wallet; coinId: number; units: Units; recordType: string; remark: string }
  /** A maker's whole change of mind in one command: cancels first, then post-only quotes; a quote that would trade is left out. */
  | { kind: 'quote'; uid: number; coinInfoId: number; cancel: number[]; place: { side: Side; priceTicks: PriceTicks; lots: Lots }[] };

/** Number and time a command got; the machine has no clock of its own. */
export interface Stamp {
  seq: number;
  ts: EpochMs;
}
