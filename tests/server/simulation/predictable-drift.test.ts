// What a trader knows of the next move: the pull to the reference price, and a perpetual's distance from its coin.
import { describe, expect, it } from 'vitest';
import { breakEvenWinRateE8 } from '../../../core/risk/binary-option.ts';
import { PERIODS } from '../../../server/exchange/binary-options/offers.ts';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import { stepsToNumber } from '../../../core/units/units.ts';
import { profileOf } from '../../../server/simulation/instrument-profiles.ts';
import { LISTED_INSTRUMENTS } from '../../../server/simulation/listed-instruments.ts';
import { PriceProcess } from '../../../server/simulation/price-process.ts';
import { type RandomSource, seededSource } from '../../../server/simulation/random-stream.ts';

const SEED = Number(process.env['SEED'] ?? 20_261_128);
const YEAR_MS = 365.25 * 86_400_000;
/** The hour of the week in which currencies move least. */
const CALM_HOUR = Date.UTC(2026, 2, 4, 22);

/** A calm minute as one in twenty-five is, in which no driver moves: what remains is the pull alone. */
const CALM: RandomSource = {
  stream: (name) => {
    let left = name.startsWith('volatility/') ? 3 : 0;
    return { uniform: () => 0.5, normal: () => (left-- > 0 ? -1 : 0), below: () => 0, poisson: () => 0 };
  },
};

/** Share of a standard normal distribution below `x`. */
function normalShare(x: number): number {
  let [sum, term] = [x, x];
  for (let odd = 3; odd < 60; odd += 2) sum += term *= (x * x) / odd;
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}

describe('the pull to the reference price', () => {
  const markets = LISTED_INSTRUMENTS.filter(({ qtEnable }) => qtEnable === 1);

  it.each(markets.map(({ id, pair }) => [pair, id] as const))(
    'wins no binary option on %s, as far away as it is in one year of twenty',
    (_, id) => {
      const info = markets.find((each) => each.id === id)!;
      const { price, drivers } = profileOf(id);
      // Two standard deviations of a walk under the pull of 200 days.
      const yearlyVol = Math.hypot(...drivers.map(({ driver, weight }) => driver.yearlyVol * weight));
      const away = Math.exp(2 * yearlyVol * Math.sqrt(200 / 365.25 / 2));
      const start = (price / stepsToNumber(1, instrumentOf(info).price)) * away;
      for (const { periodS, profitRateE8, feeRateE8 } of PERIODS) {
        const process = new PriceProcess([info], CALM, CALM_HOUR, () => start);
        let variance = 0;
        for (let second = 1; second <= periodS; second += 1) {
          process.step(CALM_HOUR + second * 1000);
          variance += (yearlyVol * process.fairOf(id).volatilityRatio) ** 2 * (1000 / YEAR_MS);
        }
        const chance = normalShare(-Math.log(process.fairOf(id).ticks / start) / Math.sqrt(variance));
        expect(chance, `${periodS} s`).toBeLessThan(Number(breakEvenWinRateE8(profitRateE8, feeRateE8)) / 1e8);
      }
    },
  );
});

describe(`the distance of a perpetual from its coin, seed ${SEED}`, () => {
  /** Trades the distance alone, at fair prices, without spread, as a maker: what no trader can do better. */
  it('earns less than two orders of a maker cost, wherever one turns', () => {
    const [coin, perpetual] = [6, 106].map((id) => LISTED_INSTRUMENTS.find((info) => info.id === id)!);
    const process = new PriceProcess([coin!, perpetual!], seededSource(SEED), CALM_HOUR, () => 23_500);
    const fee = Number(perpetual!.contractMakerFee);
    const turns = [0.5, 1, 1.5, 2, 3, 4, 6, 8].map((basisPoints) => ({
      at: basisPoints / 10_000,
      held: 0,
      profit: 0,
      trades: 0,
    }));
    let before = 0;
    for (let step = 1; step <= 1_000_000; step += 1) {
      process.step(CALM_HOUR + step * 5_000);
      const basis = Math.log(process.fairOf(106).ticks / process.fairOf(6).ticks);
      for (const turn of turns) {
        turn.profit += turn.held * (basis - before);
        const wanted = basis > turn.at ? -1 : basis < -turn.at ? 1 : turn.held;
        turn.profit -= Math.abs(wanted - turn.held) * fee;
        turn.trades += Math.abs(wanted - turn.held);
        turn.held = wanted;
      }
      before = basis;
    }
    for (const { at, profit, trades } of turns)
      console.info(
        `turned at ${at * 10_000} bp: ${(profit * 100).toFixed(2)} % of the position in 58 days, ${trades} orders`,
      );
    for (const { profit } of turns) expect(profit).toBeLessThanOrEqual(0);
  });
});
