// Rules of each venue: joining snapshot and changes, gap detection, checksum.
import type { VenueRules } from './venue-book.ts';
import { ftxChecksum, krakenChecksum, okxChecksum } from './venue-checksum.ts';
import { BinanceFuturesRule, BinanceSpotRule, BybitRule, EveryChangeRule } from './venue-sync-rule.ts';

/** Venues whose rules are known. */
export const VENUES = ['binance', 'kraken', 'okx', 'bybit', 'coinbase', 'ftx', 'bitmex'] as const;
export type Venue = (typeof VENUES)[number];

/** Whether `name` is one of them. */
export function isVenue(name: unknown): name is Venue {
  return (VENUES as readonly unknown[]).includes(name);
}

/**
 * Fresh rules for one book. `market` tells Binance spot from its futures; `depth` is the subscribed one, 0 for none.
 * Kraken and OKX send no removal for a level that falls out of it. Coinbase promises that nothing is lost, and BitMEX's
 * line is one of TCP: neither has anything to check.
 */
export function rulesOf(venue: Venue, market: string, depth: number): VenueRules {
  const cut = depth === 0 ? Infinity : depth;
  switch (venue) {
    case 'binance':
      return { rule: market === 'spot' ? new BinanceSpotRule() : new BinanceFuturesRule(), depth: 0, checksum: null };
    case 'bybit':
      return { rule: new BybitRule(), depth: 0, checksum: null };
    case 'kraken':
      return { rule: new EveryChangeRule(), depth: cut, checksum: krakenChecksum };
    case 'okx':
      return { rule: new EveryChangeRule(), depth: cut, checksum: okxChecksum };
    case 'ftx':
      return { rule: new EveryChangeRule(), depth: Infinity, checksum: ftxChecksum };
    case 'coinbase':
    case 'bitmex':
      return { rule: new EveryChangeRule(), depth: 0, checksum: null };
  }
}
