// Funding of contracts (R15): samples of the premium, payments between longs and shorts.
// The premium of a book over its index is sampled each minute.
import { CLOSE_TYPE } from '../../../core/orders/contract-order.ts';
import { HALTED, USDT_ID } from '../../../core/instruments/instrument.ts';
import { fundingUnits, premiumE8, withFunding } from '../../../core/risk/margin-funding.ts';
import { valueUnits } from '../../../core/risk/margin-tiers.ts';
import type { RateE8 } from '../../../core/risk/margin.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import type { Lots, PriceTicks, Units } from '../../../core/units/units.ts';
import { EXCHANGE_UID } from '../command.ts';
import type { Contract } from './contract.ts';
import type { ContractMarket } from './contract-market.ts';
import type { CommandContext } from '../command-context.ts';
import { emitContract } from './contract-execution.ts';
import { simulateFill } from '../matching/simulate-fill.ts';
import { FUNDING_MS, type FundingState, NOTHING_DUE, fundingReading, newFunding } from './funding-state.ts';

const SAMPLE_MS = 60_000;
/** A payment time that no beat reached within a minute is skipped. */
const LATEST_MS = 60_000;
/** Impact prices are those of 200 USDT at the highest leverage, in units for each step of leverage. */
const IMPACT_UNITS: Units = 20_000_000_000n;
/** No account has this uid, so no order counts as an own one. */
const NO_UID = 0;

/** Positions of a market paid at one beat; the rest follow at the next beats. */
const MAX_FUNDED = 20_000;

/**
 * At a beat with an index tick: takes the minute's sample, and at a payment time makes it due for every contract up to
 * the last one, with an event.
 */
export function advanceFunding(
  context: CommandContext,
  { funding, market, terms, mark }: ContractMarket,
  indexTicks: PriceTicks,
): void {
  const { exchange, ts } = context;
  if (!funding || mark.markTicks === 0) return;
  const startMs = ts - (ts % FUNDING_MS);
  if (funding.startMs !== startMs) {
    const reached = funding.startMs + FUNDING_MS === startMs && ts - startMs < LATEST_MS;
    const due =
      reached && funding.samples > 0 && market.info.status !== HALTED
        ? { dueRateE8: fundingReading(funding).rateE8, dueAfterId: 0, dueUntilId: exchange.contracts.lastId }
        : NOTHING_DUE;
    Object.assign(funding, { ...newFunding(), ...due, startMs });
    if (due !== NOTHING_DUE)
      context.events.push({ kind: 'funding', coinInfoId: market.info.id, ts: startMs, rateE8: due.dueRateE8 });
  }
  const minuteMs = ts - (ts % SAMPLE_MS);
  if (funding.minuteMs !== minuteMs) {
    const lotUnits = valueUnits(terms, indexTicks, 1);
    const lots = lotUnits > 0n ? Math.max(1, Number((IMPACT_UNITS * BigInt(market.info.maxMultiple)) / lotUnits)) : 1;
    funding.sumE8 += premiumE8(impactTicks(market, 'sell', lots), impactTicks(market, 'buy', lots), indexTicks);
    funding.samples += 1;
    funding.minuteMs = minuteMs;
  }
}

/** Average price of so many lots, rounded against the premium; 0 where the book is too thin. */
function impactTicks(market: ContractMarket['market'], side: Side, lots: Lots): PriceTicks {
  const limitTicks = side === 'buy' ? Number.MAX_SAFE_INTEGER : 1;
  const found = simulateFill(market, { side, lots, limitTicks, ownerUid: NO_UID });
  if (found.lots < lots) return 0;
  const sum = found.fills.reduce((total, fill) => total + BigInt(fill.priceTicks) * BigInt(fill.lots), 0n);
  return Number(side === 'sell' ? sum / BigInt(lots) : (sum + BigInt(lots) - 1n) / BigInt(lots));
}

/** Pays what is due, oldest contract first; the exchange account takes the difference between the sides. */
export function settleFunding(context: CommandContext, contractMarket: ContractMarket, funding: FundingState): void {
  const { exchange } = context;
  if (funding.dueUntilId === 0) return;
  const { id } = contractMarket.market.info;
  const { dueRateE8, dueAfterId, dueUntilId } = funding;
  let [sum, funded] = [0n, 0];
  Object.assign(funding, NOTHING_DUE);
  for (const contract of exchange.contracts.all()) {
    const { id: contractId, coinInfoId, position, closeType } = contract.state;
    // A position that is being liquidated no longer belongs to its owner (R6).
    if (
      coinInfoId !== id ||
      contractId <= dueAfterId ||
      contractId > dueUntilId ||
      position.lots === 0 ||
      closeType !== CLOSE_TYPE.none
    )
      continue;
    if (funded === MAX_FUNDED) {
      Object.assign(funding, { dueRateE8, dueAfterId: contractId - 1, dueUntilId });
      break;
    }
    sum += settleContractFunding(context, contract, dueRateE8);
    funded += 1;
  }
  if (sum !== 0n)
    exchange.ledger.post(
      context,
      exchange.ledger.account(EXCHANGE_UID, 'contract', USDT_ID),
      'contract_funding',
      -sum,
      0n,
      `F${id}`,
    );
}

/**
 * Pays from the available balance, then from the margin as far as it goes; receives into the available balance. Returns
 * the change of the balance.
 */
function settleContractFunding(context: CommandContext, contract: Contract, rate: RateE8): Units {
  const { contractMarket, state, account, refNo } = contract;
  const { position } = state;
  const due = fundingUnits(contractMarket.terms, position, contractMarket.mark.markTicks, rate);
  if (due === 0n) return 0n;
  const missing = -due > account.available ? -due - account.available : 0n;
  const fromMargin = missing > position.marginUnits ? position.marginUnits : missing;
  const units = due + missing - fromMargin;
  context.exchange.ledger.post(context, account, 'contract_funding', units, -fromMargin, refNo);
  state.position = withFunding(position, units, -fromMargin);
  emitContract(context, contract, 'funding', { lots: position.lots, units });
  return units;
}
