// How one venue is spoken to over its public WebSocket: what to ask, and how its words become ours.
import type { VenueMessage, VenueSnapshot } from '../../core/venue/venue-message.ts';

/** A market of a venue that is offered for watching. */
export interface VenueMarket {
  symbol: string;
  priceDecimals: number;
  amountDecimals: number;
}

export interface Dialect {
  /** Name for the operator's eyes and for the rules of its books. */
  readonly venue: 'binance' | 'kraken';
  readonly url: string;
  readonly markets: VenueMarket[];
  /** Levels a side that the venue keeps for a subscriber; 0: all. */
  readonly depth: number;
  /** Sent as soon as the connection stands. */
  subscriptions(): string[];
  /** Words of one frame; throws on what is no frame of this venue. */
  read(text: string, nowMs: number): VenueMessage[];
  /** Fetches a whole book; null where `askAgain` makes the venue send it on the stream. */
  readonly fetchBook: ((symbol: string, nowMs: number, signal: AbortSignal) => Promise<VenueSnapshot>) | null;
  /** Sent to get one book anew after it was lost. */
  refetchBook(symbol: string): string[];
}
