// Rules of each venue: joining snapshot and changes, gap detection, checksum.
import type { VenueRules } from './venue-book.ts';
import { ftxChecksum, krakenChecksum, okxChecksum } from './venue-checksum.ts';
import { BinanceFuturesRule, BinanceSpotRule, BybitRule, EveryChangeRule, OkxRule } from './venue-sync-rule.ts';

/** Venues whose rules are known. */
export const VENUES = ['binance', 'kraken', 'okx', 'bybit', 'coinbase', 'ftx', 'bitmex'] as const;
export type Venue = (typeof VENUES)[number];

export function isVenue(name: unknown): name is Venue {
  return (VENUES as readonly unknown[]).includes(name);
}

/**
 * New rules for one book. `market` distinguishes Binance spot from futures; `depth` is that of the subscription, 0 for
 * none. Kraken and OKX send no removal for a level beyond it. Coinbase and BitMEX guarantee delivery, so there is
 * nothing to check.
 */
export function rulesOf(venue: Venue, market: string, depth: number): VenueRules {
  const cut = depth === 0 ? Infinity : depth;
  switch (venue) {
    case 'binance':
      return {
        rule: market === 'spot' ? new BinanceSpotRule() : new BinanceFuturesRule(),
        depth: Infinity,
        checksum: null,
      };
    case 'bybit':
      return { rule: new BybitRule(), depth: Infinity, checksum: null };
    case 'kraken':
      return { rule: new EveryChangeRule(), depth: cut, checksum: krakenChecksum };
    case 'okx':
      return { rule: new OkxRule(), depth: cut, checksum: okxChecksum };
    case 'ftx':
      return { rule: new EveryChangeRule(), depth: Infinity, checksum: ftxChecksum };
    case 'coinbase':
    case 'bitmex':
      return { rule: new EveryChangeRule(), depth: Infinity, checksum: null };
  }
}
