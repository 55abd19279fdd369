// Which rules a venue's markets follow.
import { BinanceFuturesRule, BinanceSpotRule, ChecksumRule } from './sync-rule.ts';
import type { VenueRules } from './venue-book.ts';
import { krakenChecksum, okxChecksum } from './venue-checksum.ts';

/** Fresh rules for one book. `market` tells Binance spot from its futures; `depth` is the subscribed one. Throws on an unknown venue. */
export function rulesOf(venue: string, market: string, depth: number): VenueRules {
  switch (venue) {
    case 'binance': return { rule: market === 'spot' ? new BinanceSpotRule() : new BinanceFuturesRule(), depth: 0, checksum: null };
    case 'kraken': return { rule: new ChecksumRule(), depth, checksum: krakenChecksum };
    case 'okx': return { rule: new ChecksumRule(), depth, checksum: okxChecksum };
    default: throw new Error(`no rules are known for the venue "${venue}"`);
  }
}
