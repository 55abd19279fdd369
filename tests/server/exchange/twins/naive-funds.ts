// Naive twin of funds: balances from the commands alone, conversions in decimals.
import { Decimal } from 'decimal.js';
import { ASK, BID, type SideCode } from '../../../../core/feed/checksum.ts';
import type { Outcome } from '../../../../server/exchange/outcome.ts';
import type { Balance, MachineQueries } from '../../../../server/exchange/machine-queries.ts';
import type { Command, CommandOf, Stamp, Wallet } from '../../../../server/exchange/command.ts';
import { BTC, DOGE, USDT } from '../../../support/exchange/spot-fixture.ts';

const D = Decimal.clone({ precision: 80, rounding: Decimal.ROUND_DOWN });
/** Price of a tick in quote units for each base unit, and base units of a lot. */
interface Grid {
  tick: string;
  lotUnits: bigint;
}
/** DOGE has its own grid; all other coins have BTC's. */
const gridOf = (coinId: number): Grid =>
  coinId === DOGE ? { tick: '0.00001', lotUnits: 100_000_000n } : { tick: '0.05', lotUnits: 1000n };

interface Order {
  uid: number;
  kind: string;
  coinId: number;
  units: bigint;
  feeUnits: bigint;
  status: number;
}
interface Quote {
  id: number;
  from: number;
  to: number;
  units: bigint;
  out: bigint;
  fee: bigint;
  expires: number;
}

interface Own {
  uid: number;
  wallet: Wallet;
  coinId: number;
  balance: bigint;
  frozen: bigint;
}

/**
 * Up to this many balances all are compared after every command; with more, those that changed, and all after
 * COMPARE_EVERY commands.
 */
const COMPARED_AT_ONCE = 500;
const COMPARE_EVERY = 20;

/** Follows fund commands; changes by spot orders are read from the machine's ledger entries. */
export class NaiveFunds {
  readonly #balances = new Map<string, Own>();
  /** Keys of the balances that changed with this command, in the twin or in the machine. */
  readonly #moved = new Set<string>();
  #outcomes = 0;
  readonly #orders = new Map<number, Order>();
  readonly #quotes = new Map<number, Quote>();
  readonly #coins: readonly number[];
  #lastId = 0;

  constructor(coins: readonly number[] = [USDT, BTC, DOGE]) {
    this.#coins = coins;
  }

  /** The first fault as a sentence, or null. `levels` were read before the command was applied. */
  onOutcome(command: Command, { ts }: Stamp, outcome: Outcome, levels: Levels, after: MachineQueries): string | null {
    this.#moved.clear();
    const expected = this.#expect(command, ts, levels, after);
    const code = 'code' in outcome.answer ? outcome.answer.code : 0;
    for (const event of outcome.events) {
      if (event.kind !== 'posting') continue;
      const { uid, wallet, coinId, units, frozenUnits } = event.posting;
      this.#add(uid, wallet, coinId, expected === null ? units : 0n, expected === null ? frozenUnits : 0n);
    }
    if (expected !== null && expected !== code) return `${command.kind} was answered ${code}, not ${expected}`;
    const quote = 'code' in outcome.answer ? undefined : outcome.answer.quote;
    const mine = quote && this.#quotes.get(quote.uid);
    if (quote && (mine?.out !== quote.outUnits || mine.fee !== quote.feeUnits))
      return `a quote of ${quote.outUnits} less ${quote.feeUnits}, not ${mine?.out} less ${mine?.fee}`;
    return this.#compare(after);
  }

