// Interface of a venue adapter: subscriptions, decoding of frames, refetching of books.
import type { VenueMessage, VenueSnapshot } from '../../core/venue/venue-message.ts';
import type { Venue } from '../../core/venue/venue-rules.ts';

/** A market of a venue that can be watched. */
export interface VenueMarket {
  symbol: string;
  priceDecimals: number;
  amountDecimals: number;
}

export interface VenueAdapter {
  /** Name in log lines, and key of the venue's book rules. */
  readonly venue: Venue;
  readonly url: string;
  readonly markets: VenueMarket[];
  /** Levels per side that the venue maintains for a subscriber; 0: all. */
  readonly depth: number;
  /** Messages to send when the connection is open. */
  subscribeMessages(): string[];
  /** Decodes one frame. Throws Error when it is not a frame of this venue. */
  decode(text: string, nowMs: number): VenueMessage[];
  /** Fetches a whole book; null where the venue sends it on the stream after `refetchMessages`. */
  readonly fetchBook: ((symbol: string, nowMs: number, signal: AbortSignal) => Promise<VenueSnapshot>) | null;
  /** Messages to send to get one book again after it was lost. */
  refetchMessages(symbol: string): string[];
}
