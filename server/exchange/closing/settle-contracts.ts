// Closing contracts by the system (R16).
// Pending orders are revoked and all positions are settled at one price; what the clearing account then has in excess
// is traded in the book.
import { CLOSE_TYPE, CONTRACT_STATUS } from '../../../core/orders/contract-order.ts';
import { HALTED, USDT_ID } from '../../../core/instruments/instrument.ts';
import { valueUnits } from '../../../core/risk/margin-tiers.ts';
import { signOf } from '../../../core/risk/margin.ts';
import type { Lots, PriceTicks, Units } from '../../../core/units/units.ts';
import type { Contract } from '../contracts/contract.ts';
import type { ContractMarket } from '../contracts/contract-market.ts';
import { CLEARING_UID, EXCHANGE_UID, INSURANCE_UID } from '../command.ts';
import { endContract, revoke, emitContract } from '../contracts/contract-execution.ts';
import { settleProfit, settleClosing } from '../contracts/contract-money.ts';
import { baseUnits, quoteUnits } from '../matching/spot-market.ts';
import { insertOrder } from '../spot-commands.ts';
import type { Reason } from '../reason.ts';
import type { CommandContext } from '../command-context.ts';

/**
 * Contracts and orders closed at one beat; the rest follow at the next, so that the events of a command stay below the
 * store's limit.
 */
export const MAX_CLOSED = 20_000;

/** How many more contracts and orders may be closed at this beat. */
export interface Budget {
  left: number;
}

/** Closes the open contracts of a market, oldest first. Returns whether none is left. */
export function closeContracts(
  context: CommandContext,
  contractMarket: ContractMarket,
  priceTicks: PriceTicks,
  reason: Reason,
  budget: Budget,
): boolean {
  const open = [...context.exchange.contracts.all()].filter(
    ({ state }) => state.coinInfoId === contractMarket.market.info.id,
  );
  for (const contract of open) {
    if (contract.state.pendingLots === 0) continue;
    if (budget.left === 0) return false;
    budget.left -= 1;
    revoke(context, contract, reason);
  }
  let tooMany: Lots = 0;
  const held = open.filter(({ state }) => state.position.lots > 0);
  const due = held.slice(0, budget.left);
  for (const contract of due) tooMany += settleContract(context, contract, priceTicks, reason);
  budget.left -= due.length;
  if (tooMany !== 0) unwindClearing(context, contractMarket, tooMany, priceTicks);
  return due.length === held.length;
}

/**
 * Without a fee; a position that is being liquidated stays a liquidation (R6). Returns the lots that no position owns
 * any more, negative for a short.
 */
function settleContract(context: CommandContext, contract: Contract, priceTicks: PriceTicks, reason: Reason): Lots {
  const { contractMarket, state } = contract;
  const { lots } = state.position;
  const units = valueUnits(contractMarket.terms, priceTicks, lots);
  const closeType = state.closeType === CLOSE_TYPE.liquidation ? CLOSE_TYPE.liquidation : CLOSE_TYPE.system;
  const { feeUnits } = settleClosing(context, contract, [{ priceTicks, lots, units }], closeType, 0n);
  endContract(context, contract, { status: CONTRACT_STATUS.closed, closeType, reason });
  emitContract(context, contract, 'close', { lots, units, feeUnits, priceTicks, reason });
  return Number(signOf(state.direction)) * lots;
}

/**
 * Sells or buys the excess of one side in the book, at the price or better; what the book does not take goes to the
 * exchange account at the price. A gain beyond the price goes to the insurance account: users were settled at the
 * price.
 */
function unwindClearing(
  context: CommandContext,
  contractMarket: ContractMarket,
  lots: Lots,
  priceTicks: PriceTicks,
): void {
  const { ledger } = context.exchange;
  const { market, terms } = contractMarket;
  const sold = lots > 0;
  const { dealLots, dealUnits } =
    market.info.status === HALTED
      ? { dealLots: 0, dealUnits: 0n }
      : insertOrder(context, market, {
          kind: 'placeSpot',
          uid: CLEARING_UID,
          coinInfoId: market.info.id,
          side: sold ? 'sell' : 'buy',
          orderType: 'limit',
          priceTicks,
          lots: Math.abs(lots),
          totalUnits: 0n,
          tif: 'IOC',
          postOnly: false,
          clientNo: '',
        });
  const refNo = `S${market.info.id}`;
  const toExchange = (coinId: number, units: Units): void => {
    ledger.post(context, ledger.account(CLEARING_UID, 'spot', coinId), 'contract_settle', -units, 0n, refNo);
    ledger.post(context, ledger.account(EXCHANGE_UID, 'spot', coinId), 'contract_settle', units, 0n, refNo);
  };
  const { id, quoteCoinId } = market.info;
  const worth = quoteUnits(market, priceTicks, dealLots);
  const gain = (sold ? dealUnits - worth : worth - dealUnits) / terms.quotePerUsdt;
  if (gain > 0n) {
    settleProfit(context, contractMarket, gain, refNo);
    ledger.post(context, ledger.account(INSURANCE_UID, 'contract', USDT_ID), 'contract_settle', gain, 0n, refNo);
  }
  const left = sold ? lots - dealLots : lots + dealLots;
  if (left === 0) return;
  toExchange(id, baseUnits(market, left));
  toExchange(quoteCoinId, -quoteUnits(market, priceTicks, left));
}
