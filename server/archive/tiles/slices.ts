// Cuts long work into slices, so that calls and the feed run in between.
import { setImmediate as nextTurn, setTimeout as rest } from 'node:timers/promises';

/** A function to be awaited often: once `sliceMs` are used up it lets others run, and rests as long as it worked. */
export function pauseAfter(sliceMs: number): () => Promise<void> {
  let began = performance.now();
  return async () => {
    const usedMs = performance.now() - began;
    if (usedMs < sliceMs) return;
    await rest(usedMs);
    began = performance.now();
  };
}

export interface ThreadShareOptions {
  /** Work without letting others run. */
  sliceMs: number;
  /** Part of the time that work may take in the long run, of 1. */
  share: number;
  /** Work that is done at once after a time without any. */
  burstMs: number;
  nowMs?: () => number;
  sleep?: (ms: number) => Promise<unknown>;
}

/** A part of a thread for work that callers wait for: quick for those who need a little, bounded for all together. */
export class ThreadShare {
  readonly #options: Required<ThreadShareOptions>;
  /** Work that may still be done at once, ms; negative: rest is owed. */
  #creditMs: number;
  #creditedAtMs: number;
  #beganMs: number;

  constructor({ nowMs = () => performance.now(), sleep = rest, ...options }: ThreadShareOptions) {
    this.#options = { ...options, nowMs, sleep };
    this.#creditMs = options.burstMs;
    this.#creditedAtMs = this.#beganMs = nowMs();
  }

  /** Runs work that awaits `pause` often. One piece of work runs at a time. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#beganMs = this.#options.nowMs();
    this.#account(0);
    await this.#repay();
    try {
      return await work();
    } finally {
      this.#account(this.#options.nowMs() - this.#beganMs);
    }
  }

  /** Lets others run once a slice is used up, and rests where more work was done than the share allows. */
  readonly pause = async (): Promise<void> => {
    const usedMs = this.#options.nowMs() - this.#beganMs;
    if (usedMs < this.#options.sliceMs) return;
    this.#account(usedMs);
    if (this.#creditMs < 0) await this.#repay();
    else await nextTurn();
    this.#beganMs = this.#options.nowMs();
  };

  async #repay(): Promise<void> {
    const { share, sleep, nowMs } = this.#options;
    if (this.#creditMs < 0) await sleep(-this.#creditMs / share);
    this.#beganMs = nowMs();
  }

  #account(usedMs: number): void {
    const { share, burstMs, nowMs } = this.#options;
    const now = nowMs();
    this.#creditMs = Math.min(burstMs, this.#creditMs + (now - this.#creditedAtMs) * share) - usedMs;
    this.#creditedAtMs = now;
  }
}
