// How fast time passes for a price: volatility clusters (calm and storm), and forex nights are quiet.
import type { CoinInfo } from '../../contract/instrument.ts';
import { sessionAt } from '../../contract/session.ts';
import type { EpochMs } from '../../contract/time.ts';
import type { Chance } from './chance.ts';

export const YEAR_MS = 365.25 * 86_400_000;
/** Prices pull back toward home over about this long, so that a server left alone for years stays plausible. */
export const HOME_MS = 200 * 86_400_000;
/** Calm and storm last about this long before they are forgotten. */
const STORM_MS = 6 * 3_600_000;
/** Standard deviation of the logarithm of volatility. */
const STORM_SPREAD = 0.45;
/** Prices move this much while a market is closed, as a fraction of open hours: the weekend gap. */
const CLOSED_PACE = 0.15;

/** Logarithm of the volatility multiple, as a mean-reverting walk; its mean square multiple is 1. */
export class Storm {
  #level: number;
  readonly #chance: Chance;

  constructor(chance: Chance) {
    this.#chance = chance;
    this.#level = STORM_SPREAD * chance.normal();
  }

  /** Moves on by `stepMs` and gives the multiple for that step. */
  step(stepMs: number): number {
    const kept = Math.exp(-stepMs / STORM_MS);
    this.#level = this.#level * kept + STORM_SPREAD * Math.sqrt(1 - kept * kept) * this.#chance.normal();
    return Math.exp(this.#level - STORM_SPREAD * STORM_SPREAD);
  }
}

/** Pace of a forex market by UTC hour: quiet from New York's close to London's opening, liveliest while both are open. */
const FOREX_PACE = [0.6, 0.6, 0.55, 0.5, 0.5, 0.6, 0.9, 1.2, 1.3, 1.2, 1.1, 1.1, 1.4, 1.6, 1.6, 1.5, 1.2, 1, 0.8, 0.7, 0.6, 0.5, 0.4, 0.5];
/** Coins never sleep, but America's hours are livelier. */
const COIN_PACE = [1, 0.95, 0.9, 0.85, 0.85, 0.85, 0.9, 0.95, 1, 1, 1, 1.05, 1.15, 1.25, 1.3, 1.25, 1.15, 1.1, 1.05, 1, 1, 1, 1, 1];

/** Multiple of the volatility at `at` from the clock alone. */
export function paceAt(info: CoinInfo, at: EpochMs): number {
  const hour = Math.floor(at / 3_600_000) % 24;
  if (!info.session) return COIN_PACE[hour] ?? 1;
  return sessionAt(info, at).open ? (FOREX_PACE[hour] ?? 1) : CLOSED_PACE;
}
