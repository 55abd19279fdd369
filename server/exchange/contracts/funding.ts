// Funding: how far a book stands from its index, minute by minute, and what longs and shorts pay each other for it at
// each stamp (R15).
import { CLOSE_TYPE } from '../../../core/orders/contract-order.ts';
import { HALTED, USDT_ID } from '../../../core/instruments/instrument.ts';
import { fundingRateE8, fundingUnits, premiumE8, withFunding } from '../../../core/risk/margin-funding.ts';
import { downShare, valueUnits } from '../../../core/risk/margin-tiers.ts';
import type { RateE8 } from '../../../core/risk/margin.ts';
import type { Side } from '../../../core/orders/spot-order.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { Lots, PriceTicks, Units } from '../../../core/units/units.ts';
import { EXCHANGE_UID } from '../command.ts';
import type { ExchangeState } from '../state.ts';
import type { CommandContext } from '../command-context.ts';
import type { Contract } from './contract.ts';
import type { ContractMarket } from './open-contracts.ts';
import { emitContract } from './execute.ts';
import { simulateFill } from './simulate-fill.ts';

/** Stamps lie at 00:00, 08:00 and 16:00 UTC. */
export const FUNDING_MS = 8 * 3_600_000;
const SAMPLE_MS = 60_000;
/** A stamp that no beat reached within a minute is passed over. */
const LATEST_MS = 60_000;
/** Impact prices are those of 200 USDT at the greatest multiple, in units per step of it. */
const IMPACT_UNITS: Units = 20_000_000_000n;
/** No account has this uid, so nobody's orders are passed over. */
const NOBODY = 0;

/** Positions of a market that one beat settles a stamp with; the rest follow with the next beats. */
const MOST_FUNDED = 20_000;

/**
 * Premiums of the running interval, in 1e-8. `startMs` is 0 before the first look, `minuteMs` the minute of the last
 * sample.
 * A stamp that is being settled: its rate, and the contracts still to come, after one id up to another; `dueUntilId` 0
 * for none.
 */
export interface FundingState {
  startMs: EpochMs;
  minuteMs: EpochMs;
  samples: number;
  sumE8: bigint;
  dueRateE8: RateE8;
  dueAfterId: number;
  dueUntilId: number;
}

const NOTHING_DUE = { dueRateE8: 0n, dueAfterId: 0, dueUntilId: 0 };

/** What is published: the rate as it would be now, in 1e-8, and the next stamp; with the state that it follows from. */
export interface FundingReading extends FundingState {
  rateE8: RateE8;
  nextMs: EpochMs;
}

export function newFunding(): FundingState {
  return { startMs: 0, minuteMs: 0, samples: 0, sumE8: 0n, ...NOTHING_DUE };
}

/** Rate by the samples so far; 0 before the first. */
export function fundingReading(state: FundingState): FundingReading {
  const rateE8 = state.samples === 0 ? 0n : fundingRateE8(downShare(state.sumE8, BigInt(state.samples)));
  return { ...state, rateE8, nextMs: state.startMs === 0 ? 0 : state.startMs + FUNDING_MS };
}

/**
 * One beat with a fresh index: takes the minute's sample, and when this beat is a stamp, makes it due for every
 * contract there is, up to `lastId`.
 */
export function advanceFunding(
  { funding, market, terms, mark }: ContractMarket,
  lastId: number,
  indexTicks: PriceTicks,
  ts: EpochMs,
): void {
  if (!funding || mark.markTicks === 0) return;
  const startMs = ts - (ts % FUNDING_MS);
  if (funding.startMs !== startMs) {
    const reached = funding.startMs + FUNDING_MS === startMs && ts - startMs < LATEST_MS;
    const due =
      reached && funding.samples > 0 && market.info.status !== HALTED
        ? { dueRateE8: fundingReading(funding).rateE8, dueAfterId: 0, dueUntilId: lastId }
        : NOTHING_DUE;
    Object.assign(funding, { ...newFunding(), ...due, startMs });
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
  const found = simulateFill(market, side, lots, side === 'buy' ? Number.MAX_SAFE_INTEGER : 1, NOBODY);
  if (found.lots < lots) return 0;
  const sum = found.fills.reduce((total, fill) => total + BigInt(fill.priceTicks) * BigInt(fill.lots), 0n);
  return Number(side === 'sell' ? sum / BigInt(lots) : (sum + BigInt(lots) - 1n) / BigInt(lots));
}

/**
 * Settles a stamp that is due with the positions of the market, the older contract first; the house takes what is left
 * between the sides.
 */
export function settleFunding(
  exchange: ExchangeState,
  context: CommandContext,
  contractMarket: ContractMarket,
  funding: FundingState,
): void {
  if (funding.dueUntilId === 0) return;
  const { id } = contractMarket.market.info;
  const { dueRateE8, dueAfterId, dueUntilId } = funding;
  let [sum, funded] = [0n, 0];
  Object.assign(funding, NOTHING_DUE);
  for (const contract of exchange.contracts.all()) {
    const { id: contractId, coinInfoId, position, closeType } = contract.state;
    // What is being liquidated is its owner's no more (R6).
    if (
      coinInfoId !== id ||
      contractId <= dueAfterId ||
      contractId > dueUntilId ||
      position.lots === 0 ||
      closeType !== CLOSE_TYPE.none
    )
      continue;
    if (funded === MOST_FUNDED) {
      Object.assign(funding, { dueRateE8, dueAfterId: contractId - 1, dueUntilId });
      break;
    }
    sum += settleOne(exchange, context, contractMarket, contract, dueRateE8);
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
 * Paid from what is available, then from the margin as far as it reaches; received into what is available. Answers the
 * change of the balance.
 */
function settleOne(
  exchange: ExchangeState,
  context: CommandContext,
  contractMarket: ContractMarket,
  contract: Contract,
  rate: RateE8,
): Units {
  const { state, account, refNo } = contract;
  const { position } = state;
  const due = fundingUnits(contractMarket.terms, position, contractMarket.mark.markTicks, rate);
  if (due === 0n) return 0n;
  const missing = -due > account.available ? -due - account.available : 0n;
  const fromMargin = missing > position.marginUnits ? position.marginUnits : missing;
  const units = due + missing - fromMargin;
  exchange.ledger.post(context, account, 'contract_funding', units, -fromMargin, refNo);
  state.position = withFunding(position, units, -fromMargin);
  emitContract(exchange, context, contract, 'funding', { lots: position.lots, units });
  return units;
}
