// Confirms the instruments for every connection; retries failures, refetches a changed list.
import type { InstrumentRegistry } from './instrument-registry.ts';
import type { Cancel, Platform } from '../platform.ts';

/** Delay before a failed fetch is retried. */
const RETRY_MS = 5_000;
/** Pages refetch a changed list at a random time within this, not all at once. */
const CHANGED_WITHIN_MS = 2_000;

export interface InstrumentSync {
  /** Must finish for a connection before it subscribes to market data. */
  start(): void;
  /** The exchange announced a changed list. */
  onListChanged(): void;
}

/** `attempt`: number of the socket that is in use. */
export function createInstrumentSync(
  platform: Platform,
  registry: InstrumentRegistry,
  attempt: () => number,
  onConfirmed: () => void,
): InstrumentSync {
  let cancelRetry: Cancel = () => {};
  const retryOnFailure = (request: Promise<void>): void => {
    request.then(onConfirmed, () => {
      cancelRetry();
      cancelRetry = platform.after(RETRY_MS, start);
    });
  };
  const start = (): void => retryOnFailure(registry.confirm(attempt()));
  const onListChanged = (): void => {
    platform.after(platform.random() * CHANGED_WITHIN_MS, () => retryOnFailure(registry.refetch(attempt())));
  };
  return { start, onListChanged };
}
