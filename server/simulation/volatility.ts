// Volatility over time: a random multiple that clusters, and a pace by hour of the day.
import type { CoinInfo } from '../../core/instruments/instrument.ts';
import { sessionAt } from '../../core/instruments/trading-hours.ts';
import { DAY_MS, HOUR_MS } from '../../core/units/durations.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { RandomStream } from './random-stream.ts';

export const YEAR_MS = 365.25 * DAY_MS;
/** Time constant of the pull towards the reference price; bounds the price of a server that runs for years. */
export const REVERSION_MS = 200 * DAY_MS;
/**
 * Log-volatility is the sum of these mean-reverting walks, given by time constant and standard deviation. Together they
 * give the one-minute returns heavy tails (kurtosis 5 to 20) and a slowly decaying autocorrelation of their size, as in
 * real markets.
 */
const COMPONENTS = [
  { memoryMs: 8 * HOUR_MS, deviation: 0.34 },
  { memoryMs: 40 * 60_000, deviation: 0.36 },
  { memoryMs: 4 * 60_000, deviation: 0.3 },
] as const;
const VARIANCE = COMPONENTS.reduce((sum, { deviation }) => sum + deviation * deviation, 0);
/** Pace while a market is closed, relative to open hours; produces the weekend gap. */
const CLOSED_PACE = 0.15;

/** Volatility multiple with mean square 1. It scales moves and is independent of their direction. */
export class VolatilityWalk {
  readonly #levels: number[];
  readonly #random: RandomStream;
  /** Of the last step's length: what is left of each component, and the deviation of what comes to it. */
  #stepMs = NaN;
  #decays: { decay: number; deviation: number }[] = [];

  constructor(random: RandomStream) {
    this.#random = random;
    this.#levels = COMPONENTS.map(({ deviation }) => deviation * random.normal());
  }

  /** Advances by `stepMs` and returns the multiple of that step. */
  step(stepMs: number): number {
    if (stepMs !== this.#stepMs) this.#measure(stepMs);
    let sum = 0;
    for (let at = 0; at < COMPONENTS.length; at += 1) {
      const { decay, deviation } = this.#decays[at]!;
      const level = (this.#levels[at] ?? 0) * decay + deviation * this.#random.normal();
      this.#levels[at] = level;
      sum += level;
    }
    return Math.exp(sum - VARIANCE);
  }

  #measure(stepMs: number): void {
    this.#stepMs = stepMs;
    this.#decays = COMPONENTS.map(({ memoryMs, deviation }) => {
      const decay = Math.exp(-stepMs / memoryMs);
      return { decay, deviation: deviation * Math.sqrt(1 - decay * decay) };
    });
  }
}

/** Pace of forex by UTC hour: lowest between New York's close and London's open, highest while both are open. */
const FOREX_PACE = [
  0.6, 0.6, 0.55, 0.5, 0.5, 0.6, 0.9, 1.2, 1.3, 1.2, 1.1, 1.1, 1.4, 1.6, 1.6, 1.5, 1.2, 1, 0.8, 0.7, 0.6, 0.5, 0.4, 0.5,
];
/** Pace of crypto by UTC hour: highest in American hours. */
const COIN_PACE = [
  1, 0.95, 0.9, 0.85, 0.85, 0.85, 0.9, 0.95, 1, 1, 1, 1.05, 1.15, 1.25, 1.3, 1.25, 1.15, 1.1, 1.05, 1, 1, 1, 1, 1,
];

/** Factor on the volatility at `at` by hour of the day. */
export function paceAt(info: CoinInfo, at: EpochMs): number {
  const hour = Math.floor(at / HOUR_MS) % 24;
  if (!info.session) return COIN_PACE[hour] ?? 1;
  return sessionAt(info, at).open ? (FOREX_PACE[hour] ?? 1) : CLOSED_PACE;
}
