// Search for the most profitable plan: random plans, then rounds of mutating the best ones.
import type { RandomStream } from '../../../server/simulation/random-stream.ts';
import { type ManipulationPlan, type PlanResult, type Budget, randomPlan, runPlan } from './manipulator.ts';
import type { VirtualMarket } from './virtual-market.ts';

export interface SearchEffort {
  /** Number of random plans, then of rounds, and of mutations per round. */
  first: number;
  rounds: number;
  changed: number;
  /** Runs per plan during the search, and of the best plan at the end. */
  judged: number;
  proven: number;
}

export interface SearchResult {
  plan: ManipulationPlan;
  /** Mean profit of the final runs in USDT, and its standard error: mostly the variance of the payouts. */
  mean: number;
  error: number;
  /** Mean of the expected profit, and its upper bound with 99 % confidence. */
  expected: number;
  most: number;
  stake: number;
  winShare: number;
  /** Share of runs that win by the mid prices of the first and last tick. */
  oldShare: number;
  results: number;
}

const SURVIVORS = 4;

export async function searchPlan(
  exchange: VirtualMarket,
  random: RandomStream,
  coinInfoId: number,
  budget: Budget,
  effort: SearchEffort,
): Promise<SearchResult> {
  let ranked: { plan: ManipulationPlan; mean: number }[] = [];
  const evaluate = async (plan: ManipulationPlan): Promise<void> => {
    const results = await runTimes(exchange, plan, effort.judged);
    ranked.push({ plan, mean: mean(results.map(({ expected }) => expected)) });
  };
  for (let at = 0; at < effort.first; at += 1) await evaluate(randomPlan(random, coinInfoId, budget));
  for (let round = 0; round < effort.rounds; round += 1) {
    ranked = best(ranked);
    for (let at = 0; at < effort.changed; at += 1)
      await evaluate(randomPlan(random, coinInfoId, budget, ranked[at % SURVIVORS]!.plan));
  }
  const { plan } = best(ranked)[0]!;
  const results = await runTimes(exchange, plan, effort.proven);
  const [profit, expected] = [
    estimate(results.map((each) => each.profit)),
    estimate(results.map((each) => each.expected)),
  ];
  return {
    plan,
    mean: profit.mean,
    error: profit.error,
    expected: expected.mean,
    most: expected.mean + 2.326 * expected.error,
    stake: mean(results.map(({ stake }) => stake)),
    winShare: mean(results.map(({ wins, orders }) => (orders > 0 ? wins / orders : 0))),
    oldShare: mean(results.map(({ endpointWin }) => Number(endpointWin))),
    results: results.length,
  };
}

function estimate(values: readonly number[]): { mean: number; error: number } {
  const middle = mean(values);
  return { mean: middle, error: Math.sqrt(mean(values.map((value) => (value - middle) ** 2)) / values.length) };
}

async function runTimes(exchange: VirtualMarket, plan: ManipulationPlan, times: number): Promise<PlanResult[]> {
  const results: PlanResult[] = [];
  for (let at = 0; at < times; at += 1) results.push(await runPlan(exchange, plan));
  return results;
}

function best(ranked: readonly { plan: ManipulationPlan; mean: number }[]): { plan: ManipulationPlan; mean: number }[] {
  return [...ranked].sort((a, b) => b.mean - a.mean).slice(0, SURVIVORS);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
