// An instrument for tests: tick 0.01, lot 0.001.
import type { CoinInfo } from '../../../core/instruments/instrument.ts';

export function coin(id: number, type: CoinInfo['type'] = 'crypto'): CoinInfo {
  return {
    id,
    symbol: `C${id}`,
    name: `Coin ${id}`,
    icon: '',
    pair: `C${id}/USDT`,
    type,
    quoteCoinId: 1,
    status: 1,
    spotEnable: 1,
    contractEnable: 0,
    qtEnable: 0,
    pricePrecision: 2,
    priceTick: '0.01',
    amountPrecision: 3,
    amountStep: '0.001',
    minAmount: '0.001',
    maxAmount: '1000',
    minNotional: '1',
    bandRate: '0.1',
    spotMakerFee: '0',
    spotTakerFee: '0',
    contractMakerFee: '0',
    contractTakerFee: '0',
    maxMultiple: 1,
    rechargeEnable: 0,
    withdrawEnable: 0,
    networks: [],
    sort: id,
    hot: 0,
  };
}
