// The machine: state and a command in, an outcome out. No clock, no chance, no IO; the same commands give the same
// events.
import { BID, type SideCode } from '../../core/feed/checksum.ts';
import type { Instrument, MarketStatus } from '../../core/instruments/instrument.ts';
import { exposureLeft } from '../../core/risk/binary-option.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { Lots, PriceTicks, Units } from '../../core/units/units.ts';
import { type Delisting, delistMarket } from './closing/delisting.ts';
import { type Command, FIRST_PERSON_UID, type Stamp, type Wallet } from './command.ts';
import type { Core } from './state.ts';
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
import { Contracts, deskOf } from './contracts/open-contracts.ts';
import { type FundingReading, fundingReading } from './contracts/funding.ts';
import { filledAtRest } from './contracts/execute.ts';
import { placeContract } from './contracts/open-contract.ts';
import { addMargin, cancelContract, closeAllContracts, closeContract, setTrigger } from './contracts/amend-contract.ts';
import { runTriggers } from './contracts/triggers.ts';
import { convert, quoteConvert } from './funds/convert.ts';
import { type FundOrder, Funds } from './funds/fund.ts';
import { applyDeposit, cancelWithdraw, decideFund, requestWithdraw, settleWithdraw } from './funds/fund-orders.ts';
import { transfer } from './funds/transfer.ts';
import { type ClockState, commitClock } from './mark/beat-secret.ts';
import { clock } from './mark/mark-on-clock.ts';
import { indexDesks } from './mark/index-price.ts';
import { type StoredState, restore } from './restore.ts';
import { openLimit } from './binary-options/exposure-limit.ts';
import { placeSeconds } from './binary-options/place-binary-option.ts';
import { secondsRunning } from './binary-options/running-orders.ts';
import { Seconds, type SecondsState } from './binary-options/open-binary-options.ts';
import { stateHash } from './state-hash.ts';
import type { Turn } from './command-context.ts';

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
  openSeconds(uid: number, coinInfoId: number | null): SecondsState[];
  /** Every open seconds contract, oldest first. */
  allSeconds(): SecondsState[];
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
  const indexes = indexDesks(instruments, markets);
  const core: Core = {
    markets,
    ledger,
    orders: new OpenOrders(),
    contracts: new Contracts(),
    funds: new Funds(),
    seconds: new Seconds(),
    clock: { head: '', second: 0, beats: 0 },
    indexes,
    filledAtRest,
    orderId: 0,
    dealId: 0,
  };
  for (const instrument of instruments)
    if (instrument.info.contractEnable === 1)
      core.contracts.desks.set(instrument.info.id, deskOf(instrument, markets.get(instrument.info.id)!));
  return {
    ...readsOf(core),
    apply: (stamp, command) => apply(core, stamp, command),
    restore: (state) => restore(core, state),
  };
}

function apply(core: Core, { seq, ts }: Stamp, command: Command): Outcome {
  const events: ExchangeEvent[] = [];
  const turn: Turn = { ts, events };
  const answer = dispatch(core, turn, command);
  runTriggers(core, turn);
  return { seq, ts, answer, events };
}

function dispatch(core: Core, turn: Turn, command: Command): Answer {
  switch (command.kind) {
    case 'placeSpot':
      return placeSpot(core, turn, command);
    case 'cancelSpot':
      return cancelSpot(core, turn, command);
    case 'cancelAllSpot':
      return cancelAllSpot(core, turn, command);
    case 'quote':
      return quote(core, turn, command);
    case 'credit':
      return credit(core, turn, command);
    case 'marketStatus':
      return marketStatus(core, turn, command);
    case 'delistMarket':
      return delistMarket(core, turn, command);
    case 'placeContract':
      return placeContract(core, turn, command);
    case 'cancelContract':
      return cancelContract(core, turn, command);
    case 'setProfit':
    case 'setLoss':
      return setTrigger(core, turn, command);
    case 'addMargin':
      return addMargin(core, turn, command);
    case 'closeContract':
      return closeContract(core, turn, command);
    case 'closeAllContracts':
      return closeAllContracts(core, turn, command);
    case 'clock':
      return clock(core, turn, command);
    case 'commitClock':
      return commitClock(core, turn, command);
    case 'placeSeconds':
      return placeSeconds(core, turn, command);
    case 'transfer':
      return transfer(core, turn, command);
    case 'quoteConvert':
      return quoteConvert(core, turn, command);
    case 'convert':
      return convert(core, turn, command);
    case 'applyDeposit':
      return applyDeposit(core, turn, command);
    case 'requestWithdraw':
      return requestWithdraw(core, turn, command);
    case 'cancelWithdraw':
      return cancelWithdraw(core, turn, command);
    case 'decideFund':
      return decideFund(core, turn, command);
    case 'settleWithdraw':
      return settleWithdraw(core, turn, command);
  }
}

function readsOf(core: Core): MachineReads {
  const { markets, ledger, orders } = core;
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
    openContracts: (uid, coinInfoId) => core.contracts.of(uid, coinInfoId).map(({ state }) => ({ ...state })),
    allContracts: () => [...core.contracts.all()].map(({ state: contract }) => ({ ...contract })),
    openSeconds: (uid, coinInfoId) => core.seconds.of(uid, coinInfoId),
    allSeconds: () => core.seconds.all(),
    secondsLeft: (uid, coinInfoId, periodS) => {
      const desk = core.indexes.get(coinInfoId);
      return desk ? exposureLeft(core.seconds.exposure(uid, coinInfoId, openLimit(desk, periodS))) : 0n;
    },
    secondsRunning: (coinInfoId) => secondsRunning(core, coinInfoId),
    openFunds: () => core.funds.all(),
    mark: (coinInfoId) => {
      const desk = core.contracts.desks.get(coinInfoId);
      return (
        desk && {
          ...desk.mark,
          indexTicks: core.indexes.get(coinInfoId)?.priceTicks ?? 0,
          ...(desk.funding ? { funding: fundingReading(desk.funding) } : {}),
        }
      );
    },
    indexes: () =>
      [...core.indexes.values()].map(({ coinInfoId, seq, priceTicks, ts, hash }) => ({
        coinInfoId,
        seq,
        priceTicks,
        ts,
        hash,
      })),
    delisting: (coinInfoId) => markets.get(coinInfoId)?.delisting ?? null,
    holders: (coinInfoId) => holdersOf(core, coinInfoId),
    clock: () => ({ ...core.clock }),
    stateHash: () => stateHash(core),
    counters: () => ({
      orderId: core.orderId,
      dealId: core.dealId,
      contractId: core.contracts.lastId,
      fundId: core.funds.lastId,
      secondsId: core.seconds.lastId,
    }),
  };
}

function holdersOf({ orders, contracts, seconds }: Core, coinInfoId: number): number[] {
  const open = [...orders.all(), ...[...contracts.all()].map(({ state }) => state), ...seconds.in(coinInfoId)];
  const uids = open
    .filter((held) => held.coinInfoId === coinInfoId && held.uid >= FIRST_PERSON_UID)
    .map(({ uid }) => uid);
  return [...new Set(uids)].sort((a, b) => a - b);
}

function balanceOf({ uid, wallet, coinId, available, frozen }: Account): Balance {
  return { uid, wallet, coinId, available, frozen };
}
