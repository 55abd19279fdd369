// Which prices a contract waits for: its liquidation, its stop-loss, its take-profit; kept in the watches of its
// market.
import { CLOSE_TYPE } from '../../../core/orders/contract-order.ts';
import { NEVER_ABOVE, liqTicks } from '../../../core/risk/margin.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import type { ExchangeState } from '../state.ts';
import type { Contract } from './contract.ts';
import type { ContractMarket } from './open-contracts.ts';
import { ACTION, type Action, type TriggerIndex } from './trigger-index.ts';

/** Takes the contract out of all watches, and puts it back where it stands now. */
export function updateTriggers(exchange: ExchangeState, contract: Contract): void {
  for (const trigger of contract.triggers) trigger.index.remove(trigger);
  contract.triggers = [];
  const { state } = contract;
  if (state.position.lots === 0) return;
  const contractMarket = exchange.contracts.markets.get(state.coinInfoId)!;
  contractMarket.dirty = true;
  const long = state.direction === 'long';
  if (state.closeType === CLOSE_TYPE.liquidation) {
    // Its liquidation has begun and goes on at any price.
    wait(
      contract,
      long ? contractMarket.markFalls : contractMarket.markRises,
      long ? NEVER_ABOVE - 1 : 1,
      ACTION.liquidate,
    );
    return;
  }
  wait(
    contract,
    long ? contractMarket.markFalls : contractMarket.markRises,
    liqTicks(contractMarket.terms, state.position),
    ACTION.liquidate,
  );
  wait(contract, triggerIndexOf(contractMarket, state.triggerBy, long), state.lossTicks, ACTION.stopLoss);
  wait(contract, triggerIndexOf(contractMarket, state.triggerBy, !long), state.profitTicks, ACTION.takeProfit);
}

function wait(contract: Contract, index: TriggerIndex, ticks: PriceTicks, action: Action): void {
  if (ticks > 0 && ticks < NEVER_ABOVE) contract.triggers.push(index.add(ticks, contract.state.id, action));
}

function triggerIndexOf(contractMarket: ContractMarket, triggerBy: 'mark' | 'last', falls: boolean): TriggerIndex {
  if (triggerBy === 'mark') return falls ? contractMarket.markFalls : contractMarket.markRises;
  return falls ? contractMarket.lastFalls : contractMarket.lastRises;
}
