// The machine: state and a command in, an outcome out. No clock, no chance, no IO; the same commands give the same
// events.
import { BID, type SideCode } from '../../core/feed/checksum.ts';
import type { Instrument, MarketStatus } from '../../core/instruments/instrument.ts';
import { exposureLeft } from '../../core/risk/binary-option.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Lots, PriceTicks, Units } from '../../core/units/units.ts';
import { type Delisting, delistMarket } from './closing/delisting.ts';
import { type Command, FIRST_USER_UID, type Stamp, type Wallet } from './command.ts';
import type { ExchangeState } from './state.ts';
import { credit } from './credit.ts';
import type { ExchangeEvent, OrderState, Outcome } from './event.ts';
import { type Account, Ledger } from './ledger/ledger.ts';
import { heldUnits } from './ledger/settle-spot.ts';
import { marketStatus } from './market-status.ts';
import { type LiveOrder, orderState } from './matching/live-order.ts';
import { type Market, newMarket } from './matching/spot-market.ts';
import { OpenOrders } from './matching/open-orders.ts';
import { type Answer, cancelAllSpot, cancelSpot, placeSpot, quote } from './place-spot.ts';
import type { ContractState } from './contracts/contract.ts';
import { Contracts, newContractMarket } from './contracts/open-contracts.ts';
import { type FundingReading, fundingReading } from './contracts/funding.ts';
import { onMakerFill } from './contracts/execute.ts';
import { placeContract } from './contracts/open-contract.ts';
import { addMargin, cancelContract, closeAllContracts, closeContract, setTrigger } from './contracts/amend-contract.ts';
import { runTriggers } from './contracts/triggers.ts';
import { convert, quoteConvert } from './funds/convert.ts';
import { type FundOrder, Funds } from './funds/fund.ts';
import { applyDeposit, cancelWithdraw, decideFund, requestWithdraw, settleWithdraw } from './funds/fund-orders.ts';
import { transfer } from './funds/transfer.ts';
import { type ClockState, commitClock } from './mark/beat-secret.ts';
import { onClock } from './mark/mark-on-clock.ts';
import { indexStates } from './mark/index-price.ts';
import { type StoredState, restore } from './restore.ts';
import { openLimit } from './binary-options/exposure-limit.ts';
import { placeBinaryOption } from './binary-options/place-binary-option.ts';
import { areBinaryOptionsRunning } from './binary-options/running-orders.ts';
import { OpenBinaryOptions, type BinaryOptionState } from './binary-options/open-binary-options.ts';
import { stateHash } from './state-hash.ts';
import type { CommandContext } from './command-context.ts';

/** What one user has of one coin in one wallet. */
export interface Balance {
  uid: number;
  wallet: Wallet;
  coinId: number;
  available: Units;
  frozen: Units;
}

/** Where a market stands: the last trade (0 before the first), how many orders rest, and who may place. */
interface MarketState {
  status: MarketStatus;
  tradeId: number;
  lastPriceTicks: PriceTicks;
  openOrders: number;
}

