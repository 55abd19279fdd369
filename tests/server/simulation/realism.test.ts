// The simulated market has the statistics of a real one, and its history does not reveal its seed.
import { describe, expect, it } from 'vitest';
import { PriceHistory } from '../../../server/simulation/price-history.ts';
import { LISTED_INSTRUMENTS } from '../../../server/simulation/listed-instruments.ts';
import { PriceProcess } from '../../../server/simulation/price-process.ts';
import { type RandomSource, secretSource, seededSource } from '../../../server/simulation/random-stream.ts';

const SEED = 20_261_123;
const WEDNESDAY = Date.UTC(2026, 2, 4, 12);
const DAYS = 14;
const STEP_MS = 2_000;
const MINUTE_STEPS = 60_000 / STEP_MS;
/** Deep and thin coins. */
const IDS = [2, 6, 8];
const coins = LISTED_INSTRUMENTS.filter(({ id }) => IDS.includes(id));

/** One-minute returns, and mean volatility by hour of the day, of the live process. */
function liveReturns(): Map<number, { returns: number[]; volatility: Float64Array }> {
  const process = new PriceProcess(coins, seededSource(SEED), WEDNESDAY, () => 1e7);
  const markets = new Map(
    IDS.map((id) => [id, { returns: [] as number[], volatility: new Float64Array(24), before: 1e7 }]),
  );
  for (let at = 1; at <= (DAYS * 86_400_000) / STEP_MS; at += 1) {
    const nowMs = WEDNESDAY + at * STEP_MS;
    process.step(nowMs);
    if (at % MINUTE_STEPS !== 0) continue;
    for (const [id, market] of markets) {
      const { ticks, volatilityRatio } = process.fairOf(id);
      market.returns.push(Math.log(ticks / market.before));
      market.before = ticks;
      market.volatility[Math.floor(nowMs / 3_600_000) % 24]! += volatilityRatio;
    }
  }
  return markets;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function kurtosis(values: readonly number[]): number {
  const middle = mean(values);
  const square = mean(values.map((value) => (value - middle) ** 2));
  return mean(values.map((value) => (value - middle) ** 4)) / square ** 2;
}

function autocorrelation(values: readonly number[], lag: number): number {
  const middle = mean(values);
  let [product, square] = [0, 0];
  for (let at = 0; at < values.length; at += 1) {
    square += (values[at]! - middle) ** 2;
    if (at >= lag) product += (values[at]! - middle) * (values[at - lag]! - middle);
  }
  return product / square;
}

describe(`a market like a real one, seed ${SEED}`, () => {
  const markets = liveReturns();

  it.each(IDS)('%i: one-minute returns have heavy tails, and are autocorrelated in size but not in direction', (id) => {
    const { returns } = markets.get(id)!;
    const sizes = returns.map(Math.abs);
    const memory = [1, 10, 60, 240].map((lag) => autocorrelation(sizes, lag));
    console.info(
      `market ${id}: kurtosis ${kurtosis(returns).toFixed(1)}, |r| remembers ${memory.map((value) => value.toFixed(2)).join(' ')} after 1, 10, 60, 240 min`,
    );
    expect(kurtosis(returns)).toBeGreaterThan(5);
    expect(kurtosis(returns)).toBeLessThan(20);
    expect(memory[0]).toBeGreaterThan(0.2);
    expect(memory[0]).toBeLessThan(0.4);
    for (let at = 1; at < memory.length; at += 1) expect(memory[at]!).toBeLessThan(memory[at - 1]!);
    expect(memory[2]).toBeGreaterThan(0.05);
    for (const lag of [1, 2, 5]) expect(Math.abs(autocorrelation(returns, lag))).toBeLessThan(0.05);
  });

  it('are more volatile in American hours than before European ones, live and in the history', () => {
    for (const [, { volatility }] of markets)
      expect(
        (volatility[13]! + volatility[14]! + volatility[15]!) / (volatility[3]! + volatility[4]! + volatility[5]!),
      ).toBeGreaterThan(1.2);
    const volumes = new Float64Array(24);
    for (const { start, volumeLots } of new PriceHistory(seededSource(SEED), WEDNESDAY).candlesOf(coins[0]!)['1h'])
      volumes[Math.floor(start / 3_600_000) % 24]! += volumeLots;
    expect((volumes[13]! + volumes[14]! + volumes[15]!) / (volumes[3]! + volumes[4]! + volumes[5]!)).toBeGreaterThan(
      1.2,
    );
  });
});

describe('a history generated from a secret', () => {
  const closes = (source: RandomSource): string => {
    const minutes = new PriceHistory(source, WEDNESDAY).candlesOf(coins[0]!)['1m'];
    return minutes
      .slice(-30)
      .map(({ close }) => close)
      .join();
  };
  /** A search over start times used as seeds; it finds the seed of a history that was generated from one. */
  const found = (seen: string): number | undefined =>
    Array.from({ length: 12 }, (_, at) => (WEDNESDAY + at) % 2_147_483_647).find(
      (seed) => closes(seededSource(seed)) === seen,
    );

  it('is not found by a search over start times, unlike one generated from such a seed', () => {
    const weak = (WEDNESDAY + 7) % 2_147_483_647;
    expect(found(closes(seededSource(weak)))).toBe(weak);
    expect(found(closes(secretSource('past')))).toBe(undefined);
  });
});
