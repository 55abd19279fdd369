// Instruments of the simulated market: grid, limits and fees of each.
import type { CoinInfo } from '../../core/instruments/instrument.ts';
import { USDT_ID } from '../../core/instruments/instrument.ts';
import { NEW_YORK } from '../../core/instruments/trading-hours.ts';
import { networksOf } from './listed-networks.ts';

/** Fiat coins that forex pairs are quoted in: ledger coins of the bots, never listed. */
const FIAT_ID = { USD: 301, JPY: 302, CHF: 303, CAD: 304, CNH: 305 } as const;
/**
 * USDT per unit of the settlement coin, fixed (R17); rounded so that 1 000 of any base coin are worth 700 to 1 700
 * USDT.
 */
const SETTLE_RATE = { USD: '1', JPY: '0.01', CHF: '1', CAD: '1', CNH: '0.1' } as const;

/** Forex trades from Sunday 17:00 to Friday 17:00 New York time (R18), in minutes of the week from Sunday 00:00. */
const FOREX_SESSION: { tz: string; open: [number, number][] } = { tz: NEW_YORK, open: [[17 * 60, (5 * 24 + 17) * 60]] };

const BASE_INFO: CoinInfo = {
  id: USDT_ID,
  symbol: 'USDT',
  name: 'Tether',
  icon: 'USDT',
  pair: '',
  type: 'crypto',
  quoteCoinId: USDT_ID,
  status: 1,
  spotEnable: 0,
  contractEnable: 0,
  qtEnable: 0,
  pricePrecision: 2,
  priceTick: '0.01',
  amountPrecision: 2,
  amountStep: '0.01',
  minAmount: '0.01',
  maxAmount: '100000000',
  minNotional: '0',
  bandRate: '0',
  spotMakerFee: '0',
  spotTakerFee: '0',
  contractMakerFee: '0',
  contractTakerFee: '0',
  maxMultiple: 0,
  rechargeEnable: 1,
  withdrawEnable: 1,
  networks: [],
  sort: 0,
  hot: 0,
};

/** USDT: a coin of the wallet, without a market. */
export const USDT: CoinInfo = { ...BASE_INFO, networks: networksOf('USDT') };

/** Decimals of a step: "0.05" has 2, "1" has 0. */
function decimalsOf(step: string): number {
  return step.split('.')[1]?.length ?? 0;
}

/** An instrument from its identity and grid; the smallest order is one step, fees are those of its market type. */
export function marketInfo(
  of: Pick<
    CoinInfo,
    'id' | 'symbol' | 'name' | 'pair' | 'type' | 'quoteCoinId' | 'priceTick' | 'amountStep' | 'maxAmount' | 'sort'
  > &
    Partial<CoinInfo>,
): CoinInfo {
  return {
    ...BASE_INFO,
    icon: of.symbol,
    pricePrecision: decimalsOf(of.priceTick),
    amountPrecision: decimalsOf(of.amountStep),
    minAmount: of.amountStep,
    minNotional: '5',
    bandRate: '0.1',
    spotMakerFee: '0.001',
    spotTakerFee: '0.001',
    contractMakerFee: '0.0002',
    contractTakerFee: '0.0006',
    rechargeEnable: 0,
    withdrawEnable: 0,
    ...of,
  };
}

type CryptoRow = [
  id: number,
  symbol: string,
  name: string,
  priceTick: string,
  amountStep: string,
  maxAmount: string,
  hot: 0 | 1,
];
const CRYPTO: CryptoRow[] = [
  [2, 'BTC', 'Bitcoin', '0.01', '0.00001', '500', 1],
  [3, 'ETH', 'Ethereum', '0.01', '0.0001', '5000', 1],
  [4, 'BNB', 'BNB', '0.01', '0.001', '10000', 1],
  [5, 'SOL', 'Solana', '0.01', '0.001', '50000', 1],
  [6, 'XRP', 'XRP', '0.0001', '0.1', '5000000', 1],
  [7, 'ADA', 'Cardano', '0.0001', '0.1', '5000000', 0],
  [8, 'DOGE', 'Dogecoin', '0.00001', '1', '20000000', 1],
  [9, 'TRX', 'TRON', '0.00001', '0.1', '10000000', 0],
  [10, 'AVAX', 'Avalanche', '0.01', '0.01', '200000', 0],
  [11, 'LINK', 'Chainlink', '0.001', '0.01', '300000', 0],
  [12, 'LTC', 'Litecoin', '0.01', '0.001', '50000', 0],
  [13, 'DOT', 'Polkadot', '0.001', '0.01', '500000', 0],
];

