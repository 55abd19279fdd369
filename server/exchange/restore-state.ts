// Restores stored balances and orders into an empty machine, and checks that they agree.
import type { MarketStatus } from '../../core/instruments/instrument.ts';
import type { OrderState } from './event.ts';
import type { Delisting } from './closing/delisting.ts';
import type { ExchangeState } from './state.ts';
import { CLEARING_UID, type Wallet } from './command.ts';
import { type ContractState, contractOfRef } from './contracts/contract-state.ts';
import { type StoredMark, checkContracts, rehydrateContracts } from './contracts/rehydrate-contracts.ts';
import { type StoredFunds, rehydrateFunds } from './funds/rehydrate-funds.ts';
import { type StoredBinaryOptions, rehydrateBinaryOptions } from './binary-options/rehydrate-binary-options.ts';
import { heldUnits, payingAccount } from './ledger/settle-spot.ts';
import type { Account } from './ledger/ledger.ts';
import type { ClockState } from './mark/clock-state.ts';
import { setStatus } from './market-status.ts';
import { isWaiting, storedOrder, waitTicks } from './matching/live-order.ts';
import { type Market, sideOf } from './matching/spot-market.ts';

/** The stored state of a machine. `orders` are the open ones; their ids give their order of arrival (M1). */
export interface StoredState {
  orderId: number;
  dealId: number;
  /** `status` null: that of the instrument. */
  markets: { coinInfoId: number; tradeId: number; lastPriceTicks: number; status?: MarketStatus | null }[];
  balances: { uid: number; wallet: Wallet; coinId: number; available: bigint; frozen: bigint }[];
  orders: OrderState[];
  /** Open contracts, and the state of mark prices and indexes. */
  contractId: number;
  contracts: ContractState[];
  marks: StoredMark[];
  funds?: StoredFunds;
  delistings?: Delisting[];
  seconds?: StoredBinaryOptions;
  clock?: ClockState | null;
}

/**
 * Throws Error when the state contradicts itself: unknown market, frozen money without an order, a crossed book, a coin
 * whose balances do not sum to 0.
 */
export function restoreState(exchange: ExchangeState, state: StoredState): void {
  exchange.orderId = state.orderId;
  exchange.dealId = state.dealId;
  for (const { uid, wallet, coinId, available, frozen } of state.balances) {
    const account = exchange.ledger.account(uid, wallet, coinId);
    account.available = available;
    account.frozen = frozen;
  }
  for (const { coinInfoId, tradeId, lastPriceTicks, status } of state.markets) {
    if (status !== null && status !== undefined) setStatus(exchange, coinInfoId, status);
    const market = exchange.markets.get(coinInfoId);
    // A market that is no longer listed may have traded before; only open orders need it.
    if (market) Object.assign(market, { tradeId, lastPriceTicks });
  }
  for (const delisting of state.delistings ?? []) {
    const market = exchange.markets.get(delisting.coinInfoId);
    if (market) market.delisting = delisting;
  }
  const held = new Map<Account, bigint>();
  rehydrateContracts(exchange, state.contractId, state.contracts, state.marks, held);
  if (state.funds) rehydrateFunds(exchange, state.funds, held);
  if (state.clock) Object.assign(exchange.clock, state.clock);
  if (state.seconds) rehydrateBinaryOptions(exchange, state.seconds);
  for (const order of [...state.orders].sort((a, b) => a.id - b.id)) rehydrateOrder(exchange, order, held);
  checkContracts(exchange);
  checkFrozen(exchange, held);
  checkSums(exchange);
  for (const market of exchange.markets.values()) checkUncrossed(market);
}

function rehydrateOrder(exchange: ExchangeState, state: OrderState, held: Map<Account, bigint>): void {
  const market = exchange.markets.get(state.coinInfoId);
  if (!market)
    throw new Error(`order ${state.id} is open in market ${state.coinInfoId}, which is not on the list of instruments`);
  if (state.id > exchange.orderId) throw new Error(`order ${state.id} is newer than the last id ${exchange.orderId}`);
  const base = exchange.ledger.account(state.uid, 'spot', market.info.id);
  const quote = exchange.ledger.account(state.uid, 'spot', market.info.quoteCoinId);
  const contract = state.uid === CLEARING_UID ? exchange.contracts.get(contractOfRef(state.clientNo)) : undefined;
  const order = storedOrder(state, base, quote, contract?.state.uid ?? state.uid);
  if (waitTicks(order) > 0) market.stops.add(order);
  if (!isWaiting(order)) sideOf(market, order.side).add(order);
  exchange.orders.add(order);
  market.openOrders += 1;
  const account = payingAccount(order);
  held.set(account, (held.get(account) ?? 0n) + heldUnits(market, order));
}

function checkFrozen(exchange: ExchangeState, held: Map<Account, bigint>): void {
  for (const account of exchange.ledger.all()) {
    const expected = held.get(account) ?? 0n;
    if (account.frozen !== expected)
      throw new Error(
        `uid ${account.uid} has ${account.frozen} of coin ${account.coinId} frozen, its orders hold ${expected}`,
      );
  }
}

function checkSums(exchange: ExchangeState): void {
  const sums = new Map<number, bigint>();
  for (const { coinId, available, frozen } of exchange.ledger.all())
    sums.set(coinId, (sums.get(coinId) ?? 0n) + available + frozen);
  for (const [coinId, sum] of sums)
    if (sum !== 0n) throw new Error(`balances of coin ${coinId} sum to ${sum}, not to 0`);
}

function checkUncrossed({ bids, asks, info }: Market): void {
  const bid = bids.best();
  const ask = asks.best();
  if (bid && ask && bid.priceTicks >= ask.priceTicks) throw new Error(`the book of ${info.pair} is crossed`);
}
