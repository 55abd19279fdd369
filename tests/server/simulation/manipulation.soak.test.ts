// Goal: pushing a price is not profitable. Searches the best plan for each market and budget.
import { describe, expect, it } from 'vitest';
import { seededSource } from '../../../server/simulation/random-stream.ts';
import type { Budget } from './manipulator.ts';
import { type SearchResult, searchPlan } from './plan-search.ts';
import { VirtualMarket } from './virtual-market.ts';

const SEED = Number(process.env['SEED'] ?? 20_261_123);
/** Markets with binary options, deep to thin, and a forex pair. */
const MARKETS = (process.env['MARKETS'] ?? '2,6,8,201').split(',').map(Number);
const BUDGETS: Budget[] = [
  { accounts: 3, usdt: 10_000 },
  { accounts: 10, usdt: 10_000 },
  { accounts: 50, usdt: 10_000 },
  { accounts: 1, usdt: 10_000_000 },
];
const EFFORT = { first: 60, rounds: 2, changed: 20, judged: 4, proven: Number(process.env['PROVEN'] ?? 400) };
const WEDNESDAY = Date.UTC(2026, 2, 4, 12);

function describeResult({
  plan,
  mean,
  error,
  most,
  expected,
  stake,
  winShare,
  oldShare,
  results,
}: SearchResult): string {
  const { coinInfoId, budget, ...way } = plan;
  return (
    `market ${coinInfoId}, ${budget.accounts} x ${budget.usdt}: ${mean.toFixed(0)} +- ${error.toFixed(0)} USDT a run, ${expected.toFixed(0)} expected (at most ${most.toFixed(0)} with 99 %), stake ${stake.toFixed(0)}, won ${(winShare * 100).toFixed(1)} %` +
    ` (${(oldShare * 100).toFixed(1)} % by the first and last mid price), ${results} runs; ${JSON.stringify(way)}`
  );
}

describe.each(MARKETS)(`manipulation of market %i, seed ${SEED}`, (id) => {
  it.each(BUDGETS)('is not profitable with $accounts accounts of $usdt USDT', { timeout: 0 }, async (budget) => {
    const random = seededSource(SEED);
    const exchange = new VirtualMarket([id], random, WEDNESDAY);
    await exchange.run(exchange.nowMs + 650_000);
    const found = await searchPlan(exchange, random.stream(`plans/${budget.accounts}`), id, budget, EFFORT);
    console.info(describeResult(found));
    expect(found.most, describeResult(found)).toBeLessThan(0);
    // The expected value is consistent with the measured profit.
    expect(Math.abs(found.mean - found.expected), describeResult(found)).toBeLessThan(4 * found.error);
  });
});
