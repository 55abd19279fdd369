// Adapter of Binance spot: combined streams of depth and trades, books fetched by REST.
import type { VenueMessage, VenueRow, VenueSnapshot } from '../../core/venue/venue-message.ts';
import type { VenueAdapter, VenueMarket } from './venue-adapter.ts';

const STREAM_URL = 'wss://stream.binance.com:9443';
const REST_URL = 'https://api.binance.com';
/** Levels per side of a fetched book; 1000 cost 50 of the request weight of 6000 per minute and address. */
const BOOK_LEVELS = 1000;

/** Amounts may be finer than the lot size (dust is traded too), so all 8 decimals are used. */
const MARKETS: VenueMarket[] = [
  { symbol: 'BTCUSDT', priceDecimals: 2, amountDecimals: 8 },
  { symbol: 'ETHUSDT', priceDecimals: 2, amountDecimals: 8 },
];

interface DepthFrame {
  e: 'depthUpdate';
  E: number;
  s: string;
  U: number;
  u: number;
  b: VenueRow[];
  a: VenueRow[];
}
interface TradeFrame {
  e: 'trade';
  E: number;
  T: number;
  s: string;
  t: number;
  p: string;
  q: string;
  m: boolean;
}

function decode(text: string, nowMs: number): VenueMessage[] {
  const { data } = JSON.parse(text) as { data?: DepthFrame | TradeFrame };
  const t = nowMs * 1000;
  if (data?.e === 'depthUpdate')
    return [{ k: 'd', t, s: data.s, E: data.E, U: data.U, u: data.u, b: data.b, a: data.a }];
  if (data?.e === 'trade')
    return [{ k: 'tr', t, s: data.s, E: data.E, T: data.T, id: data.t, p: data.p, q: data.q, m: data.m }];
  return [];
}

async function fetchBook(restUrl: string, symbol: string, nowMs: number, signal: AbortSignal): Promise<VenueSnapshot> {
  const response = await fetch(`${restUrl}/api/v3/depth?symbol=${symbol}&limit=${BOOK_LEVELS}`, { signal });
  if (!response.ok) throw new Error(`the book of ${symbol} was answered with HTTP ${response.status}`);
  const { lastUpdateId, bids, asks } = (await response.json()) as {
    lastUpdateId: number;
    bids: VenueRow[];
    asks: VenueRow[];
  };
  return { k: 'snap', t: nowMs * 1000, s: symbol, seq: lastUpdateId, b: bids, a: asks };
}

/** Adapter for Binance; other addresses are for tests and mirrors. */
export function binanceAdapter(url = STREAM_URL, restUrl = REST_URL): VenueAdapter {
  const streams = MARKETS.flatMap(({ symbol }) => [
    `${symbol.toLowerCase()}@depth@100ms`,
    `${symbol.toLowerCase()}@trade`,
  ]);
  return {
    venue: 'binance',
    url: `${url}/stream?streams=${streams.join('/')}`,
    markets: MARKETS,
    depth: 0,
    subscribeMessages: () => [],
    decode,
    fetchBook: (symbol, nowMs, signal) => fetchBook(restUrl, symbol, nowMs, signal),
    refetchMessages: () => [],
  };
}
