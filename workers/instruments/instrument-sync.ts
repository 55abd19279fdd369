// Confirms the instruments for every connection: what failed is tried again, and a list that changed meanwhile is asked
// for anew.
import type { InstrumentRegistry } from './instrument-registry.ts';
import type { Cancel, Platform } from '../platform.ts';

/** Instruments that could not be fetched are asked for again after this long. */
const RETRY_MS = 5_000;
/** Pages that are told of another list ask for it within this long, not all at once. */
const CHANGED_WITHIN_MS = 2_000;

export interface InstrumentSync {
  /** No market data of a connection is asked for before this was done for it. */
  start(): void;
  /** The exchange says that its list is another now. */
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
