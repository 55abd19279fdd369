// Restores contracts, mark prices and indexes, and checks them against books and clearing account.
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import { signOf } from '../../../core/risk/margin.ts';
import type { EpochMs } from '../../../core/units/time.ts';
import type { PriceTicks, Units } from '../../../core/units/units.ts';
import type { RecentTick } from '../closing/settlement-window.ts';
import { CLEARING_UID } from '../command.ts';
import type { ExchangeState } from '../state.ts';
import type { Account } from '../ledger/ledger.ts';
import { openLots } from '../matching/live-order.ts';
import { baseUnits } from '../matching/spot-market.ts';
import type { Contract } from './contract.ts';
import { type ContractState, contractRef, frozenUnits } from './contract-state.ts';
import type { FundingState } from './funding-state.ts';
import { countOpenValue } from './open-value.ts';
import { updateTriggers } from './update-triggers.ts';

/** Stored state of an index and, where there are contracts, of the mark price. */
export interface StoredMark {
  coinInfoId: number;
  indexSeq: number;
  indexTicks: PriceTicks;
  indexTs: EpochMs;
  /** Hash of the last tick, in hex; '' before ticks were hashed. */
  indexHash: string;
  markTicks: PriceTicks;
  beforeTicks: PriceTicks;
  basisE8: bigint;
  /** Funding state; ignored in a market that pays none. */
  funding?: FundingState;
  silentBeats?: number;
  /** The last ticks, oldest first. */
  recent?: RecentTick[];
  /** As the triggers were checked last; absent in a store: the first command checks all. */
  checked?: { dirty: boolean; seenLastTicks: PriceTicks; isTicking?: boolean; quietTradeId?: number };
}

/**
 * Adds to `held` what the contracts freeze in each account. Throws Error on a contract of an unknown market, or one
 * newer than `lastId`.
 */
export function rehydrateContracts(
  exchange: ExchangeState,
  lastId: number,
  contracts: readonly ContractState[],
  marks: readonly StoredMark[],
  held: Map<Account, Units>,
): void {
  exchange.contracts.lastId = lastId;
  restoreMarks(exchange, marks);
  for (const state of [...contracts].sort((a, b) => a.id - b.id)) {
    if (state.id > lastId) throw new Error(`contract ${state.id} is newer than the last id ${lastId}`);
    const contract = restoreContract(exchange, state);
    held.set(contract.account, (held.get(contract.account) ?? 0n) + frozenUnits(state));
  }
  for (const { coinInfoId, checked } of marks) {
    const contractMarket = exchange.contracts.markets.get(coinInfoId);
    if (contractMarket && checked) Object.assign(contractMarket, checked);
  }
}

function restoreMarks(exchange: ExchangeState, marks: readonly StoredMark[]): void {
  for (const {
    coinInfoId,
    indexSeq,
    indexTicks,
    indexTs,
    indexHash,
    markTicks,
    beforeTicks,
    basisE8,
    funding,
    silentBeats = 0,
    recent = [],
  } of marks) {
    const index = exchange.indexes.get(coinInfoId);
    if (index)
      Object.assign(index, {
        seq: indexSeq,
        priceTicks: indexTicks,
        ts: indexTs,
        hash: indexHash,
        recent: [...recent],
      });
    const contractMarket = exchange.contracts.markets.get(coinInfoId);
    if (contractMarket) Object.assign(contractMarket.mark, { markTicks, beforeTicks, basisE8 });
    if (contractMarket) contractMarket.silentBeats = silentBeats;
    if (contractMarket?.funding && funding) Object.assign(contractMarket.funding, funding);
  }
}

function restoreContract(exchange: ExchangeState, state: ContractState): Contract {
  const contractMarket = exchange.contracts.markets.get(state.coinInfoId);
  if (!contractMarket)
    throw new Error(`contract ${state.id} is open in market ${state.coinInfoId}, which has no contracts`);
  const contract: Contract = {
    contractMarket,
    state: { ...state },
    refNo: contractRef(state.id),
    account: exchange.ledger.account(state.uid, 'contract', USDT_ID),
    triggers: [],
    countedUnits: 0n,
  };
  exchange.contracts.add(contract);
  updateTriggers(contract);
  countOpenValue(contract);
  return contract;
}

/**
 * Throws Error when a contract and its resting order disagree, or the clearing account does not own and owe exactly
 * what all positions need (R2).
 */
export function checkContracts(exchange: ExchangeState): void {
  const owed = new Map<number, Units>([[USDT_ID, 0n]]);
  const baseOwned = new Map<number, Units>();
  for (const { contractMarket, state } of exchange.contracts.all()) {
    const resting = exchange.orders.get(state.bookOrderId);
    if ((resting ? openLots(resting) : 0) !== state.pendingLots)
      throw new Error(`contract ${state.id} waits for ${state.pendingLots} lots, its order for others`);
    const sign = signOf(state.direction);
    const { market, terms } = contractMarket;
    const { quoteCoinId } = market.info;
    owed.set(quoteCoinId, (owed.get(quoteCoinId) ?? 0n) + sign * state.position.openUnits * terms.quotePerUsdt);
    baseOwned.set(
      state.coinInfoId,
      (baseOwned.get(state.coinInfoId) ?? 0n) + sign * baseUnits(market, state.position.lots),
    );
  }
  const total = (coinId: number): Units => {
    const account = exchange.ledger.peek(CLEARING_UID, 'spot', coinId);
    return account ? account.available + account.frozen : 0n;
  };
  for (const { market } of exchange.contracts.markets.values())
    if (!owed.has(market.info.quoteCoinId)) owed.set(market.info.quoteCoinId, 0n);
  for (const [coinId, units] of owed)
    if (total(coinId) !== -units)
      throw new Error(
        `the clearing account has ${total(coinId)} of coin ${coinId}, positions were opened for ${units}`,
      );
  for (const coinInfoId of exchange.contracts.markets.keys()) {
    const owned = baseOwned.get(coinInfoId) ?? 0n;
    if (total(coinInfoId) !== owned)
      throw new Error(`the clearing account has ${total(coinInfoId)} of ${coinInfoId}, positions need ${owned}`);
  }
}
