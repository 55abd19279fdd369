// Base and quote symbol of a market's pair.
import type { CoinInfo } from '../../../core/instruments/instrument.ts';

/** "BTC" of "BTC/USDT", and of the contract "BTCUSDT" on BTC; the whole pair when neither is in it. */
export function baseSymbol({ pair, symbol }: CoinInfo): string {
  const stroke = pair.indexOf('/');
  if (stroke >= 0) return pair.slice(0, stroke);
  return isContractOn(symbol, pair) ? symbol : pair;
}

/** "USDT" of "BTC/USDT" and of "BTCUSDT"; the whole pair when neither is in it. */
export function quoteSymbol({ pair, symbol }: CoinInfo): string {
  const stroke = pair.indexOf('/');
  if (stroke >= 0) return pair.slice(stroke + 1);
  return isContractOn(symbol, pair) ? pair.slice(symbol.length) : pair;
}

function isContractOn(symbol: string, pair: string): boolean {
  return symbol !== '' && symbol.length < pair.length && pair.startsWith(symbol);
}
