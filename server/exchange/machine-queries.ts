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

/** Queries of the machine; they change nothing and answer as of the last applied command. */
export interface MachineQueries {
  /** Balances of a user, empty ones included. */
  balances(uid: number): Balance[];
  balance(uid: number, wallet: Wallet, coinId: number): { available: Units; frozen: Units };
  /** All balances; for each coin available + frozen sums to 0. */
  allBalances(): Balance[];
  /** Open orders of a user, oldest first, in one market or (null) in all. */
  openOrders(uid: number, coinInfoId: number | null): OrderState[];
  /** One page of a user's open orders, newest first, and how many there are under the filter. */
  openOrderPage(uid: number, filter: OpenOrderFilter): { list: OrderState[]; total: number };
  /** An order while it is open. */
  order(id: number): OrderState | undefined;
  /** Lots resting at a price; 0 for none and in an unknown market. */
  levelLots(coinInfoId: number, side: SideCode, priceTicks: PriceTicks): Lots;
  /** Visits the levels of one side, best first. An unknown market has none. */
  levels(coinInfoId: number, side: SideCode, visit: (priceTicks: PriceTicks, lots: Lots) => void): void;
  market(coinInfoId: number): MarketState | undefined;
  /** The index of a market; the last trade where it was never quoted; 0 before its first, and of an unknown one. */
  priceTicks(coinInfoId: number): PriceTicks;
  /** Open contracts of a user, oldest first, in one market or (null) in all. */
  openContracts(uid: number, coinInfoId: number | null): ContractState[];
  /** A contract while it is open. */
  openContract(id: number): ContractState | undefined;
  /** Open deposit applications and withdrawals, oldest first. */
  openFunds(): FundOrder[];
  /** Open binary options of a user, oldest first, in one market or (null) in all. */
  openBinaryOptions(uid: number, coinInfoId: number | null): BinaryOptionState[];
  /** All open binary options, oldest first. */
  allBinaryOptions(): BinaryOptionState[];
  /** What a user can still stake on a period in a market, in USDT, as the book is now. */
  stakeLeft(uid: number, coinInfoId: number, periodS: number): Units;
  /** Whether an open binary option depends on this market's book. */
  areBinaryOptionsRunning(coinInfoId: number): boolean;
  /** All open contracts. */
  allContracts(): ContractState[];
  /** Mark price and index of a market, 0 for none; undefined where there are no contracts. */
  mark(coinInfoId: number): MarkReading | undefined;
  /** Number, price, time and hash of the last tick of every index; 0 and '' before the first. */
  indexes(): { coinInfoId: number; seq: number; priceTicks: PriceTicks; ts: EpochMs; hash: string }[];
  /** The announced or past end of a market; null for none. */
  delisting(coinInfoId: number): Delisting | null;
  /** Uids of the users with an open order, contract or binary option in a market, ascending. */
  holders(coinInfoId: number): number[];
  /** State of the clock. */
  clock(): ClockState;
  /** SHA-256 over the whole state: machines with the same hash answer every further command alike. */
  stateHash(): string;
  /** Last ids that were assigned. */
  counters(): { orderId: number; dealId: number; contractId: number; fundId: number; secondsId: number };
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

export function machineQueriesOf(exchange: ExchangeState): MachineQueries {
  const { markets, ledger, orders } = exchange;
  const side = (coinInfoId: number, code: SideCode) =>
    code === BID ? markets.get(coinInfoId)?.bids : markets.get(coinInfoId)?.asks;
  /** What was shown of an open order last: of a long list, few orders changed since it was read before. */
  const shown = new WeakMap<LiveOrder, OrderState>();
  const state = (order: LiveOrder): OrderState => {
    const known = shown.get(order);
    // An open order changes by fills alone.
    if (known?.dealLots === order.dealLots) return known;
    const fresh = orderState(order, heldUnits(markets.get(order.coinInfoId)!, order));
    shown.set(order, fresh);
    return fresh;
  };
  return {
    balances: (uid) => ledger.of(uid).map(balanceOf),
    balance: (uid, wallet, coinId) => {
      const account = ledger.peek(uid, wallet, coinId);
      return { available: account?.available ?? 0n, frozen: account?.frozen ?? 0n };
    },
    allBalances: () => [...ledger.all()].map(balanceOf),
    openOrders: (uid, coinInfoId) => orders.of(uid, coinInfoId).map(state),
    openOrderPage: (uid, { coinInfoId, side: only, startTime = 0, endTime = Infinity, offset, limit }) => {
      const own = orders
        .of(uid, coinInfoId ?? null)
        .filter(
          ({ side: its, createTime }) =>
            (only === undefined || its === only) && createTime >= startTime && createTime <= endTime,
        );
      // Ids grow with time, and `of` has the oldest first.
      const end = own.length - offset;
      return {
        list: own
          .slice(Math.max(0, end - limit), Math.max(0, end))
          .reverse()
          .map(state),
        total: own.length,
      };
    },
    order: (id) => {
      const order = orders.get(id);
      return order && state(order);
    },
    levelLots: (coinInfoId, code, priceTicks) => side(coinInfoId, code)?.lotsAt(priceTicks) ?? 0,
    levels: (coinInfoId, code, visit) => {
      const levels = side(coinInfoId, code)?.levels ?? [];
      for (let at = levels.length - 1; at >= 0; at -= 1) visit(levels[at]!.priceTicks, levels[at]!.lots);
    },
    market: (coinInfoId) => {
      const market = markets.get(coinInfoId);
      return (
        market && {
          status: market.info.status,
          tradeId: market.tradeId,
          lastPriceTicks: market.lastPriceTicks,
          openOrders: market.openOrders,
        }
      );
    },
    priceTicks: (coinInfoId) => {
      const market = markets.get(coinInfoId);
      return market ? indexOrLast(exchange.indexes, market) : 0;
    },
    openContracts: (uid, coinInfoId) => exchange.contracts.of(uid, coinInfoId).map(copyOf),
    openContract: (id) => {
      const contract = exchange.contracts.get(id);
      return contract && copyOf(contract);
    },
    allContracts: () => [...exchange.contracts.all()].map(({ state: contract }) => ({ ...contract })),
    openBinaryOptions: (uid, coinInfoId) => exchange.binaryOptions.of(uid, coinInfoId),
    allBinaryOptions: () => exchange.binaryOptions.all(),
    stakeLeft: (uid, coinInfoId, periodS) => {
      const index = exchange.indexes.get(coinInfoId);
      return index ? exposureLeft(exchange.binaryOptions.exposure(uid, coinInfoId, exposureLimit(index, periodS))) : 0n;
    },
    areBinaryOptionsRunning: (coinInfoId) => areBinaryOptionsRunning(exchange, coinInfoId),
    openFunds: () => exchange.funds.all(),
    mark: (coinInfoId) => {
      const contractMarket = exchange.contracts.markets.get(coinInfoId);
      return (
        contractMarket && {
          ...contractMarket.mark,
          indexTicks: exchange.indexes.get(coinInfoId)?.priceTicks ?? 0,
          ...(contractMarket.funding ? { funding: fundingReading(contractMarket.funding) } : {}),
        }
      );
    },
    indexes: () =>
      [...exchange.indexes.values()].map(({ coinInfoId, seq, priceTicks, ts, hash }) => ({
        coinInfoId,
        seq,
        priceTicks,
        ts,
        hash,
      })),
    delisting: (coinInfoId) => markets.get(coinInfoId)?.delisting ?? null,
    holders: (coinInfoId) => holdersOf(exchange, coinInfoId),
    clock: () => ({ ...exchange.clock }),
    stateHash: () => stateHash(exchange),
    counters: () => ({
      orderId: exchange.orderId,
      dealId: exchange.dealId,
      contractId: exchange.contracts.lastId,
      fundId: exchange.funds.lastId,
      secondsId: exchange.binaryOptions.lastId,
    }),
  };
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
