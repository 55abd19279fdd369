// An attacker who buys a binary option and pushes the book that decides it, in virtual time.
import { ASK, BID } from '../../../core/feed/checksum.ts';
import { type Instrument, USDT_ID, instrumentOf } from '../../../core/instruments/instrument.ts';
import { windowTicks } from '../../../core/risk/binary-option-window.ts';
import { sessionAt } from '../../../core/instruments/trading-hours.ts';
import { type Units, stepsToNumber } from '../../../core/units/units.ts';
import { FIRST_USER_UID } from '../../../server/exchange/command.ts';
import { periodOf } from '../../../server/exchange/binary-options/offers.ts';
import { LISTED_INSTRUMENTS } from '../../../server/simulation/listed-instruments.ts';
import { profileOf } from '../../../server/simulation/instrument-profiles.ts';
import type { RandomStream } from '../../../server/simulation/random-stream.ts';
import { ContractPushAccount, type PushAccount, SpotPushAccount } from './manipulation-accounts.ts';
import type { VirtualMarket } from './virtual-market.ts';

/** A number of accounts with that much USDT each. */
export interface Budget {
  accounts: number;
  usdt: number;
}

/** The parameters of an attack. */
export interface ManipulationPlan {
  coinInfoId: number;
  budget: Budget;
  periodS: 30 | 60 | 120 | 180 | 300;
  direction: 'up' | 'down';
  /** Whether the strike window and the exit window are pushed. */
  strike: boolean;
  exit: boolean;
  /** Number of pushed ticks of a window, from its start or at its end. */
  ticks: number;
  fromEnd: boolean;
  /** `sweep`: IOC orders through the book; `wall`: a resting order, replaced as it is filled. */
  method: 'sweep' | 'wall';
  /**
   * After every pass of the bots, or once after every beat; a wall that is updated more often is replaced more often.
   */
  everyPass: boolean;
  /** Value of one push, as a share of the budget. */
  pushShare: number;
  /**
   * Distance of a sweep or a wall beyond the other side's best price, in 1e-5 of the price; a wall at 0 is one tick
   * inside the spread.
   */
  reach: number;
  /** Unwinds at once after a window, or in a slice per step until the next one. */
  unwindAtOnce: boolean;
  /** Share of the highest allowed stake. */
  stakeShare: number;
  /** Waits for a minute of low volatility, in which a push moves the price more. */
  waitsForCalm: boolean;
}

const CHOICES = {
  periodS: [30, 60, 120, 180, 300],
  direction: ['up', 'down'],
  strike: [true, false],
  exit: [true, false],
  ticks: [1, 2, 3, 4, 5, 7, 9],
  fromEnd: [true, false],
  method: ['sweep', 'sweep', 'wall'],
  everyPass: [true, false],
  pushShare: [0.01, 0.03, 0.1, 0.3, 0.6, 1],
  reach: [0, 0, 5, 10, 20, 50, 100, 300],
  unwindAtOnce: [true, false],
  stakeShare: [0.5, 1],
  waitsForCalm: [true, false],
} as const satisfies { [K in keyof Omit<ManipulationPlan, 'coinInfoId' | 'budget'>]: readonly ManipulationPlan[K][] };

/** Result of one run: profit in USDT after everything was unwound, stake, and outcome of the options. */
export interface PlanResult {
  profit: number;
  /** Expected profit: the cost of pushing, and the mean payout at the win probability that the pushed prices give. */
  expected: number;
  chance: number;
  /** Cost of pushing, in USDT. */
  cost: number;
  stake: number;
  wins: number;
  orders: number;
  /** Whether the plan would win by the mid prices of the first and last tick alone. */
  endpointWin: boolean;
}

const REST_MS = 20_000;
/** Half an hour of waiting for a calm minute, and the longest period. */
const MAX_PLAN_MS = 45 * 60_000;
const E8 = 1e8;
/** Highest stake of one order, in units. */
const MAX_STAKE: Units = 5_000n * 100_000_000n;

