// What a market's prices are counted in: the part of its pair behind the stroke.
import type { CoinInfo } from '../../contract/instrument.ts';

/** "USDT" of "BTC/USDT"; the whole pair when it has no stroke. */
export function quoteSymbol(info: CoinInfo): string {
  return info.pair.slice(info.pair.indexOf('/') + 1);
}
