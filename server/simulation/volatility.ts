// How fast time passes for a price: volatility clusters (calm and storm), and forex nights are quiet.
import type { CoinInfo } from '../../core/instruments/instrument.ts';
import { sessionAt } from '../../core/instruments/trading-hours.ts';
import type { EpochMs } from '../../core/units/time.ts';
import type { RandomStream } from './random-stream.ts';

export const YEAR_MS = 365.25 * 86_400_000;
/** Prices pull back toward home over about this long, so that a server left alone for years stays plausible. */
export const HOME_MS = 200 * 86_400_000;
/**
 * The logarithm of volatility is the sum of these mean-reverting walks: how long each remembers, and its standard
 * deviation. Together they give returns of a minute the heavy tails (kurtosis 5 to 20) and the slowly fading memory of
 * their size that real markets have.
 */
const COMPONENTS = [
  { memoryMs: 8 * 3_600_000, spread: 0.34 },
  { memoryMs: 40 * 60_000, spread: 0.36 },
  { memoryMs: 4 * 60_000, spread: 0.3 },
] as const;
const SQUARE_SPREAD = COMPONENTS.reduce((sum, { spread }) => sum + spread * spread, 0);
/** Prices move this much while a market is closed, as a fraction of open hours: the weekend gap. */
const CLOSED_PACE = 0.15;

/** Multiple of the volatility; its mean square is 1. It says how far prices move, never which way. */
export class VolatilityWalk {
  readonly #levels: number[];
  readonly #random: RandomStream;

  constructor(random: RandomStream) {
    this.#random = random;
    this.#levels = COMPONENTS.map(({ spread }) => spread * random.normal());
  }

  /** Moves on by `stepMs` and gives the multiple for that step. */
  step(stepMs: number): number {
    let sum = 0;
    for (let at = 0; at < COMPONENTS.length; at += 1) {
      const { memoryMs, spread } = COMPONENTS[at]!;
      const remembered = Math.exp(-stepMs / memoryMs);
      const level =
        (this.#levels[at] ?? 0) * remembered + spread * Math.sqrt(1 - remembered * remembered) * this.#random.normal();
      this.#levels[at] = level;
      sum += level;
    }
    return Math.exp(sum - SQUARE_SPREAD);
  }
}

/**
 * Pace of a forex market by UTC hour: quiet from New York's close to London's opening, liveliest while both are open.
 */
const FOREX_PACE = [
  0.6, 0.6, 0.55, 0.5, 0.5, 0.6, 0.9, 1.2, 1.3, 1.2, 1.1, 1.1, 1.4, 1.6, 1.6, 1.5, 1.2, 1, 0.8, 0.7, 0.6, 0.5, 0.4, 0.5,
];
/** Coins never sleep, but America's hours are livelier. */
const COIN_PACE = [
  1, 0.95, 0.9, 0.85, 0.85, 0.85, 0.9, 0.95, 1, 1, 1, 1.05, 1.15, 1.25, 1.3, 1.25, 1.15, 1.1, 1.05, 1, 1, 1, 1, 1,
];

/** Multiple of the volatility at `at` from the clock alone. */
export function paceAt(info: CoinInfo, at: EpochMs): number {
  const hour = Math.floor(at / 3_600_000) % 24;
  if (!info.session) return COIN_PACE[hour] ?? 1;
  return sessionAt(info, at).open ? (FOREX_PACE[hour] ?? 1) : CLOSED_PACE;
}
