// Confirms the instruments for every connection: what failed is tried again, and a list that changed meanwhile is asked for anew.
import type { Listing } from './listing.ts';
import type { Cancel, World } from './world.ts';

/** Instruments that could not be fetched are asked for again after this long. */
const RETRY_MS = 5_000;
/** Pages that are told of another list ask for it within this long, not all at once. */
const CHANGED_WITHIN_MS = 2_000;

export class Confirming {
  private cancelRetry: Cancel = () => {};
  private waits = false;
  private readonly world: World;
  private readonly listing: Listing;
  private readonly attempt: () => number;
  private readonly onConfirmed: () => void;

  /** `attempt`: number of the socket that is in use. */
  constructor(world: World, listing: Listing, attempt: () => number, onConfirmed: () => void) {
    this.world = world;
    this.listing = listing;
    this.attempt = attempt;
    this.onConfirmed = onConfirmed;
  }

  /** No market data of a connection is asked for before this was done for it. */
  begin(asked = this.listing.confirm(this.attempt())): void {
    asked.then(this.onConfirmed, () => {
      this.cancelRetry();
      this.cancelRetry = this.world.after(RETRY_MS, () => this.begin());
    });
  }

  /** The exchange says that its list is another now. */
  changed(): void {
    if (this.waits) return;
    this.waits = true;
    this.world.after(this.world.random() * CHANGED_WITHIN_MS, () => {
      this.waits = false;
      this.begin(this.listing.again(this.attempt()));
    });
  }
}
