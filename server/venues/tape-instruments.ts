// The instruments of a tape: the header names them, and their grids are the finest digits the tape ever uses.
import { type CoinInfo, USDT_ID } from '../../core/instruments/instrument.ts';
import { GridSurvey, tapeSymbols } from '../../core/venue/venue-tape.ts';
import { USDT, marketInfo } from '../simulation/listed-instruments.ts';
import { openTape } from './tape-reader.ts';

/** Ids of watched markets start here: above every house id. */
const FIRST_WATCHED_ID = 1001;

interface Decimals {
  price: number;
  amount: number;
}

/** Id of the watched market at a place of its list. */
export function watchedId(place: number): number {
  return FIRST_WATCHED_ID + place;
}

/** A step of 10^-decimals as a decimal. */
function stepOf(decimals: number): string {
  return decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`;
}

/**
 * "BTCUSDT" -> ["BTC", "USDT"], "XBT/USD", "BTC-USD-SWAP", "BTCUSD_PERP" likewise; the quote is empty where the name
 * tells none.
 */
function splitSymbol(symbol: string): [base: string, quote: string] {
  const parts = symbol.replace(/_PERP$/, '').split(/[/-]/);
  if (parts.length > 1) return [parts[0] ?? '', parts[1] ?? ''];
  const joined = /^(.+?)(USDT|USDC|FDUSD|USD|BTC|ETH|EUR)$/.exec(parts[0] ?? '');
  return joined ? [joined[1] ?? '', joined[2] ?? ''] : [symbol, ''];
}

function typeOf(symbol: string, market: string): CoinInfo['type'] {
  if (/-[CP]$/.test(symbol)) return 'options';
  return market === 'spot' || !/(-SWAP$|_PERP$|^[^-]+$)/.test(symbol) ? 'crypto' : 'perpetual';
}

/** A market to watch. Nobody trades it here, so price and amount decimals together may exceed those of the ledger. */
export function watchedInfo(place: number, symbol: string, market: string, decimals: Decimals): CoinInfo {
  const [base, quote] = splitSymbol(symbol);
  const id = watchedId(place);
  const dated = symbol.split('-').length > 2;
  return marketInfo({
    id,
    symbol: symbol.replace('/', ''),
    name: symbol,
    icon: base,
    pair: dated || !quote ? symbol : `${base}/${quote}`,
    type: typeOf(symbol, market),
    quoteCoinId: USDT_ID,
    priceTick: stepOf(decimals.price),
    amountStep: stepOf(decimals.amount),
    maxAmount: '100000000',
    minNotional: '0',
    watchOnly: 1,
    sort: id,
    hot: 1,
  });
}

/**
 * USDT and the markets of a tape. Reads the whole tape once: a grid that is too coarse for one late message would lose
 * it.
 */
export async function tapeInstruments(path: string): Promise<CoinInfo[]> {
  const { header, reader, batches } = await openTape(path);
  const symbols = tapeSymbols(header);
  const found = new Map(symbols.map((symbol) => [symbol, new GridSurvey()]));
  for await (const batch of batches) for (const message of batch) found.get(reader.symbolOf(message))?.see(message);
  return [
    USDT,
    ...symbols.map((symbol, place) =>
      watchedInfo(place, symbol, header.market, found.get(symbol)?.decimals ?? { price: 0, amount: 0 }),
    ),
  ];
}
