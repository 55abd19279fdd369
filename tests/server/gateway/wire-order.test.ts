// Spot orders as they are sent: figures that are not stored but worked out.
import { describe, expect, it } from 'vitest';
import { instrumentOf } from '../../../core/instruments/instrument.ts';
import type { OrderState } from '../../../server/exchange/event.ts';
import { printSpotOrder } from '../../../server/gateway/wire/wire-order.ts';
import { LISTED_INSTRUMENTS } from '../../../server/simulation/listed-instruments.ts';

const bitcoin = instrumentOf(LISTED_INSTRUMENTS.find(({ pair }) => pair === 'BTC/USDT')!);

const order: OrderState = {
  id: 1,
  uid: 10_001,
  coinInfoId: bitcoin.info.id,
  clientNo: '',
  side: 'buy',
  orderType: 'limit',
  tif: 'GTC',
  postOnly: false,
  priceTicks: 4_312_540,
  lots: 120_000,
  totalUnits: 0n,
  dealLots: 0,
  dealUnits: 0n,
  feeUnits: 0n,
  frozenUnits: 0n,
  status: 1,
  reason: '',
  createTime: 0,
  updateTime: 0,
};

describe('the average price of a spot order', () => {
  it('is rounded to the nearest, as shown prices are (docs/formulas.md 34, 43)', () => {
    // 0.5 at 43 120.1 and 0.7 at 43 125.4: 43 123.191666...
    const filled = printSpotOrder(bitcoin, { ...order, dealLots: 120_000, dealUnits: 5_174_783_000_000n });
    expect(filled).toMatchObject({ dealAmount: '1.20000', dealTotal: '51747.83', avgPrice: '43123.19166667' });
    // 0.3 at 43 120.1 and 0.6 at 43 120.11: 43 120.10666..., and 43 120.10333... the other way round.
    const other = (dealUnits: bigint): string =>
      printSpotOrder(bitcoin, { ...order, dealLots: 90_000, dealUnits }).avgPrice;
    expect(other(3_880_809_600_000n)).toBe('43120.10666667');
    expect(other(3_880_809_300_000n)).toBe('43120.10333333');
    expect(printSpotOrder(bitcoin, order).avgPrice).toBe('0');
  });
});
