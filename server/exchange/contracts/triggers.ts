// Runs liquidations, stop-losses and take-profits within the command that moved a price, in a defined order (R11).
import { CLOSE_TYPE, type CloseType } from '../../../core/orders/contract-order.ts';
import { HALTED } from '../../../core/instruments/instrument.ts';
import { sessionAt } from '../../../core/instruments/trading-hours.ts';
import type { Lots, PriceTicks } from '../../../core/units/units.ts';
import { fallenTicks, risenTicks } from '../mark/mark-state.ts';
import type { Contract } from './contract.ts';
import type { CommandContext } from '../command-context.ts';
import type { ContractMarket } from './contract-market.ts';
import { type ContractState, closingSide } from './contract-state.ts';
import { crosses } from '../../../core/matching/match.ts';
import { otherSide } from '../matching/spot-market.ts';
import { sendClosingOrder } from './contract-execution.ts';
import { boundTicks, closingTicks } from './price-bounds.ts';
import { ACTION, type TriggerAction, type Trigger } from './trigger-index.ts';

const CLOSE_REASONS: Record<TriggerAction, { closeType: CloseType; reason: string }> = {
  [ACTION.liquidate]: { closeType: CLOSE_TYPE.liquidation, reason: 'liquidation' },
  [ACTION.stopLoss]: { closeType: CLOSE_TYPE.stopLoss, reason: 'stop_loss' },
  [ACTION.takeProfit]: { closeType: CLOSE_TYPE.takeProfit, reason: 'take_profit' },
};

/**
 * Contracts of a market that one command closes by triggers; the rest follow with the next, so that the events of a
 * command stay below the store's limit.
 */
const MAX_TRIGGERED = 20_000;

/**
 * Furthest from the mark that a trigger closes (R5). A swept book is filled again within a second; until then what is
 * due waits, instead of selling to the account that swept it.
 */
const FORCED_SLIP = 0.005;

/** Checks every market whose prices or triggers have changed. Called after each command. */
export function runTriggers(context: CommandContext): void {
  for (const contractMarket of context.exchange.contracts.markets.values()) {
    const { info } = contractMarket.market;
    if (info.status === HALTED || (!contractMarket.dirty && contractMarket.seenLastTicks === lastTicks(contractMarket)))
      continue;
    if (sessionAt(info, context.ts).open) runMarketTriggers(context, contractMarket);
  }
}

/**
 * Each contract is tried once a command; what the book does not fill is tried again when a price moves, at the latest
 * at the next beat.
 */
function runMarketTriggers(context: CommandContext, contractMarket: ContractMarket): void {
  const tried = new Set<number>();
  let dirty = false;
  for (;;) {
    contractMarket.dirty = false;
    contractMarket.seenLastTicks = lastTicks(contractMarket);
    const due = dueTriggers(contractMarket, tried);
    if (due.length === 0) break;
    for (const trigger of due) {
      const contract = context.exchange.contracts.get(trigger.contractId);
      if (!contract || tried.has(trigger.contractId) || !contract.triggers.includes(trigger)) continue;
      if (tried.size === MAX_TRIGGERED) {
        contractMarket.dirty = true;
        return;
      }
      tried.add(trigger.contractId);
      if (!executeTrigger(context, contract, trigger.action)) dirty = true;
    }
  }
  contractMarket.dirty = dirty;
}

/** The last price that triggers; 0 for none: while the book gives no index, two accounts of one person make any. */
function lastTicks({ market, isTicking, quietTradeId }: ContractMarket): PriceTicks {
  return isTicking && market.tradeId > quietTradeId ? market.lastPriceTicks : 0;
}

function dueTriggers(contractMarket: ContractMarket, tried: ReadonlySet<number>): Trigger[] {
  const { mark, markFalls, markRises, lastFalls, lastRises } = contractMarket;
  const due: Trigger[] = [];
  // A trigger needs two marks in a row.
  if (mark.beforeTicks > 0) {
    markFalls.collect(fallenTicks(mark), due);
    markRises.collect(risenTicks(mark), due);
  }
  const last = lastTicks(contractMarket);
  if (last > 0) {
    lastFalls.collect(last, due);
    lastRises.collect(last, due);
  }
  return due.filter(({ contractId }) => !tried.has(contractId)).sort((a, b) => compareTriggers(a, b, mark.markTicks));
}

/**
 * Order: liquidations, the one furthest past its price first; then stop-losses, then take-profits; older contracts
 * first.
 */
function compareTriggers(a: Trigger, b: Trigger, markTicks: PriceTicks): number {
  if (a.action !== b.action) return a.action - b.action;
  const past = a.action === ACTION.liquidate ? Math.abs(markTicks - b.ticks) - Math.abs(markTicks - a.ticks) : 0;
  return past || a.contractId - b.contractId;
}

/**
 * Closes what the book fills within the bound; returns whether nothing is held any more. The rest is tried with the
 * next command.
 */
function executeTrigger(context: CommandContext, contract: Contract, action: TriggerAction): boolean {
  const { contractMarket, state } = contract;
  const side = closingSide(state.direction);
  const limitTicks =
    action === ACTION.liquidate
      ? boundTicks(contractMarket, side, FORCED_SLIP)
      : closingTicks(contractMarket, state, FORCED_SLIP);
  const best = otherSide(contractMarket.market, side).best();
  if (state.pendingLots === 0 && !(best && crosses(side, limitTicks, best.priceTicks))) return false;
  sendClosingOrder(context, contract, { lots: dueLots(state, action), limitTicks, ...CLOSE_REASONS[action] });
  return state.position.lots === 0;
}

/** Lots that an action closes: the whole position, or the part that was set for it. */
function dueLots({ position, profitLots, lossLots }: ContractState, action: TriggerAction): Lots {
  const part = action === ACTION.takeProfit ? profitLots : action === ACTION.stopLoss ? lossLots : 0;
  return part > 0 ? Math.min(part, position.lots) : position.lots;
}