  #expect(command: Command, ts: number, levels: Levels, machine: MachineQueries): number | null {
    switch (command.kind) {
      case 'transfer':
        return this.#transfer(command.uid, command.coinId, command.units, command.to);
      case 'quoteConvert':
        return this.#quote(command, ts, command.rule === 'v2' ? botLevels(levels, machine) : levels);
      case 'convert':
        return this.#convert(command.uid, command.quoteId, ts, levels, machine);
      case 'applyDeposit':
        return isDear(command.coinId, command.units, machine)
          ? 1400
          : this.#open(command.uid, 'recharge', command.coinId, command.units, 0n);
      case 'requestWithdraw':
        return this.#open(command.uid, 'withdraw', command.coinId, command.units, command.feeUnits);
      case 'cancelWithdraw':
        return this.#close(command.fundId, 'withdraw', 0, 4, command.uid);
      case 'decideFund':
        return this.#decide(command.fundId, command.fundKind, command.approved);
      case 'settleWithdraw':
        return this.#close(command.fundId, 'withdraw', 3, 1);
      default:
        return null;
    }
  }

  #available(uid: number, wallet: Wallet, coinId: number): bigint {
    const own = this.#balances.get(`${uid} ${wallet} ${coinId}`);
    return own ? own.balance - own.frozen : 0n;
  }

  #add(uid: number, wallet: Wallet, coinId: number, units: bigint, frozen = 0n): void {
    const key = `${uid} ${wallet} ${coinId}`;
    const own = this.#balances.get(key) ?? { uid, wallet, coinId, balance: 0n, frozen: 0n };
    own.balance += units;
    own.frozen += frozen;
    this.#balances.set(key, own);
    this.#moved.add(key);
  }

  #transfer(uid: number, coinId: number, units: bigint, to: Wallet): number {
    const from = to === 'spot' ? 'contract' : 'spot';
    if (!this.#coins.includes(coinId)) return 1404;
    if (units <= 0n) return 1400;
    if (this.#available(uid, from, coinId) < units) return 2001;
    this.#lastId += 1;
    this.#add(uid, from, coinId, -units);
    this.#add(uid, to, coinId, units);
    return 0;
  }

  #quote(command: CommandOf<'quoteConvert'>, ts: number, levels: Levels): number {
    const { uid, fromCoinId: from, toCoinId: to, units, rule } = command;
    if (!this.#coins.includes(from)) return 1404;
    if (units <= 0n || from === to) return 1400;
    const worth = worthOf(rule === 'v2' ? 'v2' : 'v1', from, to, units, levels);
    if (worth === null) return 2016;
    const fee = BigInt(new D(worth.toString()).mul('0.003').toDecimalPlaces(0, Decimal.ROUND_UP).toFixed(0));
    if (worth <= fee) return 1400;
    this.#lastId += 1;
    this.#quotes.set(uid, { id: this.#lastId, from, to, units, out: worth - fee, fee, expires: ts + 10_000 });
    return 0;
  }

  #convert(uid: number, quoteId: number, ts: number, levels: Levels, machine: MachineQueries): number {
    const quote = this.#quotes.get(uid);
    if (!quote || quote.id !== quoteId || ts > quote.expires) return 3101;
    const now = worthOf('v2', quote.from, quote.to, quote.units, botLevels(levels, machine));
    if (now === null || new D((now - quote.out - quote.fee).toString()).abs().gt(quote.fee.toString())) return 3101;
    if (this.#available(uid, 'spot', quote.from) < quote.units) return 2001;
    this.#quotes.delete(uid);
    this.#add(uid, 'spot', quote.from, -quote.units);
    this.#add(1, 'spot', quote.from, quote.units);
    this.#add(uid, 'spot', quote.to, quote.out);
    this.#add(1, 'spot', quote.to, -quote.out);
    return 0;
  }

  #open(uid: number, kind: string, coinId: number, units: bigint, feeUnits: bigint): number {
    if (!this.#coins.includes(coinId)) return 1404;
    if (units - feeUnits <= 0n) return 1400;
    if (
      [...this.#orders.values()].filter(
        (order) => order.uid === uid && order.kind === kind && (order.status === 0 || order.status === 3),
      ).length >= 20
    )
      return 1418;
    if (kind === 'withdraw' && this.#available(uid, 'spot', coinId) < units) return 2001;
    this.#lastId += 1;
    this.#orders.set(this.#lastId, { uid, kind, coinId, units, feeUnits, status: 0 });
    if (kind === 'withdraw') this.#add(uid, 'spot', coinId, 0n, units);
    return 0;
  }

  #close(id: number, kind: string, from: number, to: number, uid?: number): number {
    const order = this.#orders.get(id);
    const open = order && (order.status === 0 || order.status === 3);
    if (open && uid !== undefined && (order.uid !== uid || order.kind !== kind)) return 1404;
    if (!open || order.status !== from || order.kind !== kind) return id >= 1 && id <= this.#lastId ? 2012 : 1404;
    if (kind === 'withdraw' && from === 0) this.#add(order.uid, 'spot', order.coinId, 0n, -order.units);
    order.status = to;
    return 0;
  }

  #decide(id: number, kind: string, approved: boolean): number {
    const order = this.#orders.get(id);
    if (order && (order.status === 0 || order.status === 3) && order.kind !== kind) return 1404;
    const code = this.#close(id, kind, 0, approved ? (kind === 'withdraw' ? 3 : 1) : 2);
    if (code !== 0 || !approved) return code;
    const units = kind === 'withdraw' ? -order!.units : order!.units;
    this.#add(order!.uid, 'spot', order!.coinId, units);
    this.#add(1, 'spot', order!.coinId, -units);
    return 0;
  }

  #compare(machine: MachineQueries): string | null {
    this.#outcomes += 1;
    const fault =
      this.#balances.size > COMPARED_AT_ONCE && this.#outcomes % COMPARE_EVERY !== 0
        ? firstOf(this.#moved, (key) => {
            const { uid, wallet, coinId } = this.#balances.get(key)!;
            return this.#fault({ uid, wallet, coinId, ...machine.balance(uid, wallet, coinId) });
          })
        : firstOf(machine.allBalances(), (theirs) => this.#fault(theirs));
    if (fault) return fault;
    const open = [...this.#orders]
      .filter(([, { status }]) => status === 0 || status === 3)
      .map(([id]) => id)
      .sort((a, b) => a - b);
    const theirs = machine.openFunds().map(({ id }) => id);
    return open.join() === theirs.join() ? null : `open are ${theirs.join()}, not ${open.join()}`;
  }

  #fault({ uid, wallet, coinId, available, frozen }: Balance): string | null {
    const key = `${uid} ${wallet} ${coinId}`;
    const own = this.#balances.get(key);
    const [balance, held] = [own?.balance ?? 0n, own?.frozen ?? 0n];
    if (available + frozen !== balance || frozen !== held)
      return `${key} has ${available} and ${frozen}, not ${balance - held} and ${held}`;
    // Coins come from the exchange account; the clearing account owes what positions own (L2).
    return frozen < 0n || (available < 0n && uid !== 1 && uid !== 2) ? `${key} is below 0` : null;
  }
}

