// A search for the plan that earns most: plans drawn at random, the best of them changed a little again and again, each
// judged by the mean of a few plays; the best is then played many times anew.
import type { RandomStream } from '../../../server/simulation/random-stream.ts';
import { type Plan, type Played, type Purse, drawn, play } from './manipulator.ts';
import type { VirtualStreet } from './virtual-market.ts';

export interface Effort {
  /** Plans drawn at random, then rounds of changing the best few. */
  first: number;
  rounds: number;
  changed: number;
  /** Plays that judge a plan in the search, and plays of the best one afterwards. */
  judged: number;
  proven: number;
}

export interface Found {
  plan: Plan;
  /** Mean profit of the plays that proved it, in USDT, and its standard error: mostly the luck of the stakes. */
  mean: number;
  error: number;
  /** The mean with that luck taken out, and the bound it lies under with 99 % confidence. */
  expected: number;
  most: number;
  stake: number;
  winShare: number;
  /** Share of plays that the old rule would have made a win. */
  oldShare: number;
  plays: number;
}

const KEPT = 4;

export async function search(
  street: VirtualStreet,
  random: RandomStream,
  coinInfoId: number,
  purse: Purse,
  effort: Effort,
): Promise<Found> {
  let ranked: { plan: Plan; mean: number }[] = [];
  const judge = async (plan: Plan): Promise<void> => {
    const plays = await playedTimes(street, plan, effort.judged);
    ranked.push({ plan, mean: mean(plays.map(({ expected }) => expected)) });
  };
  for (let at = 0; at < effort.first; at += 1) await judge(drawn(random, coinInfoId, purse));
  for (let round = 0; round < effort.rounds; round += 1) {
    ranked = best(ranked);
    for (let at = 0; at < effort.changed; at += 1)
      await judge(drawn(random, coinInfoId, purse, ranked[at % KEPT]!.plan));
  }
  const { plan } = best(ranked)[0]!;
  const plays = await playedTimes(street, plan, effort.proven);
  const [profit, expected] = [estimate(plays.map((each) => each.profit)), estimate(plays.map((each) => each.expected))];
  return {
    plan,
    mean: profit.mean,
    error: profit.error,
    expected: expected.mean,
    most: expected.mean + 2.326 * expected.error,
    stake: mean(plays.map(({ stake }) => stake)),
    winShare: mean(plays.map(({ wins, orders }) => (orders > 0 ? wins / orders : 0))),
    oldShare: mean(plays.map(({ oldWin }) => Number(oldWin))),
    plays: plays.length,
  };
}

function estimate(values: readonly number[]): { mean: number; error: number } {
  const middle = mean(values);
  return { mean: middle, error: Math.sqrt(mean(values.map((value) => (value - middle) ** 2)) / values.length) };
}

async function playedTimes(street: VirtualStreet, plan: Plan, times: number): Promise<Played[]> {
  const plays: Played[] = [];
  for (let at = 0; at < times; at += 1) plays.push(await play(street, plan));
  return plays;
}

function best(ranked: readonly { plan: Plan; mean: number }[]): { plan: Plan; mean: number }[] {
  return [...ranked].sort((a, b) => b.mean - a.mean).slice(0, KEPT);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
