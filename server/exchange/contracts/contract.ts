// One contract order: what was asked, the position it became, and what it holds. One order is one isolated position.
import type { TriggerBy } from '../../../core/orders/contract-order.ts';
import type { Direction, Position } from '../../../core/risk/margin.ts';
import type { OrderType, Side } from '../../../core/orders/spot-order.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { Lots, PriceTicks, Units } from '../../../core/units/units.ts';
import type { Account } from '../ledger/ledger.ts';
import type { Trigger } from './trigger-index.ts';

/** Contract order in the machine's own units. All money is in USDT; prices of 0 mean "none". */
export interface ContractState {
  id: number;
  uid: number;
  coinInfoId: number;
  clientNo: string;
  direction: Direction;
  orderType: OrderType;
  multiple: number;
  lots: Lots;
  limitTicks: PriceTicks;
  triggerBy: TriggerBy;
  profitTicks: PriceTicks;
  lossTicks: PriceTicks;
  /** How much each closes; 0 for all that is held then. */
  profitLots: Lots;
  lossLots: Lots;
  /** Order of the clearing account that rests for this one; 0 for none. */
  bookOrderId: number;
  /** Lots that still rest to be opened, and the money frozen for them. */
  pendingLots: Lots;
  heldUnits: Units;
  /** What is held now, as the risk engine knows it. Replaced, never changed in place. */
  position: Position;
  /**
   * Sums over the whole life: opened and closed lots, their value at the fills' prices, fees, margin at the openings.
   */
  openedLots: Lots;
  openedUnits: Units;
  openFeeUnits: Units;
  initialUnits: Units;
  closedLots: Lots;
  closedUnits: Units;
  closeFeeUnits: Units;
  /** Margin added, less what was taken back. */
  addedUnits: Units;
  /** What the closed part has brought its owner, or cost, after all its fees. */
  realisedUnits: Units;
  status: number;
  /** CLOSE_TYPE, 0 while open; already 5 while the rest of a position is being liquidated. */
  closeType: number;
  closeReason: string;
  createTime: EpochMs;
  openTime: EpochMs;
  closeTime: EpochMs;
  updateTime: EpochMs;
}

/** A contract while the machine works on it. */
export interface Contract {
  readonly state: ContractState;
  /** The id as the ledger's lines quote it. */
  readonly refNo: string;
  /** Its owner's contract wallet. */
  readonly account: Account;
  /** Prices at which something has to happen, as they are watched now. */
  triggers: Trigger[];
}

/** One step in the life of a contract, for its owner to read. */
export interface ContractNote {
  contractId: number;
  uid: number;
  kind: NoteKind;
  /** Average price is `units / lots`; 0 lots where nothing was traded. */
  lots: Lots;
  units: Units;
  feeUnits: Units;
  /** Price that was set, or that the system closed at; 0 for removed, or where none was. */
  priceTicks: PriceTicks;
  reason: string;
  ts: EpochMs;
}
export type NoteKind = 'place' | 'open' | 'revoke' | 'profit' | 'loss' | 'margin' | 'funding' | 'close';

/** How a clearing order names the contract that it rests for. */
export function contractRef(id: number): string {
  return `C${id}`;
}

/** Contract named by a clearing order; 0 for none. */
export function contractOfRef(ref: string): number {
  return /^C\d{1,15}$/.test(ref) ? Number(ref.slice(1)) : 0;
}

export function openingSide(direction: Direction): Side {
  return direction === 'long' ? 'buy' : 'sell';
}

export function closingSide(direction: Direction): Side {
  return direction === 'long' ? 'sell' : 'buy';
}

/** What is frozen for the contract in its owner's wallet. */
export function frozenUnits({ heldUnits, position }: ContractState): Units {
  return heldUnits + position.marginUnits;
}
