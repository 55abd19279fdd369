// Queries of the machine: they change nothing and answer as of the last applied command.
import { BID, type SideCode } from '../../core/feed/checksum.ts';
import type { Side } from '../../core/orders/spot-order.ts';
import type { MarketStatus } from '../../core/instruments/instrument.ts';
import { exposureLeft } from '../../core/risk/binary-option.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Lots, PriceTicks, Units } from '../../core/units/units.ts';
import { exposureLimit } from './binary-options/exposure-limit.ts';
import type { BinaryOptionState } from './binary-options/open-binary-options.ts';
import { areBinaryOptionsRunning } from './binary-options/running-orders.ts';
import type { Delisting } from './closing/delisting.ts';
import { FIRST_USER_UID, type Wallet } from './command.ts';
import type { Contract } from './contracts/contract.ts';
import type { ContractState } from './contracts/contract-state.ts';
import { type FundingReading, fundingReading } from './contracts/funding-state.ts';
import type { OrderState } from './event.ts';
import type { FundOrder } from './funds/fund.ts';
import type { Account } from './ledger/ledger.ts';
import { heldUnits } from './ledger/settle-spot.ts';
import type { ClockState } from './mark/clock-state.ts';
import { indexOrLast } from './mark/index-price.ts';
import { type LiveOrder, orderState } from './matching/live-order.ts';
import type { Market } from './matching/spot-market.ts';
import { stateHash } from './state-hash.ts';
import type { ExchangeState } from './state.ts';

/** Balance of one coin in one account of a user. */
export interface Balance {
  uid: number;
  wallet: Wallet;
  coinId: number;
  available: Units;
  frozen: Units;
}

/** State of a market: last trade (0 before the first), number of open orders, and status. */
interface MarketState {
  status: MarketStatus;
  tradeId: number;
  lastPriceTicks: PriceTicks;
  openOrders: number;
}

/** Times of creation in ms, both inclusive; absent fields do not filter. */
interface OpenOrderFilter {
  coinInfoId?: number | undefined;
  side?: Side | undefined;
  startTime?: EpochMs | undefined;
  endTime?: EpochMs | undefined;
  offset: number;
  limit: number;
}

/** Mark price, the one before it and the index (0: none), in ticks of the market; `basisE8` in 1e-8. */
interface MarkReading {
  markTicks: PriceTicks;
  beforeTicks: PriceTicks;
  indexTicks: PriceTicks;
  basisE8: bigint;
  /** Absent where no funding is paid. */
  funding?: FundingReading;
}

export class MachineQueries {
  protected readonly exchange: ExchangeState;
  /** What was shown of an open order last: of a long list, few orders changed since it was read before. */
  readonly #shown = new WeakMap<LiveOrder, OrderState>();

  constructor(exchange: ExchangeState) {
    this.exchange = exchange;
  }

  /** Balances of a user, empty ones included. */
  balances(uid: number): Balance[] {
    return this.exchange.ledger.of(uid).map(balanceOf);
  }

  balance(uid: number, wallet: Wallet, coinId: number): { available: Units; frozen: Units } {
    const account = this.exchange.ledger.peek(uid, wallet, coinId);
    return { available: account?.available ?? 0n, frozen: account?.frozen ?? 0n };
  }

  /** All balances; for each coin available + frozen sums to 0. */
  allBalances(): Balance[] {
    return [...this.exchange.ledger.all()].map(balanceOf);
  }