/** Runs a plan once; waits before and after until the market is undisturbed. */
export async function runPlan(exchange: VirtualMarket, plan: ManipulationPlan): Promise<PlanResult> {
  const instrument = instrumentOf(LISTED_INSTRUMENTS.find(({ id }) => id === plan.coinInfoId)!);
  await exchange.run(exchange.nowMs + REST_MS);
  while (!isOpenFor(instrument, exchange.nowMs)) await exchange.run(exchange.nowMs + 600_000);
  if (plan.waitsForCalm) await calmMinute(exchange, plan.coinInfoId);
  const accounts = Array.from(
    { length: plan.budget.accounts },
    (_, at) =>
      new (instrument.info.spotEnable === 1 ? SpotPushAccount : ContractPushAccount)(
        exchange,
        instrument,
        FIRST_USER_UID + at,
      ),
  );
  const index = (): number =>
    exchange.machine.indexes().find(({ coinInfoId }) => coinInfoId === plan.coinInfoId)!.priceTicks;
  const value = (units: Units): number => (Number(units) / E8) * stepsToNumber(index(), instrument.price);
  for (const account of accounts) account.fund(plan.budget.usdt, stepsToNumber(index(), instrument.price));
  const coins = (): Units => accounts.reduce((sum, account) => sum + account.coinUnits(), 0n);
  const money = (): Units => accounts.reduce((sum, account) => sum + account.usdtUnits(), 0n);
  const [coinsBefore, moneyBefore] = [coins(), money()];
  const stake = stakeAll(exchange, accounts, plan);
  const pusher = new PricePusher(exchange, accounts, plan, coinsBefore);
  let ticks = 0;
  const midPrices: number[] = [];
  const seen: { index: number[]; fair: number[] } = { index: [], fair: [] };
  let [wins, orders, settledUnits] = [0, 0, 0n];
  exchange.onOutcome = ({ events }) => {
    for (const event of events) {
      if (event.kind !== 'seconds' || event.order.result === '') continue;
      orders += 1;
      settledUnits += event.order.payoutUnits - event.order.amountUnits - event.order.feeUnits;
      if (event.order.result === 'win') wins += 1;
    }
  };
  await exchange.run(exchange.nowMs + (plan.periodS + 3) * 1000, (_, beat) => {
    if (beat) {
      ticks += 1;
      midPrices[ticks] = midPrice(exchange, plan.coinInfoId);
      seen.index.push(index());
      seen.fair.push(exchange.bots.fairOf(plan.coinInfoId).ticks);
    }
    pusher.act(ticks, beat !== null);
  });
  pusher.end();
  await exchange.run(exchange.nowMs + REST_MS, () => pusher.unwind(true));
  for (const account of accounts) account.cancel();
  exchange.onOutcome = () => undefined;
  const [first, last] = [midPrices[1] ?? 0, midPrices[plan.periodS] ?? 0];
  const profit = Number(money() - moneyBefore) / E8 + value(coins() - coinsBefore);
  const { profitRateE8, feeRateE8 } = periodOf(plan.periodS)!;
  const chance = chanceOf(plan, seen.index, seen.fair);
  const cost = Number(settledUnits) / E8 - profit;
  const expectedPayout = stake * (chance * (Number(profitRateE8) / E8) - (1 - chance) - Number(feeRateE8) / E8);
  return {
    profit,
    expected: expectedPayout - cost,
    chance,
    cost,
    stake,
    wins,
    orders,
    endpointWin: plan.direction === 'up' ? last > first : last < first,
  };
}

/**
 * Probability of a win: the distance by which the pushes moved strike and exit from the fair prices, in standard
 * deviations of the period's move.
 */
function chanceOf({ periodS, direction }: ManipulationPlan, index: readonly number[], fair: readonly number[]): number {
  const count = windowTicks(periodS);
  const shift = (from: number): number =>
    median(index.slice(from, from + count)) - median(fair.slice(from, from + count));
  const moves = fair.slice(1, periodS).map((ticks, at) => ticks - fair[at]!);
  const deviation = Math.sqrt((moves.reduce((sum, move) => sum + move * move, 0) / moves.length) * (periodS - count));
  const shifted = shift(periodS - count) - shift(0);
  return normalShare((direction === 'up' ? shifted : -shifted) / deviation);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[(values.length - 1) / 2]!;
}

