// Contracts closed by the system: what rests is revoked, positions are settled at one price for all, and what the
// clearing account then has too much is traded away (R16).
import { CLOSE_TYPE, CONTRACT_STATUS } from '../../../core/orders/contract-order.ts';
import { HALTED, USDT_ID } from '../../../core/instruments/instrument.ts';
import { valueUnits } from '../../../core/risk/margin-tiers.ts';
import { signOf } from '../../../core/risk/margin.ts';
import type { Lots, PriceTicks, Units } from '../../../core/units/units.ts';
import { CLEARING_UID, EXCHANGE_UID, INSURANCE_UID } from '../command.ts';
import type { Contract } from '../contracts/contract.ts';
import type { ContractMarket } from '../contracts/open-contracts.ts';
import { end, revoke, emitContract } from '../contracts/execute.ts';
import { drawProfit, settleClosing } from '../contracts/contract-money.ts';
import type { ExchangeState } from '../state.ts';
import { baseUnits, quoteUnits } from '../matching/spot-market.ts';
import { insertOrder } from '../place-spot.ts';
import type { Reason } from '../reason.ts';
import type { CommandContext } from '../command-context.ts';

/**
 * Contracts and orders that one beat closes; the rest follow with the next, so that no command has more events than the
 * store can number.
 */
export const MOST_CLOSED = 20_000;

/** What is left to do in one beat. */
export interface Budget {
  left: number;
}

/** Closes what is open in a market, the older contract first. Answers whether nothing is left. */
export function closeContracts(
  exchange: ExchangeState,
  context: CommandContext,
  contractMarket: ContractMarket,
  priceTicks: PriceTicks,
  reason: Reason,
  budget: Budget,
): boolean {
  const open = [...exchange.contracts.all()].filter(({ state }) => state.coinInfoId === contractMarket.market.info.id);
  for (const contract of open) {
    if (contract.state.pendingLots === 0) continue;
    if (budget.left === 0) return false;
    budget.left -= 1;
    revoke(exchange, context, contract, reason);
  }
  let tooMany: Lots = 0;
  const held = open.filter(({ state }) => state.position.lots > 0);
  const due = held.slice(0, budget.left);
  for (const contract of due) tooMany += settle(exchange, context, contractMarket, contract, priceTicks, reason);
  budget.left -= due.length;
  if (tooMany !== 0) unwind(exchange, context, contractMarket, tooMany, priceTicks);
  return due.length === held.length;
}

/**
 * Free of charge; what a liquidation had begun stays one (R6). Answers the lots that nobody's position owns any more:
 * negative of a short.
 */
function settle(
  exchange: ExchangeState,
  context: CommandContext,
  contractMarket: ContractMarket,
  contract: Contract,
  priceTicks: PriceTicks,
  reason: Reason,
): Lots {
  const { state } = contract;
  const { lots } = state.position;
  const units = valueUnits(contractMarket.terms, priceTicks, lots);
  const closeType = state.closeType === CLOSE_TYPE.liquidation ? CLOSE_TYPE.liquidation : CLOSE_TYPE.system;
  const { feeUnits } = settleClosing(
    exchange,
    context,
    contractMarket,
    contract,
    [{ priceTicks, lots, units }],
    closeType,
    0n,
  );
  end(contract, context, CONTRACT_STATUS.closed, closeType, reason);
  emitContract(exchange, context, contract, 'close', { lots, units, feeUnits, priceTicks, reason });
  return Number(signOf(state.direction)) * lots;
}

/**
 * Longs and shorts have met at the price; what one side had more of goes to the book, at the price or better, as far as
 * that is open, and the rest to the house at the price.
 * What the book gave beyond the price is the insurance's: people have theirs already.
 */
function unwind(
  exchange: ExchangeState,
  context: CommandContext,
  contractMarket: ContractMarket,
  lots: Lots,
  priceTicks: PriceTicks,
): void {
  const { market, terms } = contractMarket;
  const sold = lots > 0;
  const { dealLots, dealUnits } =
    market.info.status === HALTED
      ? { dealLots: 0, dealUnits: 0n }
      : insertOrder(exchange, context, market, {
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
    exchange.ledger.post(
      context,
      exchange.ledger.account(CLEARING_UID, 'spot', coinId),
      'contract_settle',
      -units,
      0n,
      refNo,
    );
    exchange.ledger.post(
      context,
      exchange.ledger.account(EXCHANGE_UID, 'spot', coinId),
      'contract_settle',
      units,
      0n,
      refNo,
    );
  };
  const { id, quoteCoinId } = market.info;
  const worth = quoteUnits(market, priceTicks, dealLots);
  const gain = (sold ? dealUnits - worth : worth - dealUnits) / terms.quotePerUsdt;
  if (gain > 0n) {
    drawProfit(exchange, context, contractMarket, gain, refNo);
    exchange.ledger.post(
      context,
      exchange.ledger.account(INSURANCE_UID, 'contract', USDT_ID),
      'contract_settle',
      gain,
      0n,
      refNo,
    );
  }
  const left = sold ? lots - dealLots : lots + dealLots;
  if (left === 0) return;
  toExchange(id, baseUnits(market, left));
  toExchange(quoteCoinId, -quoteUnits(market, priceTicks, left));
}
