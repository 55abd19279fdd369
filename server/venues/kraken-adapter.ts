// Adapter of Kraken spot (ws v1): books of depth 1000 with checksums, trades.
import type { VenueMessage, VenueRow } from '../../core/venue/venue-message.ts';
import type { VenueAdapter, VenueMarket } from './venue-adapter.ts';

const STREAM_URL = 'wss://ws.kraken.com';
const DEPTH = 1000;

const MARKETS: VenueMarket[] = [
  { symbol: 'XBT/USD', priceDecimals: 1, amountDecimals: 8 },
  { symbol: 'ETH/USD', priceDecimals: 2, amountDecimals: 8 },
];

interface BookPart {
  as?: VenueRow[];
  bs?: VenueRow[];
  a?: VenueRow[];
  b?: VenueRow[];
  c?: string;
}
type TradeRow = [price: string, volume: string, timeS: string, side: 'b' | 's', ...rest: string[]];
type Frame = { event?: string; status?: string; errorMessage?: string } | [channelId: number, ...rest: unknown[]];

function subscription(event: 'subscribe' | 'unsubscribe', symbols: string[], name: 'book' | 'trade'): string {
  return JSON.stringify({ event, pair: symbols, subscription: name === 'book' ? { name, depth: DEPTH } : { name } });
}

/**
 * One book frame: a snapshot (as, bs), or a change whose sides may come as two objects; the last one has the checksum.
 */
function bookMessage(symbol: string, parts: BookPart[], t: number): VenueMessage {
  const snapshot = parts.find(({ as, bs }) => as ?? bs);
  if (snapshot) return { k: 'snap', t, s: symbol, b: snapshot.bs ?? [], a: snapshot.as ?? [] };
  const sum = parts.find(({ c }) => c !== undefined)?.c;
  return {
    k: 'd',
    t,
    s: symbol,
    b: parts.flatMap(({ b }) => b ?? []),
    a: parts.flatMap(({ a }) => a ?? []),
    ...(sum === undefined ? {} : { c: Number(sum) }),
  };
}

function tradeMessage(symbol: string, [price, volume, timeS, side]: TradeRow, t: number): VenueMessage {
  return {
    k: 'tr',
    t,
    s: symbol,
    T: Math.floor(Number(timeS) * 1000),
    p: price,
    q: volume,
    side: side === 'b' ? 'buy' : 'sell',
  };
}

function decode(text: string, nowMs: number): VenueMessage[] {
  const frame = JSON.parse(text) as Frame;
  if (!Array.isArray(frame)) {
    if (frame.status === 'error')
      throw new Error(`Kraken refused a subscription: ${frame.errorMessage ?? 'no reason given'}`);
    return [];
  }
  const symbol = String(frame.at(-1));
  const channel = String(frame.at(-2));
  const payload = frame.slice(1, -2);
  const t = nowMs * 1000;
  if (channel.startsWith('book')) return [bookMessage(symbol, payload as BookPart[], t)];
  return channel === 'trade' ? (payload[0] as TradeRow[]).map((row) => tradeMessage(symbol, row, t)) : [];
}

/** Adapter for Kraken; another address is for tests. */
export function krakenAdapter(url = STREAM_URL): VenueAdapter {
  const symbols = MARKETS.map(({ symbol }) => symbol);
  return {
    venue: 'kraken',
    url,
    markets: MARKETS,
    depth: DEPTH,
    subscribeMessages: () => [subscription('subscribe', symbols, 'book'), subscription('subscribe', symbols, 'trade')],
    decode,
    fetchBook: null,
    refetchMessages: (symbol) => [
      subscription('unsubscribe', [symbol], 'book'),
      subscription('subscribe', [symbol], 'book'),
    ],
  };
}
