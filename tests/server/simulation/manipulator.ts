// Somebody who buys a seconds contract and then pushes the book that decides it: a plan of numbers, played in a virtual
// street against the real machine and the real bots.
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
import { ContractHand, type Hand, SpotHand } from './book-pushers.ts';
import type { VirtualStreet } from './virtual-market.ts';

/** Whose money it is: so many accounts of so much USDT each. */
export interface Purse {
  accounts: number;
  usdt: number;
}

/** Everything a plan can choose. */
export interface Plan {
  coinInfoId: number;
  purse: Purse;
  periodS: 30 | 60 | 120 | 180 | 300;
  direction: 'up' | 'down';
  /** Which of the two windows is pushed. */
  strike: boolean;
  exit: boolean;
  /** Ticks of a window that are pushed, from its first or to its last. */
  ticks: number;
  fromEnd: boolean;
  /** Eats the book with immediate orders, or stands in it with a wall that is put up again as it is eaten. */
  means: 'sweep' | 'wall';
  /** After every pass of the bots, or once after every beat; a wall that is seen often is mended often. */
  often: boolean;
  /** Value of one push, as a part of the purse. */
  part: number;
  /**
   * How far beyond the other side's best price a sweep reaches, or a wall stands, in 1e-5 of the price; a wall at 0
   * stands inside the spread, a tick short of it.
   */
  reach: number;
  /** Gives back what it holds at once after a window, or in as many slices as there are moments until the next one. */
  unwindAtOnce: boolean;
  /** Part of what may be staked. */
  stakePart: number;
  /** Waits for a calm minute, in which a little moves much. */
  calm: boolean;
}

const WAYS = {
  periodS: [30, 60, 120, 180, 300],
  direction: ['up', 'down'],
  strike: [true, false],
  exit: [true, false],
  ticks: [1, 2, 3, 4, 5, 7, 9],
  fromEnd: [true, false],
  means: ['sweep', 'sweep', 'wall'],
  often: [true, false],
  part: [0.01, 0.03, 0.1, 0.3, 0.6, 1],
  reach: [0, 0, 5, 10, 20, 50, 100, 300],
  unwindAtOnce: [true, false],
  stakePart: [0.5, 1],
  calm: [true, false],
} as const satisfies { [K in keyof Omit<Plan, 'coinInfoId' | 'purse'>]: readonly Plan[K][] };

/**
 * What came of a plan once: its profit in USDT after everything was sold again, its stake, and how the contracts ended.
 */
export interface Played {
  profit: number;
  /**
   * The same with luck taken out: what pushing cost, and what the stake brings on average at the chance that the pushed
   * prices give it.
   */
  expected: number;
  chance: number;
  /** What pushing cost, in USDT. */
  cost: number;
  stake: number;
  wins: number;
  orders: number;
  /** Whether the old rule, one middle of the best prices at each end, would have made it a win. */
  oldWin: boolean;
}

const REST_MS = 20_000;
/** Half an hour of waiting for a calm minute, and the longest period. */
const LONGEST_PLAY_MS = 45 * 60_000;
const E8 = 1e8;
/** Most seconds contracts that one order stakes, in units. */
const MOST_STAKE: Units = 5_000n * 100_000_000n;