/** Share of a normal distribution below `deviations` (Abramowitz and Stegun 7.1.26). */
function normalShare(deviations: number): number {
  const t = 1 / (1 + (0.3275911 * Math.abs(deviations)) / Math.SQRT2);
  const tail =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) *
    t *
    Math.exp((-deviations * deviations) / 2);
  return deviations > 0 ? 1 - tail / 2 : tail / 2;
}

/** Whether a market is open now and until a run is over. */
function isOpenFor({ info }: Instrument, nowMs: number): boolean {
  const { open, changesAt } = sessionAt(info, nowMs);
  return open && (changesAt === null || changesAt - nowMs > MAX_PLAN_MS);
}

/** Waits until the index moves less than half as much as usual for a minute; gives up after 30 minutes. */
async function calmMinute(exchange: VirtualMarket, id: number): Promise<void> {
  const yearly = Math.hypot(...profileOf(id).drivers.map(({ driver, weight }) => driver.yearlyVol * weight));
  // The mean absolute move is 0.8 standard deviations.
  const usual = 0.8 * yearly * Math.sqrt(10 / (365.25 * 86_400));
  for (let minute = 0; minute < 30; minute += 1) {
    const ticks: number[] = [];
    await exchange.run(exchange.nowMs + 60_000, (_, beat) => {
      if (beat) ticks.push(exchange.machine.indexes().find(({ coinInfoId }) => coinInfoId === id)!.priceTicks);
    });
    const moves = ticks.flatMap((tick, at) => (at >= 10 ? [Math.abs(Math.log(tick / ticks[at - 10]!))] : []));
    if (moves.reduce((sum, move) => sum + move, 0) / moves.length < usual / 2) return;
  }
}

function midPrice(exchange: VirtualMarket, id: number): number {
  let [bid, ask] = [0, 0];
  exchange.machine.levels(id, BID, (price) => {
    bid ||= price;
  });
  exchange.machine.levels(id, ASK, (price) => {
    ask ||= price;
  });
  return (bid + ask) / 2;
}

/** Buys options on all accounts, up to the plan's share of the highest stake. Returns the sum in USDT. */
function stakeAll(
  exchange: VirtualMarket,
  accounts: readonly PushAccount[],
  { coinInfoId, periodS, direction, stakeShare }: ManipulationPlan,
): number {
  let total = 0n;
  for (const account of accounts) {
    // Fixed before the loop, because the allowed stake shrinks with each order.
    const wanted = (exchange.machine.stakeLeft(account.uid, coinInfoId, periodS) * BigInt(stakeShare * 100)) / 100n;
    let staked = 0n;
    for (let tries = 0; tries < 20 && staked < wanted; tries += 1) {
      const left = [
        wanted - staked,
        exchange.machine.stakeLeft(account.uid, coinInfoId, periodS),
        MAX_STAKE,
        (exchange.machine.balance(account.uid, 'spot', USDT_ID).available * 99n) / 100n,
      ].reduce((a, b) => (a < b ? a : b));
      if (left < 10n * 100_000_000n) break;
      const { answer } = exchange.submit({
        kind: 'placeSeconds',
        uid: account.uid,
        coinInfoId,
        direction,
        periodS,
        amountUnits: left,
        seenUnits: 0n,
        slipE8: 0,
        profitRateE8: null,
        clientNo: `m${exchange.nowMs}-${account.uid}-${tries}`,
      });
      if ('code' in answer) break;
      staked += left;
    }
    total += staked;
  }
  return Number(total) / E8;
}

/** Pushes the price and unwinds the resulting positions. */
class PricePusher {
  readonly exchange: VirtualMarket;
  readonly accounts: readonly PushAccount[];
  readonly plan: ManipulationPlan;
  readonly coinsBefore: Units;
  #pushes = 0;

  constructor(exchange: VirtualMarket, accounts: readonly PushAccount[], plan: ManipulationPlan, coinsBefore: Units) {
    this.exchange = exchange;
    this.accounts = accounts;
    this.plan = plan;
    this.coinsBefore = coinsBefore;
  }

