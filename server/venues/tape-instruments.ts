// Instruments of a tape: named by its header, with the finest price and amount steps it uses.
import { type CoinInfo, USDT_ID } from '../../core/instruments/instrument.ts';
import { GridSurvey, tapeSymbols } from '../../core/venue/venue-tape.ts';
import { USDT, marketInfo } from '../simulation/listed-instruments.ts';
import { openTape } from './tape-reader.ts';

/** First id of watched markets; above every id of a listed instrument. */
const FIRST_WATCHED_ID = 1001;

interface Decimals {
  price: number;
  amount: number;
}

/** Id of the watched market at an index of the list. */
export function watchedId(index: number): number {
  return FIRST_WATCHED_ID + index;
}

/** A step of 10^-decimals as a decimal. */
function stepOf(decimals: number): string {
  return decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`;
}

/**
 * "BTCUSDT" -> ["BTC", "USDT"], likewise "XBT/USD", "BTC-USD-SWAP", "BTCUSD_PERP"; the quote is '' where the name has
 * none.
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

/** A watched market. It is not traded here, so price and amount decimals together may exceed those of the ledger. */
export function watchedInfo(index: number, symbol: string, market: string, decimals: Decimals): CoinInfo {
  const [base, quote] = splitSymbol(symbol);
  const id = watchedId(index);
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
 * USDT and the markets of a tape. Reads the whole tape once: with a grid too coarse for a single message, that message
 * would be lost. Throws Error as `openTape` does, and for a tape without messages.
 */
export async function tapeInstruments(path: string): Promise<CoinInfo[]> {
  const { header, reader, batches } = await openTape(path);
  const symbols = tapeSymbols(header);
  const found = new Map(symbols.map((symbol) => [symbol, new GridSurvey()]));
  let count = 0;
  for await (const batch of batches)
    for (const message of batch) {
      found.get(reader.symbolOf(message))?.add(message);
      count += 1;
    }
  if (count === 0) throw new Error(`The tape ${path} contains no complete message`);
  return [
    USDT,
    ...symbols.map((symbol, index) =>
      watchedInfo(index, symbol, header.market, found.get(symbol)?.decimals ?? { price: 0, amount: 0 }),
    ),
  ];
}
