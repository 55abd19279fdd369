// Builds contract orders for tests.
import type { ContractOrder } from '../../../../core/orders/contract-order.ts';

export function madeContract(given: Partial<ContractOrder> = {}): ContractOrder {
  return {
    id: 1,
    orderNo: '1',
    clientNo: 'a',
    coinInfoId: 102,
    symbol: 'BTC',
    direction: 'long',
    multiple: 10,
    amount: given.pendingAmount ?? '0.05',
    orderType: 'limit',
    limitPrice: '67000.00',
    openPrice: '',
    closePrice: '',
    currentPrice: '',
    profitPrice: '',
    lossPrice: '',
    securityDeposit: '0',
    riskRate: '0',
    fee: '0',
    profit: '0',
    profitRate: '0',
    status: 0,
    closeType: 0,
    openTime: 0,
    closeTime: 0,
    createTime: 100,
    updateTime: 100,
    ...given,
  };
}