  /** `ticks`: number of ticks of the option so far. */
  act(ticks: number, isBeat: boolean): void {
    const { plan } = this;
    const count = windowTicks(plan.periodS);
    const pushed = Math.min(plan.ticks, count);
    const inWindow = (from: number): boolean => {
      const start = plan.fromEnd ? from + count - pushed : from;
      return ticks + 1 >= start && ticks + 1 < start + pushed;
    };
    const strike = plan.strike && inWindow(1);
    const exit = plan.exit && inWindow(plan.periodS - count + 1);
    if (strike || exit) {
      if (plan.everyPass || isBeat) this.#push((plan.direction === 'up') === exit ? 'buy' : 'sell');
    } else {
      if (plan.method === 'wall') for (const account of this.accounts) account.cancel();
      if (plan.unwindAtOnce || isBeat) this.unwind(plan.unwindAtOnce);
    }
  }

  end(): void {
    for (const account of this.accounts) account.cancel();
  }

  /** Restores the initial amount of coins. */
  unwind(all: boolean): void {
    const [first] = this.accounts;
    if (first instanceof ContractPushAccount) {
      for (const account of this.accounts) if (account instanceof ContractPushAccount) account.unwind();
      return;
    }
    const held = this.accounts.reduce((sum, account) => sum + account.coinUnits(), 0n) - this.coinsBefore;
    const side = held > 0n ? 'sell' : 'buy';
    const best = this.#best(side === 'buy' ? ASK : BID);
    const usdt = ((Math.abs(Number(held)) / E8) * stepsToNumber(best, first!.instrument.price)) / (all ? 1 : 10);
    if (usdt < 10) return;
    const far = Math.max(1, Math.round(best / 1000));
    const most = (account: PushAccount): Units => (side === 'sell' ? account.coinUnits() : account.usdtUnits());
    const [richest] = [...this.accounts].sort((a, b) => Number(most(b) - most(a)));
    richest!.unwind(side, side === 'buy' ? best + far : Math.max(1, best - far), usdt);
  }

  #push(side: 'buy' | 'sell'): void {
    const { plan, accounts } = this;
    const account = accounts[this.#pushes % accounts.length]!;
    this.#pushes += 1;
    const best = this.#best(side === 'buy' ? ASK : BID);
    const far =
      plan.reach > 0 ? Math.max(1, Math.round((best * plan.reach) / 100_000)) : plan.method === 'wall' ? -1 : 0;
    const usdt = plan.pushShare * plan.budget.usdt;
    const priceTicks = side === 'buy' ? best + far : Math.max(1, best - far);
    // The wall is replaced at the current best price.
    if (plan.method === 'wall') for (const each of accounts) if (this.#rests(each)) each.cancel();
    account.order(side, priceTicks, usdt, plan.method === 'wall');
  }

  #rests({ uid }: PushAccount): boolean {
    const { machine } = this.exchange;
    return (
      machine.openOrders(uid, this.plan.coinInfoId).length > 0 ||
      machine.allContracts().some((contract) => contract.uid === uid && contract.pendingLots > 0)
    );
  }

  #best(side: typeof BID | typeof ASK): number {
    let best = 0;
    this.exchange.machine.levels(this.plan.coinInfoId, side, (price) => {
      best ||= price;
    });
    return best || this.exchange.machine.market(this.plan.coinInfoId)!.lastPriceTicks;
  }
}

/** A random plan, or a random mutation of `like`. */
export function randomPlan(
  random: RandomStream,
  coinInfoId: number,
  budget: Budget,
  like?: ManipulationPlan,
): ManipulationPlan {
  const plan: Record<string, unknown> = { ...like, coinInfoId, budget };
  for (const [name, choices] of Object.entries(CHOICES))
    if (!like || random.uniform() < 0.2) plan[name] = choices[random.below(choices.length)];
  const result = plan as unknown as ManipulationPlan;
  return result.strike || result.exit ? result : { ...result, exit: true };
}
