// The exchange's time, which does not jump.
// Follows the machine's clock, and continues by the monotonic clock when that clock jumps.
import { uptime } from 'node:os';
import type { EpochMs } from '../../core/units/time.ts';

/** Largest difference between the two clocks, in ms, that is followed (never backwards); a larger one is a jump. */
export const MAX_JUMP_MS = 2_000;

/** How often a reading of both clocks is recorded while they agree. */
const NOTE_INTERVAL_MS = 1_000;

/** The platform's clocks, in ms. */
export interface ClockPlatform {
  wall(): EpochMs;
  /** Cannot be set; stops while the machine sleeps. */
  monotonic(): number;
  /** Cannot be set; continues while the machine sleeps. Null where the platform has no such clock. */
  awake(): number | null;
  log(event: string, fields?: Readonly<Record<string, number>>): void;
}

const PLATFORM: Omit<ClockPlatform, 'log'> = {
  wall: Date.now,
  monotonic: () => performance.now(),
  awake: () => (process.platform === 'linux' ? uptime() * 1000 : null),
};

export class SteadyClock {
  readonly #platform: ClockPlatform;
  /** Exchange time minus the monotonic clock. */
  #baseMs: number;
  #lastMs: EpochMs = 0;
  /** The machine's clock minus exchange time while they differ; else 0. */
  #aheadMs = 0;
  /** Last reading of both clocks while they agreed. */
  #sane: { wallMs: EpochMs; awakeMs: number | null };

  constructor(platform: Partial<ClockPlatform> & Pick<ClockPlatform, 'log'>) {
    this.#platform = { ...PLATFORM, ...platform };
    const { wall, monotonic, awake } = this.#platform;
    this.#baseMs = wall() - monotonic();
    this.#sane = { wallMs: wall(), awakeMs: awake() };
  }

  /** Whole ms; never less than before. */
  readonly now = (): EpochMs => {
    const { wall, monotonic } = this.#platform;
    const wallMs = wall();
    const ownMs = this.#baseMs + monotonic();
    const aheadMs = wallMs - ownMs;
    if (Math.abs(aheadMs) <= MAX_JUMP_MS) this.#follow(wallMs, aheadMs);
    else if (!this.#slept(wallMs, aheadMs)) this.#distrust(aheadMs);
    this.#lastMs = Math.max(this.#lastMs, Math.floor(this.#baseMs + monotonic()));
    return this.#lastMs;
  };

  /** How far the machine's clock is ahead of exchange time, in whole ms; negative: behind, 0: they agree. */
  readonly aheadMs = (): number => {
    this.now();
    return Math.round(this.#aheadMs);
  };

  /** Continues from the last timestamp before this process, also when the machine's clock is behind it. */
  startFrom(ts: EpochMs): void {
    this.#baseMs = Math.max(this.#baseMs, ts - this.#platform.monotonic());
    this.now();
  }

  /** Continues the time of another machine, also one that is behind. For a clock whose time nothing depends on yet. */
  continueAt(ts: EpochMs): void {
    this.#baseMs = ts - this.#platform.monotonic();
    this.#lastMs = 0;
    // A difference of the two machines is no sleep of this one.
    this.#sane = { wallMs: ts, awakeMs: this.#platform.awake() };
  }

  #follow(wallMs: EpochMs, aheadMs: number): void {
    this.#baseMs += aheadMs;
    if (this.#aheadMs !== 0) this.#platform.log('clock.agrees');
    this.#aheadMs = 0;
    if (Math.abs(wallMs - this.#sane.wallMs) > NOTE_INTERVAL_MS)
      this.#sane = { wallMs, awakeMs: this.#platform.awake() };
  }

  /** Whether the machine slept: only the monotonic clock stopped, and the machine's clock is right. */
  #slept(wallMs: EpochMs, aheadMs: number): boolean {
    const awakeMs = this.#platform.awake();
    const before = this.#sane;
    if (
      awakeMs === null ||
      before.awakeMs === null ||
      Math.abs(awakeMs - before.awakeMs - (wallMs - before.wallMs)) > MAX_JUMP_MS
    )
      return false;
    this.#platform.log('clock.slept', { sleptMs: Math.round(aheadMs) });
    this.#follow(wallMs, aheadMs);
    return true;
  }

  #distrust(aheadMs: number): void {
    if (Math.abs(aheadMs - this.#aheadMs) > MAX_JUMP_MS) {
      this.#platform.log('clock.jumped', { aheadMs: Math.round(aheadMs) });
    }
    this.#aheadMs = aheadMs;
  }
}
