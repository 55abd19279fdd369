// The two sides of a market's pair: what is traded, and what its prices are counted in.
import type { CoinInfo } from '../../contract/instrument.ts';

/** "BTC" of "BTC/USDT"; the whole pair when it has no stroke. */
export function baseSymbol(info: CoinInfo): string {
  const stroke = info.pair.indexOf('/');
  return stroke < 0 ? info.pair : info.pair.slice(0, stroke);
}

/** "USDT" of "BTC/USDT"; the whole pair when it has no stroke. */
export function quoteSymbol(info: CoinInfo): string {
  return info.pair.slice(info.pair.indexOf('/') + 1);
}