function firstOf<T>(things: Iterable<T>, faultOf: (thing: T) => string | null): string | null {
  for (const thing of things) {
    const fault = faultOf(thing);
    if (fault) return fault;
  }
  return null;
}

/** Whether the value is above ten million USDT at the last trade; above ten million coins without one. */
function isDear(coinId: number, units: bigint, machine: MachineQueries): boolean {
  const price = new D(machine.market(coinId)?.lastPriceTicks ?? 0).mul(gridOf(coinId).tick);
  return new D(units.toString())
    .mul(price.isZero() ? 1 : price)
    .floor()
    .gt('1e15');
}

type Levels = (coinInfoId: number, side: SideCode) => { priceTicks: number; lots: number }[];

export function levelsOf(machine: Pick<MachineQueries, 'levels'>): Levels {
  return (coinInfoId, side) => {
    const levels: ReturnType<Levels> = [];
    machine.levels(coinInfoId, side, (priceTicks, lots) => levels.push({ priceTicks, lots }));
    return levels;
  };
}
type Side = ReturnType<Levels>;

/** What is left of the levels without the orders of users. */
function botLevels(levels: Levels, machine: MachineQueries): Levels {
  const users = new Set([...machine.allBalances()].map(({ uid }) => uid).filter((uid) => uid >= 10_000));
  return (coinInfoId, side) => {
    const taken = new Map<number, number>();
    for (const uid of users)
      for (const order of machine.openOrders(uid, coinInfoId))
        if (order.side === (side === BID ? 'buy' : 'sell'))
          taken.set(order.priceTicks, (taken.get(order.priceTicks) ?? 0) + order.lots - order.dealLots);
    return levels(coinInfoId, side).map(({ priceTicks, lots }) => ({
      priceTicks,
      lots: lots - (taken.get(priceTicks) ?? 0),
    }));
  };
}

