// A BTC/USDT market as tests need it: tick 0.01, lot 0.00001, fee 0.1 %.
import type { CoinInfo } from '../../../core/instruments/instrument.ts';
import { coin } from './coin.ts';

export function btcInfo(): CoinInfo {
  return {
    ...coin(2),
    symbol: 'BTC',
    name: 'Bitcoin',
    pair: 'BTC/USDT',
    amountPrecision: 5,
    amountStep: '0.00001',
    minAmount: '0.00001',
    maxAmount: '500',
    minNotional: '5',
    bandRate: '0.5',
    spotMakerFee: '0.001',
    spotTakerFee: '0.001',
    sort: 1,
    hot: 1,
  };
}
