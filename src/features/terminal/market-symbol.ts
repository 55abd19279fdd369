// The name of a market in the address of the terminal.
import type { CoinInfo } from '../../../core/instruments/instrument.ts';

/** The market's name in an address: "BTC-USDT" of "BTC/USDT". */
export function marketSymbol({ pair }: CoinInfo): string {
  return pair.replace('/', '-');
}

/** The market that an address names; undefined where there is none. */
export function bySymbol<M extends { info: CoinInfo }>(list: readonly M[], symbol: string): M | undefined {
  const wanted = symbol.toUpperCase();
  return list.find(({ info }) => info.pair !== '' && marketSymbol(info) === wanted);
}
