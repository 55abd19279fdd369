// Calls that change nothing: one that fails has done nothing, and may be sent again.
import type { CallPath } from '../../core/endpoints/endpoints.ts';

const READS: ReadonlySet<CallPath> = new Set([
  '/coin/assets',
  '/coin/books',
  '/coin/candles',
  '/coin/contract/order/list',
  '/coin/contract/order/list/active',
  '/coin/contract/order/multiple',
  '/coin/contract/order/query',
  '/coin/contract/statistics',
  '/coin/events',
  '/coin/infos',
  '/coin/order/list',
  '/coin/order/query',
  '/coin/recharge/order',
  '/coin/ticker',
  '/coin/tickers',
  '/coin/trades',
  '/common/notice',
  '/common/prop',
  '/forex/books',
  '/forex/candles',
  '/forex/events',
  '/forex/last',
  '/forex/rate',
  '/forex/ticker',
  '/forex/tickers',
  '/forex/trades',
  '/qt/contract/order/list',
  '/qt/contract/periods',
  '/user/point/change/log',
  '/user/profit',
]);

/** Whether a call changes nothing. Properties are read, but for the demo's faucet, which pays. */
export function isRead(path: CallPath, form: Readonly<Record<string, string>>): boolean {
  return READS.has(path) && !(path === '/common/prop' && form['keys']?.split(',').includes('faucet'));
}
