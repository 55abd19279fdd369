// Runs work of many callers, some at a time, round robin: one with endless work does not hold up the others.
import { CODE, RejectError } from '../../../core/errors/errors.ts';

export class RoundRobinLimiter {
  readonly #maxAtOnce: number;
  readonly #maxWaiting: number;
  #running = 0;
  /** What waits, by caller, in the order of their turns. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** `maxAtOnce`: of all callers. `maxWaiting`: of each one. */
  constructor(maxAtOnce: number, maxWaiting: number) {
    this.#maxAtOnce = maxAtOnce;
    this.#maxWaiting = maxWaiting;
  }

  /** Does the work when it is the caller's turn. Throws RejectError 1429 when too much of the same caller waits. */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#maxAtOnce) this.#running += 1;
    else await this.#turnOf(caller);
    try {
      return await work();
    } finally {
      const next = this.#takeNext();
      if (next) next();
      else this.#running -= 1;
    }
  }

  async #turnOf(caller: string): Promise<void> {
    const own = this.#waiting.get(caller) ?? [];
    if (own.length >= this.#maxWaiting) throw new RejectError(CODE.tooManyRequests, { retryAfter: 1 });
    this.#waiting.set(caller, own);
    await new Promise<void>((resolve) => own.push(resolve));
  }

  #takeNext(): (() => void) | undefined {
    const [first] = this.#waiting;
    if (!first) return undefined;
    const [caller, own] = first;
    this.#waiting.delete(caller);
    const next = own.shift();
    // Behind all others.
    if (own.length > 0) this.#waiting.set(caller, own);
    return next;
  }
}
