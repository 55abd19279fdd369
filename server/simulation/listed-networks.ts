// Networks for deposits and withdrawals of the listed coins: minimums, fees, address formats.
import type { CoinNetwork } from '../../core/instruments/instrument.ts';

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
const EVM = '^0x[0-9a-fA-F]{40}$';

/** Name, confirmations and address format of each chain. */
const CHAINS = {
  BTC: {
    name: 'Bitcoin',
    confirmations: 2,
    addressRegex: `^(bc1[0-9a-z]{11,71}|BC1[0-9A-Z]{11,71}|[13]${BASE58}{25,34})$`,
  },
  OMNI: { name: 'Bitcoin (Omni)', confirmations: 2, addressRegex: `^[13]${BASE58}{25,34}$` },
  ERC20: { name: 'Ethereum (ERC20)', confirmations: 12, addressRegex: EVM },
  TRC20: { name: 'Tron (TRC20)', confirmations: 20, addressRegex: `^T${BASE58}{33}$` },
  BEP20: { name: 'BNB Smart Chain (BEP20)', confirmations: 15, addressRegex: EVM },
  AVAXC: { name: 'Avalanche C-Chain', confirmations: 12, addressRegex: EVM },
  SOL: { name: 'Solana', confirmations: 32, addressRegex: `^${BASE58}{32,44}$` },
  XRP: { name: 'XRP Ledger', confirmations: 1, addressRegex: `^r${BASE58}{24,34}$` },
  ADA: { name: 'Cardano', confirmations: 15, addressRegex: '^addr1[0-9a-z]{50,102}$' },
  DOGE: { name: 'Dogecoin', confirmations: 20, addressRegex: `^[DA9]${BASE58}{25,33}$` },
  LTC: {
    name: 'Litecoin',
    confirmations: 6,
    addressRegex: `^(ltc1[0-9a-z]{11,71}|LTC1[0-9A-Z]{11,71}|[LM]${BASE58}{25,33})$`,
  },
  DOT: { name: 'Polkadot', confirmations: 10, addressRegex: `^1${BASE58}{45,47}$` },
} as const;

type Row = [chain: keyof typeof CHAINS, minRecharge: string, minWithdraw: string, serviceCharge: string, enable?: 0];
const ROWS: Record<string, Row[]> = {
  USDT: [
    ['TRC20', '10', '20', '1'],
    ['ERC20', '20', '50', '5'],
    ['BEP20', '10', '20', '0.5'],
    ['OMNI', '100', '200', '20', 0],
  ],
  BTC: [['BTC', '0.0005', '0.001', '0.0002']],
  ETH: [['ERC20', '0.005', '0.01', '0.0015']],
  BNB: [['BEP20', '0.01', '0.02', '0.0005']],
  SOL: [['SOL', '0.05', '0.1', '0.005']],
  XRP: [['XRP', '10', '20', '0.25']],
  ADA: [['ADA', '5', '10', '1']],
  DOGE: [['DOGE', '20', '50', '4']],
  TRX: [['TRC20', '20', '50', '1']],
  AVAX: [['AVAXC', '0.1', '0.5', '0.01']],
  LINK: [['ERC20', '1', '2', '0.4']],
  LTC: [['LTC', '0.02', '0.05', '0.001']],
  DOT: [['DOT', '1', '3', '0.1']],
};

/** Networks of a coin by its symbol; empty for a coin without deposits and withdrawals. */
export function networksOf(symbol: string): CoinNetwork[] {
  return (ROWS[symbol] ?? []).map(([chain, minRecharge, minWithdraw, serviceCharge, enable]) => ({
    chain,
    ...CHAINS[chain],
    minRecharge,
    minWithdraw,
    serviceCharge,
    memo: chain === 'XRP' ? 1 : 0,
    enable: enable ?? 1,
  }));
}
