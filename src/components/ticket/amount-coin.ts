// Coin in which the amount of an order is counted.
import { instrumentById } from '../../stores/market/instruments.ts';
import { baseSymbol } from '../market/pair-symbols.ts';

/** "EUR" for an order in EUR/USD; the order's own symbol when the market is unknown. */
export function amountCoin({ coinInfoId, symbol }: { coinInfoId: number; symbol: string }): string {
  const instrument = instrumentById(coinInfoId);
  return instrument ? baseSymbol(instrument.info) : symbol;
}
