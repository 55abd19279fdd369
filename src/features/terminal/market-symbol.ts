// The name of a market in the address of the terminal.
import type { CoinInfo } from '../../../core/instruments/instrument.ts';

/** The market's name in an address: "BTC-USDT" of "BTC/USDT". */
export function marketSymbol({ pair }: CoinInfo): string {
  return pair.replace('/', '-');
}

/** Letters and digits alone: "LTCUSDT" of "ltc_usdt". */
const plain = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, '');

/**
 * The market that an address names; undefined where there is none. "BTCUSDT" is the perpetual of that name; where none
 * has it, it is the spot market, however its two coins are divided: "LTCUSDT" and "ltc_usdt" are LTC/USDT.
 */
export function bySymbol<M extends { info: CoinInfo }>(list: readonly M[], symbol: string): M | undefined {
  const wanted = symbol.toUpperCase();
  return (
    list.find(({ info }) => info.pair !== '' && marketSymbol(info) === wanted) ??
    list.find(({ info }) => info.pair.includes('/') && plain(info.pair) === plain(symbol))
  );
}
