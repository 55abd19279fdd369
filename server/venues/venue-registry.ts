// Registry of the venues that can be watched live; a new adapter is one line.
import { binanceAdapter } from './binance-adapter.ts';
import { krakenAdapter } from './kraken-adapter.ts';
import type { VenueAdapter } from './venue-adapter.ts';

/** Other addresses of a venue's stream and REST calls. */
export interface VenueAddresses {
  url?: string | undefined;
  restUrl?: string | undefined;
}

/** Adapters by the name in `MARKET=live:NAME`. */
const ADAPTERS = new Map<string, (addresses: VenueAddresses) => VenueAdapter>([
  ['binance', ({ url, restUrl }) => binanceAdapter(url, restUrl)],
  ['kraken', ({ url }) => krakenAdapter(url)],
]);

/** The adapter of a venue. Throws Error for an unknown one. */
export function adapterOf(venue: string, addresses: VenueAddresses = {}): VenueAdapter {
  const create = ADAPTERS.get(venue);
  if (!create) throw new Error(`MARKET=live:${venue} is unknown: the venues are ${[...ADAPTERS.keys()].join(' and ')}`);
  return create(addresses);
}

/** Modes of all venues, such as `live:binance`. */
export function liveModes(): string[] {
  return [...ADAPTERS.keys()].map((venue) => `live:${venue}`);
}
