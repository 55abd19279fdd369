// State of a contract order and of the isolated position it opened.
import type { CloseType, ContractStatus, TriggerBy } from '../../../core/orders/contract-order.ts';
import type { Direction, Position } from '../../../core/risk/margin.ts';
import type { OrderType, Side } from '../../../core/orders/spot-order.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { Lots, PriceTicks, Units } from '../../../core/units/units.ts';

/** Contract order in ticks, lots and units. All money is in USDT; prices of 0 mean none. */
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
  /** Lots that each closes; 0 for all that is held then. */
  profitLots: Lots;
  lossLots: Lots;
  /** Resting order of the clearing account for this contract; 0 for none. */
  bookOrderId: number;
  /** Lots still to be opened by the resting order, and the money frozen for them. */
  pendingLots: Lots;
  heldUnits: Units;
  /** The position that is held now. Replaced, never changed in place. */
  position: Position;
  /**
   * Sums over the contract's whole life: opened and closed lots, their value at the fill prices, fees, initial margin.
   */
  openedLots: Lots;
  openedUnits: Units;
  openFeeUnits: Units;
  initialUnits: Units;
  closedLots: Lots;
  closedUnits: Units;
  closeFeeUnits: Units;
  /** Margin added, less margin removed. */
  addedUnits: Units;
  /** Realised profit of the closed part, after all its fees. */
  realisedUnits: Units;
  status: ContractStatus;
  /** `none` while it is open; already `liquidation` while the rest of a position is being liquidated. */
  closeType: CloseType;
  closeReason: string;
  createTime: EpochMs;
  openTime: EpochMs;
  closeTime: EpochMs;
  updateTime: EpochMs;
}

/** A change of a contract, as its owner sees it in the history. */
export interface ContractNote {
  contractId: number;
  uid: number;
  kind: NoteKind;
  /** The average price is `units / lots`; 0 lots where nothing was traded. */
  lots: Lots;
  units: Units;
  feeUnits: Units;
  /** Price that was set, or at which the system closed; 0 for a removed price and for none. */
  priceTicks: PriceTicks;
  reason: string;
  ts: EpochMs;
}
export type NoteKind = 'place' | 'open' | 'revoke' | 'profit' | 'loss' | 'margin' | 'funding' | 'close';

/** Client number of a clearing order: the contract that it belongs to. */
export function contractRef(id: number): string {
  return `C${id}`;
}

/** Contract id of a clearing order; 0 for none. */
export function contractOfRef(ref: string): number {
  return /^C\d{1,15}$/.test(ref) ? Number(ref.slice(1)) : 0;
}

export function openingSide(direction: Direction): Side {
  return direction === 'long' ? 'buy' : 'sell';
}

export function closingSide(direction: Direction): Side {
  return direction === 'long' ? 'sell' : 'buy';
}

/** Sum frozen for the contract in its owner's account. */
export function frozenUnits({ heldUnits, position }: ContractState): Units {
  return heldUnits + position.marginUnits;
}
