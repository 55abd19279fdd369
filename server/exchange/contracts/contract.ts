// An open contract in memory: its state, its owner's account, its triggers and what it counts for.
import type { Units } from '../../../core/units/units.ts';
import type { Account } from '../ledger/ledger.ts';
import type { ContractMarket } from './contract-market.ts';
import type { ContractState } from './contract-state.ts';
import type { Trigger } from './trigger-index.ts';

/** An open contract in memory. */
export interface Contract {
  readonly contractMarket: ContractMarket;
  readonly state: ContractState;
  /** The id in ledger entries. */
  readonly refNo: string;
  /** The owner's contract account. */
  readonly account: Account;
  /** Registered triggers: liquidation, stop-loss, take-profit. */
  triggers: Trigger[];
  /** What it counts for in `openUnits` of its market. */
  countedUnits: Units;
}
