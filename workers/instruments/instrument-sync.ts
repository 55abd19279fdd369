// Confirms the instruments for every connection: what failed is tried again, and a list that changed meanwhile is asked
// for anew.
import type { Listing } from './instrument-registry.ts';
import type { Cancel, World } from '../platform.ts';

/** Instruments that could not be fetched are asked for again after this long. */
const RETRY_MS = 5_000;
/** Pages that are told of another list ask for it within this long, not all at once. */
const CHANGED_WITHIN_MS = 2_000;

export interface Confirming {
  /** No market data of a connection is asked for before this was done for it. */
  begin(): void;
  /** The exchange says that its list is another now. */
  changed(): void;
}

/** `attempt`: number of the socket that is in use. */
export function createConfirming(
  world: World,
  listing: Listing,
  attempt: () => number,
  onConfirmed: () => void,
): Confirming {
  let cancelRetry: Cancel = () => {};
  const follow = (asked: Promise<void>): void => {
    asked.then(onConfirmed, () => {
      cancelRetry();
      cancelRetry = world.after(RETRY_MS, begin);
    });
  };
  const begin = (): void => follow(listing.confirm(attempt()));
  const changed = (): void => {
    world.after(world.random() * CHANGED_WITHIN_MS, () => follow(listing.again(attempt())));
  };
  return { begin, changed };
}