type PerpetualRow = [
  id: number,
  symbol: string,
  name: string,
  priceTick: string,
  amountStep: string,
  maxAmount: string,
  maxMultiple: number,
];
const PERPETUAL: PerpetualRow[] = [
  [102, 'BTC', 'Bitcoin perpetual', '0.1', '0.001', '1000', 100],
  [103, 'ETH', 'Ethereum perpetual', '0.01', '0.001', '10000', 100],
  [105, 'SOL', 'Solana perpetual', '0.01', '0.1', '100000', 50],
  [106, 'XRP', 'XRP perpetual', '0.0001', '1', '10000000', 50],
];

type ForexRow = [id: number, base: string, quote: keyof typeof FIAT_ID, name: string, priceTick: string];
const FOREX: ForexRow[] = [
  [201, 'EUR', 'USD', 'Euro / US dollar', '0.00001'],
  [202, 'GBP', 'USD', 'Pound / US dollar', '0.00001'],
  [203, 'USD', 'JPY', 'US dollar / Yen', '0.001'],
  [204, 'AUD', 'USD', 'Australian dollar / US dollar', '0.00001'],
  [205, 'USD', 'CHF', 'US dollar / Swiss franc', '0.00001'],
  [206, 'USD', 'CAD', 'US dollar / Canadian dollar', '0.00001'],
  [207, 'USD', 'CNH', 'US dollar / Offshore yuan', '0.00001'],
  [208, 'EUR', 'JPY', 'Euro / Yen', '0.001'],
];

const cryptoInfos = CRYPTO.map(([id, symbol, name, priceTick, amountStep, maxAmount, hot]) =>
  marketInfo({
    id,
    symbol,
    name,
    pair: `${symbol}/USDT`,
    type: 'crypto',
    quoteCoinId: USDT_ID,
    priceTick,
    amountStep,
    maxAmount,
    spotEnable: 1,
    qtEnable: hot,
    rechargeEnable: 1,
    withdrawEnable: 1,
    networks: networksOf(symbol),
    sort: id,
    hot,
  }),
);

const perpetualInfos = PERPETUAL.map(([id, symbol, name, priceTick, amountStep, maxAmount, maxMultiple]) =>
  marketInfo({
    id,
    symbol,
    name,
    pair: `${symbol}USDT`,
    type: 'perpetual',
    quoteCoinId: USDT_ID,
    priceTick,
    amountStep,
    maxAmount,
    contractEnable: 1,
    maxMultiple,
    sort: id,
    hot: 1,
  }),
);

const forexInfos = FOREX.map(([id, base, quote, name, priceTick]) =>
  marketInfo({
    id,
    symbol: `${base}${quote}`,
    name,
    pair: `${base}/${quote}`,
    type: 'forex',
    quoteCoinId: FIAT_ID[quote],
    priceTick,
    amountStep: '1',
    maxAmount: '10000000',
    minAmount: '1000',
    session: FOREX_SESSION,
    sort: id,
    hot: id <= 203 ? 1 : 0,
    // Forex moves a tenth as much as crypto, so its fees are a tenth.
    contractEnable: 1,
    qtEnable: 1,
    maxMultiple: 100,
    settleRate: SETTLE_RATE[quote],
    contractMakerFee: '0.0001',
    contractTakerFee: '0.0002',
  }),
);

/**
 * Everything the simulated market lists: USDT, 12 crypto pairs, 4 perpetuals, 8 forex pairs. Price and amount decimals
 * together are at most 8.
 */
export const LISTED_INSTRUMENTS: CoinInfo[] = [USDT, ...cryptoInfos, ...perpetualInfos, ...forexInfos];
