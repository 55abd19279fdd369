// A virtual clock with timers, which run when a test moves it.

interface Timer {
  atMs: number;
  run: () => void;
}

export class VirtualTimers {
  /** ms; any start. */
  nowMs: number;
  /** In the order of their creation. */
  #timers: Timer[] = [];

  constructor(startMs = 0) {
    this.nowMs = startMs;
  }

  /** Number of timers that wait. */
  get size(): number {
    return this.#timers.length;
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { atMs: this.nowMs + delayMs, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  isDue(untilMs = this.nowMs): boolean {
    return this.#timers.some(({ atMs }) => atMs <= untilMs);
  }

  /** Moves to the first timer that is due until then, and runs it. False where none is. */
  runNext(untilMs: number): boolean {
    let next: Timer | null = null;
    for (const timer of this.#timers) if (timer.atMs <= untilMs && timer.atMs < (next?.atMs ?? Infinity)) next = timer;
    if (!next) return false;
    this.#timers.splice(this.#timers.indexOf(next), 1);
    this.nowMs = Math.max(this.nowMs, next.atMs);
    next.run();
    return true;
  }

  /** Moves by `ms`: timers run in order, without promises in between. */
  pass(ms: number): void {
    const untilMs = this.nowMs + ms;
    while (this.runNext(untilMs));
    this.nowMs = untilMs;
  }
}
