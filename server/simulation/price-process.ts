// The live fair prices of the simulation: the same drivers as the history, stepped in small pieces of time.
import { type CoinInfo, instrumentOf } from '../../core/instruments/instrument.ts';
import { sessionAt } from '../../core/instruments/trading-hours.ts';
import type { EpochMs } from '../../core/units/time.ts';
import { stepsToNumber } from '../../core/units/units.ts';
import { type Driver, type Profile, profileOf } from './instrument-profiles.ts';
import type { RandomSource, RandomStream } from './random-stream.ts';
import { HOME_MS, VolatilityWalk, YEAR_MS, paceAt } from './volatility.ts';

/** A longer pause of the process counts as this much: a sleeping machine wakes to a small move, not to a jump. */
const LONGEST_STEP_MS = 5_000;
/**
 * A perpetual's distance from its spot pair is forgotten in about this long: so slowly that it says nothing about the
 * next minutes.
 */
const BASIS_MS = 4 * 3_600_000;

interface Walk {
  driver: Driver;
  random: RandomStream;
  volatility: VolatilityWalk;
  /** Volatility multiple of the last step. */
  multiple: number;
  /** Log-move of the last step at pace 1. */
  move: number;
}

/** Fair price of one market, in ticks with a fraction, and how stormy it is (1 = average). */
export interface Fair {
  ticks: number;
  volatilityRatio: number;
}

interface SimulatedPrice {
  info: CoinInfo;
  profile: Profile;
  fair: Fair;
  homeTicks: number;
  basis: number;
  random: RandomStream;
}

/** Moves all fair prices of a house list together. */
export class PriceProcess {
  readonly #walks = new Map<string, Walk>();
  readonly #prices = new Map<number, SimulatedPrice>();
  #at: EpochMs;

  /** `startTicks` gives the price a market continues from. */
  constructor(infos: CoinInfo[], source: RandomSource, now: EpochMs, startTicks: (info: CoinInfo) => number) {
    this.#at = now;
    for (const info of infos) {
      const profile = profileOf(info.id);
      const homeTicks = profile.price / stepsToNumber(1, instrumentOf(info).price);
      this.#prices.set(info.id, {
        info,
        profile,
        homeTicks,
        basis: 0,
        random: source.stream(`basis/${info.id}`),
        fair: { ticks: startTicks(info), volatilityRatio: 1 },
      });
      for (const { driver } of profile.drivers) this.#addWalk(driver, source);
    }
  }

  #addWalk(driver: Driver, source: RandomSource): void {
    if (this.#walks.has(driver.name)) return;
    const volatility = new VolatilityWalk(source.stream(`volatility/${driver.name}`));
    this.#walks.set(driver.name, {
      driver,
      volatility,
      random: source.stream(`walk/${driver.name}`),
      multiple: 1,
      move: 0,
    });
  }

  /** Steps every market that is open on to `now`. Time never runs backwards here. */
  step(now: EpochMs): void {
    const stepMs = Math.min(LONGEST_STEP_MS, now - this.#at);
    if (stepMs <= 0) return;
    this.#at = now;
    const root = Math.sqrt(stepMs / YEAR_MS);
    for (const walk of this.#walks.values()) {
      walk.multiple = walk.volatility.step(stepMs);
      walk.move = walk.driver.yearlyVol * walk.multiple * root * walk.random.normal();
    }
    for (const line of this.#prices.values()) this.#stepLine(line, stepMs, now);
  }

  #stepLine(line: SimulatedPrice, stepMs: number, now: EpochMs): void {
    const { info, profile, fair } = line;
    if (!sessionAt(info, now).open) return;
    const pace = paceAt(info, now);
    let move = (Math.log(line.homeTicks / fair.ticks) * stepMs) / HOME_MS;
    let storm = 0;
    for (const { driver, weight } of profile.drivers) {
      const walk = this.#walks.get(driver.name);
      move += weight * pace * (walk?.move ?? 0);
      storm = Math.max(storm, walk?.multiple ?? 1);
    }
    const decay = Math.exp(-stepMs / BASIS_MS);
    const basis = line.basis * decay + profile.basisVol * Math.sqrt(1 - decay * decay) * line.random.normal();
    move += basis - line.basis;
    line.basis = basis;
    fair.ticks = Math.max(2, fair.ticks * Math.exp(move));
    fair.volatilityRatio = storm * pace;
  }

  fairOf(coinInfoId: number): Fair {
    const line = this.#prices.get(coinInfoId);
    if (!line) throw new Error(`instrument ${coinInfoId} is not simulated`);
    return line.fair;
  }
}