/** Questions to the machine; they change nothing, and answer as of the last applied command. */
export interface MachineReads {
  /** Everything the user has an account for, also when it is empty. */
  balances(uid: number): Balance[];
  balance(uid: number, wallet: Wallet, coinId: number): { available: Units; frozen: Units };
  /** Every account there is; Σ available + frozen per coin is 0. */
  allBalances(): Balance[];
  /** Open orders of a user, oldest first, in one market or (null) in all. */
  openOrders(uid: number, coinInfoId: number | null): OrderState[];
  /** An order while it is open. */
  order(id: number): OrderState | undefined;
  /** Lots resting at a price; 0 for none, also in an unknown market. */
  levelLots(coinInfoId: number, side: SideCode, priceTicks: PriceTicks): Lots;
  /** Visits the levels of one side, best first. An unknown market has none. */
  levels(coinInfoId: number, side: SideCode, visit: (priceTicks: PriceTicks, lots: Lots) => void): void;
  market(coinInfoId: number): MarketState | undefined;
  /** Open contracts of a user, oldest first, in one market or (null) in all. */
  openContracts(uid: number, coinInfoId: number | null): ContractState[];
  /** Deposit applications and withdrawals with which something is still to happen, oldest first. */
  openFunds(): FundOrder[];
  /** Open seconds contracts of a user, oldest first, in one market or (null) in all. */
  openSeconds(uid: number, coinInfoId: number | null): BinaryOptionState[];
  /** Every open seconds contract, oldest first. */
  allSeconds(): BinaryOptionState[];
  /** What a user can still stake on a period in a market, in USDT, as its book stands. */
  secondsLeft(uid: number, coinInfoId: number, periodS: number): Units;
  /** Whether any open seconds contract is decided by this market's book. */
  secondsRunning(coinInfoId: number): boolean;
  /** Every open contract. */
  allContracts(): ContractState[];
  /** Mark and index of a market, 0 for none; undefined where there are no contracts. */
  mark(coinInfoId: number): MarkReading | undefined;
  /** Every index: number, price and time of its last tick, 0 before the first. */
  indexes(): { coinInfoId: number; seq: number; priceTicks: PriceTicks; ts: EpochMs; hash: string }[];
  /** The announced end of a market, also when it has come; null for none. */
  delisting(coinInfoId: number): Delisting | null;
  /** People with an order, a contract or a seconds contract open in a market, by uid. */
  holders(coinInfoId: number): number[];
  /** What the clock has committed to, and its beats so far. */
  clock(): ClockState;
  /**
   * SHA-256 over everything that decides what comes next: two machines with the same hash answer every further command
   * alike.
   */
  stateHash(): string;
  /** Last ids given out: of orders, deals, contracts, funds and seconds contracts. */
  counters(): { orderId: number; dealId: number; contractId: number; fundId: number; secondsId: number };
}

/** A mark as it stands, and the one before it (0: none), in ticks of its market; `basisE8` in 1e-8. */
interface MarkReading {
  markTicks: PriceTicks;
  beforeTicks: PriceTicks;
  indexTicks: PriceTicks;
  basisE8: bigint;
  /** Absent where no funding is paid. */
  funding?: FundingReading;
}

export interface Machine extends MachineReads {
  /** Applies one command. Throws only on a mistake of ours; the state is then void. */
  apply(stamp: Stamp, command: Command): Outcome;
  /** Fills a new machine with stored state. Throws when that contradicts itself. */
  restore(state: StoredState): void;
}

export function createMachine(instruments: Instrument[]): Machine {
  const ledger = new Ledger();
  const markets = new Map<number, Market>();
  for (const instrument of instruments)
    if (instrument.info.pair !== '') markets.set(instrument.info.id, newMarket(instrument, ledger));
  const indexes = indexStates(instruments, markets);
  const exchange: ExchangeState = {
    markets,
    ledger,
    orders: new OpenOrders(),
    contracts: new Contracts(),
    funds: new Funds(),
    seconds: new OpenBinaryOptions(),
    clock: { head: '', second: 0, beats: 0 },
    indexes,
    onMakerFill,
    orderId: 0,
    dealId: 0,
  };
  for (const instrument of instruments)
    if (instrument.info.contractEnable === 1)
      exchange.contracts.markets.set(
        instrument.info.id,
        newContractMarket(instrument, markets.get(instrument.info.id)!),
      );
  return {
    ...readsOf(exchange),
    apply: (stamp, command) => apply(exchange, stamp, command),
    restore: (state) => restore(exchange, state),
  };
}

function apply(exchange: ExchangeState, { seq, ts }: Stamp, command: Command): Outcome {
  const events: ExchangeEvent[] = [];
  const context: CommandContext = { ts, events };
  const answer = dispatch(exchange, context, command);
  runTriggers(exchange, context);
  return { seq, ts, answer, events };
}

