// Registers a contract's triggers (liquidation, stop-loss, take-profit) in the indexes of its market.
import { CLOSE_TYPE } from '../../../core/orders/contract-order.ts';
import { NEVER_ABOVE, liqTicks } from '../../../core/risk/margin.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import type { Contract } from './contract.ts';
import type { ContractMarket } from './contract-market.ts';
import { ACTION, type TriggerAction, type TriggerIndex } from './trigger-index.ts';

/** Removes the contract's triggers and registers those of its present state. */
export function updateTriggers(contract: Contract): void {
  for (const trigger of contract.triggers) trigger.index.remove(trigger);
  contract.triggers = [];
  const { contractMarket, state } = contract;
  if (state.position.lots === 0) return;
  contractMarket.dirty = true;
  const long = state.direction === 'long';
  if (state.closeType === CLOSE_TYPE.liquidation) {
    // A liquidation that has begun continues at any price.
    addTrigger(
      contract,
      long ? contractMarket.markFalls : contractMarket.markRises,
      long ? NEVER_ABOVE - 1 : 1,
      ACTION.liquidate,
    );
    return;
  }
  addTrigger(
    contract,
    long ? contractMarket.markFalls : contractMarket.markRises,
    liqTicks(contractMarket.terms, state.position),
    ACTION.liquidate,
  );
  addTrigger(contract, triggerIndexOf(contractMarket, state.triggerBy, long), state.lossTicks, ACTION.stopLoss);
  addTrigger(contract, triggerIndexOf(contractMarket, state.triggerBy, !long), state.profitTicks, ACTION.takeProfit);
}

function addTrigger(contract: Contract, index: TriggerIndex, ticks: PriceTicks, action: TriggerAction): void {
  if (ticks > 0 && ticks < NEVER_ABOVE) contract.triggers.push(index.add(ticks, contract.state.id, action));
}

function triggerIndexOf(contractMarket: ContractMarket, triggerBy: 'mark' | 'last', falls: boolean): TriggerIndex {
  if (triggerBy === 'mark') return falls ? contractMarket.markFalls : contractMarket.markRises;
  return falls ? contractMarket.lastFalls : contractMarket.lastRises;
}