/** Plays a plan once from now on, and lets the street come to rest before and after. */
export async function play(street: VirtualStreet, plan: Plan): Promise<Played> {
  const instrument = instrumentOf(LISTED_INSTRUMENTS.find(({ id }) => id === plan.coinInfoId)!);
  await street.run(street.nowMs + REST_MS);
  while (!isOpenFor(instrument, street.nowMs)) await street.run(street.nowMs + 600_000);
  if (plan.calm) await calmMinute(street, plan.coinInfoId);
  const hands = Array.from(
    { length: plan.purse.accounts },
    (_, at) =>
      new (instrument.info.spotEnable === 1 ? SpotHand : ContractHand)(street, instrument, FIRST_USER_UID + at),
  );
  const index = (): number =>
    street.machine.indexes().find(({ coinInfoId }) => coinInfoId === plan.coinInfoId)!.priceTicks;
  const value = (units: Units): number => (Number(units) / E8) * stepsToNumber(index(), instrument.price);
  for (const hand of hands) hand.fund(plan.purse.usdt, stepsToNumber(index(), instrument.price));
  const coins = (): Units => hands.reduce((sum, hand) => sum + hand.coins(), 0n);
  const money = (): Units => hands.reduce((sum, hand) => sum + hand.money(), 0n);
  const [coinsBefore, moneyBefore] = [coins(), money()];
  const stake = stakeAll(street, hands, plan);
  const pushing = new Pushing(street, hands, plan, coinsBefore);
  let ticks = 0;
  const middles: number[] = [];
  const seen: { index: number[]; fair: number[] } = { index: [], fair: [] };
  let [wins, orders, brought] = [0, 0, 0n];
  street.onOutcome = ({ events }) => {
    for (const event of events) {
      if (event.kind !== 'seconds' || event.order.result === '') continue;
      orders += 1;
      brought += event.order.payoutUnits - event.order.amountUnits - event.order.feeUnits;
      if (event.order.result === 'win') wins += 1;
    }
  };
  await street.run(street.nowMs + (plan.periodS + 3) * 1000, (_, beat) => {
    if (beat) {
      ticks += 1;
      middles[ticks] = middle(street, plan.coinInfoId);
      seen.index.push(index());
      seen.fair.push(street.bots.fairOf(plan.coinInfoId).ticks);
    }
    pushing.act(ticks, beat !== null);
  });
  pushing.end();
  await street.run(street.nowMs + REST_MS, () => pushing.unwind(true));
  for (const hand of hands) hand.cancel();
  street.onOutcome = () => undefined;
  const [first, last] = [middles[1] ?? 0, middles[plan.periodS] ?? 0];
  const profit = Number(money() - moneyBefore) / E8 + value(coins() - coinsBefore);
  const { profitRateE8, feeRateE8 } = periodOf(plan.periodS)!;
  const chance = chanceOf(plan, seen.index, seen.fair);
  const cost = Number(brought) / E8 - profit;
  const onAverage = stake * (chance * (Number(profitRateE8) / E8) - (1 - chance) - Number(feeRateE8) / E8);
  return {
    profit,
    expected: onAverage - cost,
    chance,
    cost,
    stake,
    wins,
    orders,
    oldWin: plan.direction === 'up' ? last > first : last < first,
  };
}

/**
 * Chance of a win, from how far the pushes moved strike and exit away from what the bots think the price is, in
 * standard deviations of the period's move.
 */