/** The first rule allows each book 2 % between its sides, the second all of them together 0.6 %. */
function worthOf(rule: 'v1' | 'v2', from: number, to: number, units: bigint, levels: Levels): bigint | null {
  let spread = new D(0);
  const isWide = (own: Decimal): boolean => {
    spread = rule === 'v2' ? spread.add(own) : own;
    return spread.gt(rule === 'v2' ? '0.006' : '0.02');
  };
  const usdt = from === USDT ? units : sellWorth(levels(from, BID), levels(from, ASK), gridOf(from), units, isWide);
  return usdt === null || to === USDT ? usdt : buyWorth(levels(to, BID), levels(to, ASK), gridOf(to), usdt, isWide);
}

/** Distance of two values as a part of their middle, to 8 digits, rounded up. */
function spreadOf(one: Decimal, other: Decimal): Decimal {
  const both = one.add(other);
  return both.isZero() ? both : one.sub(other).abs().mul(2).div(both).toDecimalPlaces(8, Decimal.ROUND_UP);
}

/** Decimal value of a size filled on one side, or null. */
function paid(side: Side, { tick, lotUnits }: { tick: string; lotUnits: bigint }, units: bigint): Decimal | null {
  let left = new D(units.toString());
  let sum = new D(0);
  for (const { priceTicks, lots } of side) {
    const taken = Decimal.min(left, new D((BigInt(lots) * lotUnits).toString()));
    sum = sum.add(taken.mul(priceTicks).mul(tick));
    left = left.sub(taken);
  }
  return left.gt(0) ? null : sum;
}

type IsWide = (spread: Decimal) => boolean;

function sellWorth(bids: Side, asks: Side, grid: Grid, units: bigint, isWide: IsWide): bigint | null {
  const [low, high] = [paid(bids, grid, units), paid(asks, grid, units)];
  if (!low || !high || isWide(spreadOf(low, high))) return null;
  return BigInt(high.add(low).div(2).toFixed(0));
}

/**
 * Whole base units for an amount of money on one side, or null. Each level is rounded down to units as in the ledger.
 */
function moved(side: Side, { tick, lotUnits }: { tick: string; lotUnits: bigint }, units: bigint): Decimal | null {
  let left = new D(units.toString());
  let sum = new D(0);
  for (const { priceTicks, lots } of side) {
    const price = new D(priceTicks).mul(tick);
    const base = new D((BigInt(lots) * lotUnits).toString());
    const spent = Decimal.min(left, base.mul(price));
    sum = sum.add(spent.eq(base.mul(price)) ? base : spent.div(price).floor());
    left = left.sub(spent);
  }
  return left.gt(0) ? null : sum;
}

function buyWorth(bids: Side, asks: Side, grid: Grid, units: bigint, isWide: IsWide): bigint | null {
  const [sold, bought] = [moved(bids, grid, units), moved(asks, grid, units)];
  if (!sold || !bought || isWide(spreadOf(sold, bought))) return null;
  return sold.add(bought).isZero()
    ? 0n
    : BigInt(sold.mul(bought).mul(2).div(sold.add(bought)).toFixed(0, Decimal.ROUND_DOWN));
}
