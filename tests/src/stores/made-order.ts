// Builds spot orders for tests.
import type { SpotOrder } from '../../../core/orders/spot-order.ts';

export function madeOrder(given: Partial<SpotOrder> = {}): SpotOrder {
  return {
    id: 1,
    orderNo: '1',
    clientNo: 'a',
    coinInfoId: 2,
    symbol: 'BTC',
    side: 'buy',
    orderType: 'limit',
    price: '50000.00',
    amount: '0.01000',
    total: '500',
    dealAmount: '0',
    dealTotal: '0',
    avgPrice: '0',
    fee: '0',
    feeCoinId: 2,
    tif: 'GTC',
    postOnly: 0,
    status: 1,
    createTime: 100,
    updateTime: 100,
    ...given,
  };
}
