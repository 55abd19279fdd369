// The coin that the amount of an order is counted in.
import { instrumentById } from '../../stores/market/instruments.ts';
import { baseSymbol } from '../market/pair-symbols.ts';

/** What the amount of an order is counted in: "EUR" of one in EUR/USD; its own word where the market is not known. */
export function amountCoin({ coinInfoId, symbol }: { coinInfoId: number; symbol: string }): string {
  const instrument = instrumentById(coinInfoId);
  return instrument ? baseSymbol(instrument.info) : symbol;
}
