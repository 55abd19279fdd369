// The exchange's time: the machine's clock as long as that runs like a clock, and its own, by the monotonic clock, from
// where the other jumped.
import { uptime } from 'node:os';
import type { EpochMs } from '../../core/units/time.ts';

/**
 * How far the machine's clock may be from where it should be by the monotonic one; what is less is followed, never
 * backwards.
 */
export const MOST_JUMP_MS = 2_000;

/** How often a sane clock is noted down. */
const NOTE_MS = 1_000;

/** What a clock is made of; ms. */
export interface ClockParts {
  wall(): EpochMs;
  /** Never set by anybody; stands while the machine sleeps. */
  monotonic(): number;
  /** Goes on while the machine sleeps; null where the platform has no such clock that nobody sets. */
  awake(): number | null;
  log(line: string): void;
}

const PLATFORM: Omit<ClockParts, 'log'> = {
  wall: Date.now,
  monotonic: () => performance.now(),
  awake: () => (process.platform === 'linux' ? uptime() * 1000 : null),
};

export class SteadyClock {
  readonly #parts: ClockParts;
  /** Our time less the monotonic one. */
  #baseMs: number;
  #lastMs: EpochMs = 0;
  /** The machine's clock less ours while it is wrong. */
  #aheadMs = 0;
  /** Both at one moment of a sane clock. */
  #sane: { wallMs: EpochMs; awakeMs: number | null };

  constructor(parts: Partial<ClockParts> & Pick<ClockParts, 'log'>) {
    this.#parts = { ...PLATFORM, ...parts };
    const { wall, monotonic, awake } = this.#parts;
    this.#baseMs = wall() - monotonic();
    this.#sane = { wallMs: wall(), awakeMs: awake() };
  }

  /** Whole ms; never less than before. */
  readonly now = (): EpochMs => {
    const { wall, monotonic } = this.#parts;
    const wallMs = wall();
    const ownMs = this.#baseMs + monotonic();
    const aheadMs = wallMs - ownMs;
    if (Math.abs(aheadMs) <= MOST_JUMP_MS) this.#follow(wallMs, aheadMs);
    else if (!this.#slept(wallMs, aheadMs)) this.#distrust(aheadMs);
    this.#lastMs = Math.max(this.#lastMs, Math.floor(this.#baseMs + monotonic()));
    return this.#lastMs;
  };

  /** How far the machine's clock is ahead of the exchange's, in ms; below 0 it is behind. 0: it is sane. */
  aheadMs(): number {
    this.now();
    return this.#aheadMs;
  }

  /**
   * The last stamp that was given before this process: time goes on from there, also when the machine's clock is behind
   * it.
   */
  startFrom(ts: EpochMs): void {
    this.#baseMs = Math.max(this.#baseMs, ts - this.#parts.monotonic());
    this.now();
  }

  #follow(wallMs: EpochMs, aheadMs: number): void {
    this.#baseMs += aheadMs;
    if (this.#aheadMs !== 0) this.#parts.log("clock.sane: the machine's clock agrees with the exchange's time again");
    this.#aheadMs = 0;
    if (Math.abs(wallMs - this.#sane.wallMs) > NOTE_MS) this.#sane = { wallMs, awakeMs: this.#parts.awake() };
  }

  /** Whether the machine slept, which stops the monotonic clock alone: then its clock is right. */
  #slept(wallMs: EpochMs, aheadMs: number): boolean {
    const awakeMs = this.#parts.awake();
    const before = this.#sane;
    if (
      awakeMs === null ||
      before.awakeMs === null ||
      Math.abs(awakeMs - before.awakeMs - (wallMs - before.wallMs)) > MOST_JUMP_MS
    )
      return false;
    this.#parts.log(`clock.slept: the machine slept for ${seconds(aheadMs)}`);
    this.#follow(wallMs, aheadMs);
    return true;
  }

  #distrust(aheadMs: number): void {
    if (Math.abs(aheadMs - this.#aheadMs) > MOST_JUMP_MS) {
      this.#parts.log(
        `clock.jumped: the machine's clock is ${seconds(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} the exchange's time, which goes on by itself. ` +
          "No seconds contracts are sold until both agree; if the machine's clock is right, start the exchange again.",
      );
    }
    this.#aheadMs = aheadMs;
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
