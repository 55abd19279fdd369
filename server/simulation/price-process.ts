// Live fair prices of the simulation: the drivers of the history, stepped in small intervals.
import { type CoinInfo, instrumentOf } from '../../core/instruments/instrument.ts';
import { sessionAt } from '../../core/instruments/trading-hours.ts';
import { DAY_MS, HOUR_MS } from '../../core/units/durations.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { stepsToNumber } from '../../core/units/units.ts';
import { type PriceDriver, type InstrumentProfile, profileOf } from './instrument-profiles.ts';
import type { RandomSource, RandomStream } from './random-stream.ts';
import { VolatilityWalk, YEAR_MS, paceAt } from './volatility.ts';

/** Longest step; after the machine slept, prices continue with a small move and not with a jump. */
const MAX_STEP_MS = 5_000;
/**
 * Time constant of the pull towards the reference price, at the square of the hour's pace; bounds the price of a server
 * that runs for years. Slow, and weaker in calm hours as the moves are, it predicts no direction well enough: a binary
 * option of five minutes pays from 51.3 % on.
 */
const PULL_MS = 800 * DAY_MS;
/** Time constant of a perpetual's basis; long, so that the basis does not predict the next minutes. */
const BASIS_DECAY_MS = 4 * HOUR_MS;
/**
 * Most of a basis, as a fraction. It returns to 0, so a trader who sells the perpetual at the most and buys it at the
 * least earns twice this: less than the fees of two orders, 0.02 % each for a maker.
 */
const BASIS_LIMIT = 0.0001;

interface Walk {
  driver: PriceDriver;
  random: RandomStream;
  volatility: VolatilityWalk;
  /** Volatility multiple of the last step. */
  volatilityRatio: number;
  /** Log-price move of the last step, before the pace of the hour. */
  move: number;
}

/** Fair price of one market in ticks, with fraction, and its volatility relative to the average (1). */
export interface FairPrice {
  ticks: number;
  volatilityRatio: number;
}

interface SimulatedPrice {
  info: CoinInfo;
  profile: InstrumentProfile;
  fair: FairPrice;
  referenceTicks: number;
  /** Standard normal: what the basis is made of. */
  basisWalk: number;
  random: RandomStream;
}

/** Basis of a perpetual as a fraction; 0 for other markets. */
function basisAt(walk: number, { basisVol }: InstrumentProfile): number {
  return basisVol === 0 ? 0 : BASIS_LIMIT * Math.tanh(walk);
}

/** Steps the fair prices of all listed markets together. */
export class PriceProcess {
  readonly #walks = new Map<string, Walk>();
  readonly #prices = new Map<number, SimulatedPrice>();
  #at: EpochMs;

  /** `startTicks` returns the price from which a market continues. */
  constructor(infos: CoinInfo[], source: RandomSource, now: EpochMs, startTicks: (info: CoinInfo) => number) {
    this.#at = now;
    for (const info of infos) {
      const profile = profileOf(info.id);
      const referenceTicks = profile.price / stepsToNumber(1, instrumentOf(info).price);
      this.#prices.set(info.id, {
        info,
        profile,
        referenceTicks,
        basisWalk: 0,
        random: source.stream(`basis/${info.id}`),
        fair: { ticks: startTicks(info), volatilityRatio: 1 },
      });
      for (const { driver } of profile.drivers) this.#addWalk(driver, source);
    }
  }

  /** Steps every open market to `now`. Does nothing when `now` is not later than the last step. */
  step(now: EpochMs): void {
    const stepMs = Math.min(MAX_STEP_MS, now - this.#at);
    if (stepMs <= 0) return;
    this.#at = now;
    const root = Math.sqrt(stepMs / YEAR_MS);
    for (const walk of this.#walks.values()) {
      walk.volatilityRatio = walk.volatility.step(stepMs);
      walk.move = walk.driver.yearlyVol * walk.volatilityRatio * root * walk.random.normal();
    }
    for (const price of this.#prices.values()) this.#stepPrice(price, stepMs, now);
  }

  fairOf(coinInfoId: number): FairPrice {
    const price = this.#prices.get(coinInfoId);
    if (!price) throw new Error(`instrument ${coinInfoId} is not simulated`);
    return price.fair;
  }

  #addWalk(driver: PriceDriver, source: RandomSource): void {
    if (this.#walks.has(driver.name)) return;
    const volatility = new VolatilityWalk(source.stream(`volatility/${driver.name}`));
    this.#walks.set(driver.name, {
      driver,
      volatility,
      random: source.stream(`walk/${driver.name}`),
      volatilityRatio: 1,
      move: 0,
    });
  }

  #stepPrice(price: SimulatedPrice, stepMs: number, now: EpochMs): void {
    const { info, profile, fair } = price;
    if (!sessionAt(info, now).open) return;
    const pace = paceAt(info, now);
    let move = (Math.log(price.referenceTicks / fair.ticks) * stepMs * pace * pace) / PULL_MS;
    let volatility = 0;
    for (const { driver, weight } of profile.drivers) {
      const walk = this.#walks.get(driver.name);
      move += weight * pace * (walk?.move ?? 0);
      volatility = Math.max(volatility, walk?.volatilityRatio ?? 1);
    }
    const decay = Math.exp(-stepMs / BASIS_DECAY_MS);
    const walk = price.basisWalk * decay + Math.sqrt(1 - decay * decay) * price.random.normal();
    move += basisAt(walk, profile) - basisAt(price.basisWalk, profile);
    price.basisWalk = walk;
    fair.ticks = Math.max(2, fair.ticks * Math.exp(move));
    fair.volatilityRatio = volatility * pace;
  }
}