function dispatch(exchange: ExchangeState, context: CommandContext, command: Command): Answer {
  switch (command.kind) {
    case 'placeSpot':
      return placeSpot(exchange, context, command);
    case 'cancelSpot':
      return cancelSpot(exchange, context, command);
    case 'cancelAllSpot':
      return cancelAllSpot(exchange, context, command);
    case 'quote':
      return quote(exchange, context, command);
    case 'credit':
      return credit(exchange, context, command);
    case 'marketStatus':
      return marketStatus(exchange, context, command);
    case 'delistMarket':
      return delistMarket(exchange, context, command);
    case 'placeContract':
      return placeContract(exchange, context, command);
    case 'cancelContract':
      return cancelContract(exchange, context, command);
    case 'setProfit':
    case 'setLoss':
      return setTrigger(exchange, context, command);
    case 'addMargin':
      return addMargin(exchange, context, command);
    case 'closeContract':
      return closeContract(exchange, context, command);
    case 'closeAllContracts':
      return closeAllContracts(exchange, context, command);
    case 'clock':
      return onClock(exchange, context, command);
    case 'commitClock':
      return commitClock(exchange, context, command);
    case 'placeSeconds':
      return placeBinaryOption(exchange, context, command);
    case 'transfer':
      return transfer(exchange, context, command);
    case 'quoteConvert':
      return quoteConvert(exchange, context, command);
    case 'convert':
      return convert(exchange, context, command);
    case 'applyDeposit':
      return applyDeposit(exchange, context, command);
    case 'requestWithdraw':
      return requestWithdraw(exchange, context, command);
    case 'cancelWithdraw':
      return cancelWithdraw(exchange, context, command);
    case 'decideFund':
      return decideFund(exchange, context, command);
    case 'settleWithdraw':
      return settleWithdraw(exchange, context, command);
  }
}

function readsOf(exchange: ExchangeState): MachineReads {
  const { markets, ledger, orders } = exchange;
  const side = (coinInfoId: number, code: SideCode) =>
    code === BID ? markets.get(coinInfoId)?.bids : markets.get(coinInfoId)?.asks;
  const state = (order: LiveOrder): OrderState => orderState(order, heldUnits(markets.get(order.coinInfoId)!, order));
  return {
    balances: (uid) => ledger.of(uid).map(balanceOf),
    balance: (uid, wallet, coinId) => {
      const account = ledger.peek(uid, wallet, coinId);
      return { available: account?.available ?? 0n, frozen: account?.frozen ?? 0n };
    },
    allBalances: () => [...ledger.all()].map(balanceOf),
    openOrders: (uid, coinInfoId) => orders.of(uid, coinInfoId).map(state),
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
    openContracts: (uid, coinInfoId) => exchange.contracts.of(uid, coinInfoId).map(({ state }) => ({ ...state })),
    allContracts: () => [...exchange.contracts.all()].map(({ state: contract }) => ({ ...contract })),
    openSeconds: (uid, coinInfoId) => exchange.seconds.of(uid, coinInfoId),
    allSeconds: () => exchange.seconds.all(),
    secondsLeft: (uid, coinInfoId, periodS) => {
      const index = exchange.indexes.get(coinInfoId);
      return index ? exposureLeft(exchange.seconds.exposure(uid, coinInfoId, openLimit(index, periodS))) : 0n;
    },
    secondsRunning: (coinInfoId) => areBinaryOptionsRunning(exchange, coinInfoId),
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
      secondsId: exchange.seconds.lastId,
    }),
  };
}

function holdersOf({ orders, contracts, seconds }: ExchangeState, coinInfoId: number): number[] {
  const open = [...orders.all(), ...[...contracts.all()].map(({ state }) => state), ...seconds.in(coinInfoId)];
  const uids = open
    .filter((held) => held.coinInfoId === coinInfoId && held.uid >= FIRST_USER_UID)
    .map(({ uid }) => uid);
  return [...new Set(uids)].sort((a, b) => a - b);
}

function balanceOf({ uid, wallet, coinId, available, frozen }: Account): Balance {
  return { uid, wallet, coinId, available, frozen };
}
