// A BTC/USDT market as tests need it: tick 0.01, lot 0.00001, fee 0.1 %.
import type { CoinInfo } from '../../../core/instruments/instrument.ts';

export function btcInfo(): CoinInfo {
  return {
    id: 2,
    symbol: 'BTC',
    name: 'Bitcoin',
    icon: '',
    pair: 'BTC/USDT',
    type: 'crypto',
    quoteCoinId: 1,
    status: 1,
    spotEnable: 1,
    contractEnable: 0,
    qtEnable: 0,
    pricePrecision: 2,
    priceTick: '0.01',
    amountPrecision: 5,
    amountStep: '0.00001',
    minAmount: '0.00001',
    maxAmount: '500',
    minNotional: '5',
    bandRate: '0.5',
    spotMakerFee: '0.001',
    spotTakerFee: '0.001',
    contractMakerFee: '0',
    contractTakerFee: '0',
    maxMultiple: 1,
    rechargeEnable: 0,
    withdrawEnable: 0,
    networks: [],
    sort: 1,
    hot: 1,
  };
}
