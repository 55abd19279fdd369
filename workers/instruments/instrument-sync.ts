// Confirms the instruments for every connection; retries failures, refetches a changed list.
import type { Cancel, Platform } from '../platform.ts';
import type { InstrumentRegistry } from './instrument-registry.ts';

/** Delay before a failed fetch is retried. */
const RETRY_MS = 5_000;
/** Pages refetch a changed list at a random time within this, not all at once. */
const CHANGED_WITHIN_MS = 2_000;

export class InstrumentSync {
  readonly #platform: Platform;
  readonly #registry: InstrumentRegistry;
  readonly #attempt: () => number;
  readonly #onConfirmed: () => void;
  #cancelRetry: Cancel = () => {};

  /** `attempt` returns the number of the current socket; `onConfirmed` is called after each confirmation. */
  constructor(platform: Platform, registry: InstrumentRegistry, attempt: () => number, onConfirmed: () => void) {
    this.#platform = platform;
    this.#registry = registry;
    this.#attempt = attempt;
    this.#onConfirmed = onConfirmed;
  }

  /** Fetches until the list is confirmed for the current socket, which must not subscribe to market data before. */
  start(): void {
    this.#retryOnFailure(this.#registry.confirm(this.#attempt()));
  }

  /** The exchange announced a changed list. */
  onListChanged(): void {
    const delayMs = this.#platform.random() * CHANGED_WITHIN_MS;
    this.#platform.after(delayMs, () => this.#retryOnFailure(this.#registry.refetch(this.#attempt())));
  }

  #retryOnFailure(request: Promise<void>): void {
    request.then(this.#onConfirmed, () => {
      this.#cancelRetry();
      this.#cancelRetry = this.#platform.after(RETRY_MS, () => this.start());
    });
  }
}