  /** Open orders of a user, oldest first, in one market or (null) in all. */
  openOrders(uid: number, coinInfoId: number | null): OrderState[] {
    return this.exchange.orders.of(uid, coinInfoId).map((order) => this.#show(order));
  }

  /** One page of a user's open orders, newest first, and how many there are under the filter. */
  openOrderPage(
    uid: number,
    { coinInfoId, side, startTime = 0, endTime = Infinity, offset, limit }: OpenOrderFilter,
  ): { list: OrderState[]; total: number } {
    const own = this.exchange.orders
      .of(uid, coinInfoId ?? null)
      .filter(
        (order) =>
          (side === undefined || order.side === side) && order.createTime >= startTime && order.createTime <= endTime,
      );
    // Ids grow with time, and `of` has the oldest first.
    const end = own.length - offset;
    const page = own.slice(Math.max(0, end - limit), Math.max(0, end)).reverse();
    return { list: page.map((order) => this.#show(order)), total: own.length };
  }

  /** An order while it is open. */
  order(id: number): OrderState | undefined {
    const order = this.exchange.orders.get(id);
    return order && this.#show(order);
  }

  /** Lots resting at a price; 0 for none and in an unknown market. */
  levelLots(coinInfoId: number, side: SideCode, priceTicks: PriceTicks): Lots {
    return this.#side(coinInfoId, side)?.lotsAt(priceTicks) ?? 0;
  }

  /** Visits the levels of one side, best first. An unknown market has none. */
  levels(coinInfoId: number, side: SideCode, visit: (priceTicks: PriceTicks, lots: Lots) => void): void {
    const levels = this.#side(coinInfoId, side)?.levels ?? [];
    for (let at = levels.length - 1; at >= 0; at -= 1) visit(levels[at]!.priceTicks, levels[at]!.lots);
  }

  market(coinInfoId: number): MarketState | undefined {
    const market = this.exchange.markets.get(coinInfoId);
    return (
      market && {
        status: market.info.status,
        tradeId: market.tradeId,
        lastPriceTicks: market.lastPriceTicks,
        openOrders: market.openOrders,
      }
    );
  }

  /** The index of a market; the last trade where it was never quoted; 0 before its first, and of an unknown one. */
  priceTicks(coinInfoId: number): PriceTicks {
    const market = this.exchange.markets.get(coinInfoId);
    return market ? indexOrLast(this.exchange.indexes, market) : 0;
  }

  /** Open contracts of a user, oldest first, in one market or (null) in all. */
  openContracts(uid: number, coinInfoId: number | null): ContractState[] {
    return this.exchange.contracts.of(uid, coinInfoId).map(copyOf);
  }

  /** A contract while it is open. */
  openContract(id: number): ContractState | undefined {
    const contract = this.exchange.contracts.get(id);
    return contract && copyOf(contract);
  }

  /** All open contracts. */
  allContracts(): ContractState[] {
    return [...this.exchange.contracts.all()].map(({ state }) => ({ ...state }));
  }

  /** Open deposit applications and withdrawals, oldest first. */
  openFunds(): FundOrder[] {
    return this.exchange.funds.all();
  }

  /** Open binary options of a user, oldest first, in one market or (null) in all. */
  openBinaryOptions(uid: number, coinInfoId: number | null): BinaryOptionState[] {
    return this.exchange.binaryOptions.of(uid, coinInfoId);
  }

  /** All open binary options, oldest first. */
  allBinaryOptions(): BinaryOptionState[] {
    return this.exchange.binaryOptions.all();
  }

  /** What a user can still stake on a period in a market, in USDT, as the book is now. */
  stakeLeft(uid: number, coinInfoId: number, periodS: number): Units {
    const { indexes, binaryOptions } = this.exchange;
    const index = indexes.get(coinInfoId);
    return index ? exposureLeft(binaryOptions.exposure(uid, coinInfoId, exposureLimit(index, periodS))) : 0n;
  }

  /** Whether an open binary option depends on this market's book. */
  areBinaryOptionsRunning(coinInfoId: number): boolean {
    return areBinaryOptionsRunning(this.exchange, coinInfoId);
  }

  /** Mark price and index of a market, 0 for none; undefined where there are no contracts. */
  mark(coinInfoId: number): MarkReading | undefined {
    const contractMarket = this.exchange.contracts.markets.get(coinInfoId);
    return (
      contractMarket && {
        ...contractMarket.mark,
        indexTicks: this.exchange.indexes.get(coinInfoId)?.priceTicks ?? 0,
        ...(contractMarket.funding ? { funding: fundingReading(contractMarket.funding) } : {}),
      }
    );
  }

  /** Number, price, time and hash of the last tick of every index; 0 and '' before the first. */
  indexes(): { coinInfoId: number; seq: number; priceTicks: PriceTicks; ts: EpochMs; hash: string }[] {
    return [...this.exchange.indexes.values()].map(({ coinInfoId, seq, priceTicks, ts, hash }) => ({
      coinInfoId,
      seq,
      priceTicks,
      ts,
      hash,
    }));
  }

  /** The announced or past end of a market; null for none. */
  delisting(coinInfoId: number): Delisting | null {
    return this.exchange.markets.get(coinInfoId)?.delisting ?? null;
  }

  /** Uids of the users with an open order, contract or binary option in a market, ascending. */
  holders(coinInfoId: number): number[] {
    return holdersOf(this.exchange, coinInfoId);
  }

  /** Whether a position is held in a market, or in one whose mark is made from its book. */
  isMarkOfPositions(coinInfoId: number): boolean {
    const { contracts, indexes } = this.exchange;
    return [...contracts.all()].some(
      ({ state }) =>
        state.position.lots > 0 &&
        [state.coinInfoId, indexes.get(state.coinInfoId)?.reference.info.id].includes(coinInfoId),
    );
  }

  /** State of the clock. */
  clock(): ClockState {
    return { ...this.exchange.clock };
  }

  /** SHA-256 over the whole state: machines with the same hash answer every further command alike. */
  stateHash(): string {
    return stateHash(this.exchange);
  }

  /** Last ids that were assigned. */
  counters(): { orderId: number; dealId: number; contractId: number; fundId: number; secondsId: number } {
    const { orderId, dealId, contracts, funds, binaryOptions } = this.exchange;
    return {
      orderId,
      dealId,
      contractId: contracts.lastId,
      fundId: funds.lastId,
      secondsId: binaryOptions.lastId,
    };
  }

  #side(coinInfoId: number, side: SideCode): Market['bids'] | undefined {
    const market = this.exchange.markets.get(coinInfoId);
    return side === BID ? market?.bids : market?.asks;
  }

  #show(order: LiveOrder): OrderState {
    const known = this.#shown.get(order);
    // An open order changes by fills alone.
    if (known?.dealLots === order.dealLots) return known;
    const fresh = orderState(order, heldUnits(this.exchange.markets.get(order.coinInfoId)!, order));
    this.#shown.set(order, fresh);
    return fresh;
  }
}

function copyOf({ state }: Contract): ContractState {
  return { ...state, position: { ...state.position } };
}

function holdersOf({ orders, contracts, binaryOptions }: ExchangeState, coinInfoId: number): number[] {
  const open = [...orders.all(), ...[...contracts.all()].map(({ state }) => state), ...binaryOptions.in(coinInfoId)];
  const uids = open
    .filter((held) => held.coinInfoId === coinInfoId && held.uid >= FIRST_USER_UID)
    .map(({ uid }) => uid);
  return [...new Set(uids)].sort((a, b) => a - b);
}

function balanceOf({ uid, wallet, coinId, available, frozen }: Account): Balance {
  return { uid, wallet, coinId, available, frozen };
}
