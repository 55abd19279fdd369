// Counts uses by key in fixed windows, in memory: the base of the limits per caller.
import type { EpochMs } from '../../core/units/time.ts';

interface Window {
  uses: number;
  /** When it ends: the next use begins another one. */
  untilMs: EpochMs;
}

export class UseCounter {
  readonly #durationMs: number;
  readonly #now: () => EpochMs;
  /** Oldest first, because all last equally long and time never decreases. */
  readonly #windows = new Map<string, Window>();

  /** `now` never decreases. */
  constructor(durationMs: number, now: () => EpochMs) {
    this.#durationMs = durationMs;
    this.#now = now;
  }

  /** Counts a use; returns how many the key's window has. Its first use begins the window, further ones extend none. */
  add(key: string): number {
    const window = this.#open(key);
    if (window) return (window.uses += 1);
    this.#windows.set(key, { uses: 1, untilMs: this.#now() + this.#durationMs });
    return 1;
  }

  /** Takes a use of the present window back. */
  takeBack(key: string): void {
    const window = this.#open(key);
    if (window && window.uses > 0) window.uses -= 1;
  }

  /** Uses in the present window. */
  uses(key: string): number {
    return this.#open(key)?.uses ?? 0;
  }

  /** Ms until the present window ends, at least 1; 0 without one. */
  waitMs(key: string): number {
    const window = this.#open(key);
    return window ? window.untilMs - this.#now() : 0;
  }

  /** The key's window after those that have ended are deleted. */
  #open(key: string): Window | undefined {
    const now = this.#now();
    for (const [old, { untilMs }] of this.#windows) {
      if (untilMs > now) break;
      this.#windows.delete(old);
    }
    return this.#windows.get(key);
  }
}
