// Which prices a contract waits for: its liquidation, its stop-loss, its take-profit; kept in the watches of its
// market.
import { CLOSE_TYPE } from '../../../core/orders/contract-order.ts';
import { NEVER_ABOVE, liqTicks } from '../../../core/risk/margin.ts';
import type { PriceTicks } from '../../../core/units/units.ts';
import type { Core } from '../state.ts';
import type { Contract } from './contract.ts';
import type { ContractDesk } from './open-contracts.ts';
import { ACTION, type Action, type PriceWatch } from './trigger-index.ts';

/** Takes the contract out of all watches, and puts it back where it stands now. */
export function rewatch(core: Core, contract: Contract): void {
  for (const watched of contract.watched) watched.watch.remove(watched);
  contract.watched = [];
  const { state } = contract;
  if (state.position.lots === 0) return;
  const desk = core.contracts.desks.get(state.coinInfoId)!;
  desk.stirred = true;
  const long = state.direction === 'long';
  if (state.closeType === CLOSE_TYPE.liquidation) {
    // Its liquidation has begun and goes on at any price.
    wait(contract, long ? desk.markFalls : desk.markRises, long ? NEVER_ABOVE - 1 : 1, ACTION.liquidate);
    return;
  }
  wait(contract, long ? desk.markFalls : desk.markRises, liqTicks(desk.terms, state.position), ACTION.liquidate);
  wait(contract, watchOf(desk, state.triggerBy, long), state.lossTicks, ACTION.stopLoss);
  wait(contract, watchOf(desk, state.triggerBy, !long), state.profitTicks, ACTION.takeProfit);
}

function wait(contract: Contract, watch: PriceWatch, ticks: PriceTicks, action: Action): void {
  if (ticks > 0 && ticks < NEVER_ABOVE) contract.watched.push(watch.add(ticks, contract.state.id, action));
}

function watchOf(desk: ContractDesk, triggerBy: 'mark' | 'last', falls: boolean): PriceWatch {
  if (triggerBy === 'mark') return falls ? desk.markFalls : desk.markRises;
  return falls ? desk.lastFalls : desk.lastRises;
}
