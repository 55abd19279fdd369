// Fields of a call's example: markets that the call knows, and what a caller chooses among several fields.
import type { CallPath } from '../../../core/endpoints/endpoints.ts';

type Fields = Readonly<Record<string, string>>;

/** Listed coins and markets: USDT, BTC/USDT, its perpetual, EUR/USD (server/simulation/listed-instruments.ts). */
const MARKETS: readonly [RegExp, string][] = [
  [/^\/forex\//, '201'],
  [/^\/coin\/contract\//, '102'],
  [/^\/coin\/(recharge|withdraw|transfer)/, '1'],
  [/^\//, '2'],
];

const CHOSEN: Partial<Record<CallPath, Fields>> = {
  '/user/update/password': { code: '123456' },
  '/user/kyc': { country: 'DE', certType: '1', draft: '1' },
  '/user/bind/google/reset': { googleCode: '123456' },
  '/user/notice/read': { all: '1' },
  '/forex/last': { symbol: 'EURUSD' },
  '/coin/collect/del': { coinInfoId: '2' },
  '/coin/order/add': { price: '60000', amount: '0.01' },
  '/coin/order/replace': { price: '60000', amount: '0.01' },
  '/coin/order/query': { id: '1' },
  '/coin/order/close': { id: '1' },
  '/coin/transfer': { coinInfoId: '1', amount: '100', clientNo: 'order-1' },
  '/coin/recharge/add': { amount: '100' },
  '/coin/withdraw/address/generate': { accountName: 'My wallet', code: '123456' },
  '/coin/withdraw/add': { addressId: '1', amount: '100' },
  '/coin/contract/order/add': { amount: '0.01', limitPrice: '60000' },
  '/coin/contract/order/query': { id: '1' },
  '/coin/contract/order/close': { id: '1' },
  '/coin/contract/order/set/profit': { profitPrice: '70000' },
  '/coin/contract/order/set/loss': { lossPrice: '50000' },
  '/qt/contract/add': { period: '30', amount: '10' },
};

/** `names`: the fields of the call that its example has anyway. */
export function exampleFields(path: CallPath, names: readonly string[]): Fields {
  const market = MARKETS.find(([front]) => front.test(path))![1];
  return { ...(names.includes('coinInfoId') ? { coinInfoId: market } : {}), ...CHOSEN[path] };
}