function chanceOf({ periodS, direction }: Plan, index: readonly number[], fair: readonly number[]): number {
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

/** Whether a market trades now, and goes on until a play is over. */
function isOpenFor({ info }: Instrument, nowMs: number): boolean {
  const { open, changesAt } = sessionAt(info, nowMs);
  return open && (changesAt === null || changesAt - nowMs > LONGEST_PLAY_MS);
}

/** Until the index has moved by less than half of what it usually does for a minute, for half an hour at the most. */
async function calmMinute(street: VirtualStreet, id: number): Promise<void> {
  const yearly = Math.hypot(...profileOf(id).drivers.map(({ driver, weight }) => driver.yearlyVol * weight));
  // A mean absolute move is 0.8 standard deviations.
  const usual = 0.8 * yearly * Math.sqrt(10 / (365.25 * 86_400));
  for (let minute = 0; minute < 30; minute += 1) {
    const ticks: number[] = [];
    await street.run(street.nowMs + 60_000, (_, beat) => {
      if (beat) ticks.push(street.machine.indexes().find(({ coinInfoId }) => coinInfoId === id)!.priceTicks);
    });
    const moves = ticks.flatMap((tick, at) => (at >= 10 ? [Math.abs(Math.log(tick / ticks[at - 10]!))] : []));
    if (moves.reduce((sum, move) => sum + move, 0) / moves.length < usual / 2) return;
  }
}

function middle(street: VirtualStreet, id: number): number {
  let [bid, ask] = [0, 0];
  street.machine.levels(id, BID, (price) => {
    bid ||= price;
  });
  street.machine.levels(id, ASK, (price) => {
    ask ||= price;
  });
  return (bid + ask) / 2;
}

/** Stakes as much as the plan says of what may be staked, over all accounts. Answers the sum in USDT. */
function stakeAll(
  street: VirtualStreet,
  hands: readonly Hand[],
  { coinInfoId, periodS, direction, stakePart }: Plan,
): number {
  let total = 0n;
  for (const hand of hands) {
    // Half of what is left again and again would be all of it.
    const wanted = (street.machine.secondsLeft(hand.uid, coinInfoId, periodS) * BigInt(stakePart * 100)) / 100n;
    let mine = 0n;
    for (let tries = 0; tries < 20 && mine < wanted; tries += 1) {
      const left = [
        wanted - mine,
        street.machine.secondsLeft(hand.uid, coinInfoId, periodS),
        MOST_STAKE,
        (street.machine.balance(hand.uid, 'spot', USDT_ID).available * 99n) / 100n,
      ].reduce((a, b) => (a < b ? a : b));
      if (left < 10n * 100_000_000n) break;
      const { answer } = street.submit({
        kind: 'placeSeconds',
        uid: hand.uid,
        coinInfoId,
        direction,
        periodS,
        amountUnits: left,
        seenUnits: 0n,
        slipE8: 0,
        profitRateE8: null,
        clientNo: `m${street.nowMs}-${hand.uid}-${tries}`,
      });
      if ('code' in answer) break;
      mine += left;
    }
    total += mine;
  }
  return Number(total) / E8;
}

/** Pushes, and gives back what the pushes left in its hands. */
class Pushing {
  readonly street: VirtualStreet;
  readonly hands: readonly Hand[];
  readonly plan: Plan;
  readonly coinsBefore: Units;
  #turn = 0;

  constructor(street: VirtualStreet, hands: readonly Hand[], plan: Plan, coinsBefore: Units) {
    this.street = street;
    this.hands = hands;
    this.plan = plan;
    this.coinsBefore = coinsBefore;
  }

  /** `ticks`: how many of the contract's own have come. */
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
      if (plan.often || isBeat) this.#push((plan.direction === 'up') === exit ? 'buy' : 'sell');
    } else {
      if (plan.means === 'wall') for (const hand of this.hands) hand.cancel();
      if (plan.unwindAtOnce || isBeat) this.unwind(plan.unwindAtOnce);
    }
  }

  end(): void {
    for (const hand of this.hands) hand.cancel();
  }

  #push(side: 'buy' | 'sell'): void {
    const { plan, hands } = this;
    const hand = hands[this.#turn % hands.length]!;
    this.#turn += 1;
    const best = this.#best(side === 'buy' ? ASK : BID);
    const far =
      plan.reach > 0 ? Math.max(1, Math.round((best * plan.reach) / 100_000)) : plan.means === 'wall' ? -1 : 0;
    const usdt = plan.part * plan.purse.usdt;
    const priceTicks = side === 'buy' ? best + far : Math.max(1, best - far);
    // A wall is put up anew where the best price is now.
    if (plan.means === 'wall') for (const each of hands) if (this.#rests(each)) each.cancel();
    hand.order(side, priceTicks, usdt, plan.means === 'wall');
  }

  #rests({ uid }: Hand): boolean {
    const { machine } = this.street;
    return (
      machine.openOrders(uid, this.plan.coinInfoId).length > 0 ||
      machine.allContracts().some((contract) => contract.uid === uid && contract.pendingLots > 0)
    );
  }

  #best(side: typeof BID | typeof ASK): number {
    let best = 0;
    this.street.machine.levels(this.plan.coinInfoId, side, (price) => {
      best ||= price;
    });
    return best || this.street.machine.market(this.plan.coinInfoId)!.lastPriceTicks;
  }

  /** Back to as many coins as there were. */
  unwind(all: boolean): void {
    const [first] = this.hands;
    if (first instanceof ContractHand) {
      for (const hand of this.hands) if (hand instanceof ContractHand) hand.giveBack();
      return;
    }
    const held = this.hands.reduce((sum, hand) => sum + hand.coins(), 0n) - this.coinsBefore;
    const side = held > 0n ? 'sell' : 'buy';
    const best = this.#best(side === 'buy' ? ASK : BID);
    const usdt = ((Math.abs(Number(held)) / E8) * stepsToNumber(best, first!.instrument.price)) / (all ? 1 : 10);
    if (usdt < 10) return;
    const far = Math.max(1, Math.round(best / 1000));
    const most = (hand: Hand): Units => (side === 'sell' ? hand.coins() : hand.money());
    const [richest] = [...this.hands].sort((a, b) => Number(most(b) - most(a)));
    richest!.giveBack(side, side === 'buy' ? best + far : Math.max(1, best - far), usdt);
  }
}

/** Any plan, or one that differs from another in a thing or two. */
export function drawn(random: RandomStream, coinInfoId: number, purse: Purse, like?: Plan): Plan {
  const plan: Record<string, unknown> = { ...like, coinInfoId, purse };
  for (const [name, ways] of Object.entries(WAYS))
    if (!like || random.uniform() < 0.2) plan[name] = ways[random.below(ways.length)];
  const drawnPlan = plan as unknown as Plan;
  return drawnPlan.strike || drawnPlan.exit ? drawnPlan : { ...drawnPlan, exit: true };
}
