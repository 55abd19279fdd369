// The exchange's time at a node that follows the engine: its own clock, corrected by the engine's stamps.
import type { EpochMs } from '../../core/units/time.ts';

/** By how much this time may seem ahead of the engine's, ms, before it is measured; messages take a while too. */
const MAX_AHEAD_MS = 250;
/** A difference of the two clocks from which it is logged, and again when it has changed by as much, ms. */
const LOGGED_MS = 2_000;
/** Between two measurements, ms. */
const MEASURE_MS = 1_000;

export interface EngineClockOptions {
  /** The time of this machine, which does not jump. */
  own: () => EpochMs;
  /** Asks the engine for its time. */
  ask: () => Promise<EpochMs>;
  report: (event: string, error: unknown) => void;
  log: (event: string, fields: Readonly<Record<string, number>>) => void;
}

/**
 * It is never behind the engine's by more than a message takes to arrive, so that no price seems younger than it is,
 * and ahead of it by at most MAX_AHEAD_MS and what a question takes.
 */
export class EngineClock {
  readonly #options: EngineClockOptions;
  /** The engine's time minus that of this machine, ms, as far as it is known. */
  #offsetMs = 0;
  #loggedMs = 0;
  #measuredAt = -Infinity;

  constructor(options: EngineClockOptions) {
    this.#options = options;
  }

  readonly now = (): EpochMs => this.#options.own() + this.#offsetMs;

  /** This machine's time minus the engine's, ms; 0 while nothing contradicts that they are equal. */
  readonly aheadMs = (): number => -this.#offsetMs;

  /** Adds the stamp of a message that has just arrived: the engine's time is not earlier. */
  addStamp(engineMs: EpochMs): void {
    const ownMs = this.#options.own();
    const aheadMs = ownMs + this.#offsetMs - engineMs;
    if (aheadMs < 0) this.#correct(this.#offsetMs - aheadMs);
    if (aheadMs <= MAX_AHEAD_MS || ownMs - this.#measuredAt < MEASURE_MS) return;
    this.#measuredAt = ownMs;
    this.#measure().catch((error: unknown) => this.#options.report('cluster.time_unknown', error));
  }

  /** The engine stamps its answer after the question was sent: its time is not later than from then on. */
  async #measure(): Promise<void> {
    const sentMs = this.#options.own();
    const engineMs = await this.#options.ask();
    this.#correct(Math.min(this.#offsetMs, engineMs - sentMs));
  }

  #correct(offsetMs: number): void {
    this.#offsetMs = offsetMs;
    if (Math.abs(offsetMs - this.#loggedMs) < LOGGED_MS) return;
    this.#loggedMs = offsetMs;
    this.#options.log('cluster.clock_differs', { aheadMs: Math.round(-offsetMs) });
  }
}
