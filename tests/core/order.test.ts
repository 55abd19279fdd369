// Rules that ticket and exchange both check before an order is accepted.
import { describe, expect, it } from 'vitest';
import { type CoinInfo, instrumentOf } from '../../core/instruments/instrument.ts';
import { checkBalance, isReject, spotFee, spotFreeze, spotIntent } from '../../core/orders/spot-order.ts';
import { parseMoney, printMoney } from '../../core/units/units.ts';
import { sentence } from '../../core/errors/errors.ts';
import { words } from '../../core/errors/messages/en-US.ts';

const btc = instrumentOf({
  id: 2,
  quoteCoinId: 1,
  status: 1,
  spotEnable: 1,
  priceTick: '0.01',
  amountStep: '0.00001',
  minAmount: '0.00001',
  maxAmount: '100',
  minNotional: '5',
  bandRate: '0.1',
} as CoinInfo);
const LAST = 4_312_537;

describe('a spot draft', () => {
  it.each([
    [{ price: '0', amount: '1' }, 2004],
    [{ price: '43125.371', amount: '1' }, 2002],
    [{ price: 'NaN', amount: '1' }, 1400],
    [{ amount: '1' }, 1400],
    [{ price: '-5', amount: '1' }, 1400],
    [{ price: '43125.37', amount: '0' }, 2005],
    [{ price: '43125.37', amount: '0.000001' }, 2003],
    [{ price: '43125.37', amount: '100.00001' }, 2003],
    [{ price: '43125.37', amount: '-1' }, 2003],
    [{ price: '43125.37', amount: '0.0001' }, 2007],
    [{ price: '47437.91', amount: '1' }, 2006],
    [{ price: '38812.82', amount: '1' }, 2006],
    [{ price: '43125.37', amount: '1e3' }, 1400],
  ])('limit %j is refused with %i', (fields, code) => {
    expect(spotIntent(btc, { side: 'buy', orderType: 'limit', ...fields }, LAST)).toMatchObject({ code });
  });

  it('is on the grid, or is refused with the nearest prices', () => {
    const refusal = spotIntent(btc, { side: 'buy', orderType: 'limit', price: '43125.371', amount: '1' }, LAST);
    expect(isReject(refusal) && sentence(words, refusal)).toBe(
      'The price must be a multiple of 0.01; the nearest are 43125.37 and 43125.38',
    );
  });

  it.each([
    ['0.001', { code: 2002, params: { a: '0.01', b: '0.02' } }],
    ['0.011', { code: 2002, params: { a: '0.01', b: '0.02' } }],
    ['-0.001', { code: 1400, params: { field: 'price', rule: 'positive' } }],
    ['-43125.371', { code: 1400, params: { field: 'price', rule: 'positive' } }],
    [`${'9'.repeat(18)}.001`, { code: 1400, params: { field: 'price', rule: 'too-large' } }],
  ])('of a price of %s that is off the grid names prices alone', (price, refusal) => {
    expect(spotIntent(btc, { side: 'buy', orderType: 'limit', price, amount: '1' }, LAST)).toMatchObject(refusal);
  });

  it.each([
    ['0', 2005],
    ['4.99', 2007],
    ['x', 1400],
    ['-10', 1400],
    ['0.000000001', 1400],
  ])('market buy for %s is refused with %i', (total, code) => {
    expect(spotIntent(btc, { side: 'buy', orderType: 'market', total }, LAST)).toMatchObject({ code });
  });

  it('is refused in a closed or watch-only market', () => {
    for (const info of [{ status: 0 }, { status: 2 }, { spotEnable: 0 }, { watchOnly: 1 }] as Partial<CoinInfo>[]) {
      const closed = { ...btc, info: { ...btc.info, ...info } as CoinInfo };
      expect(spotIntent(closed, { side: 'sell', orderType: 'market', amount: '1' }, LAST)).toMatchObject({
        code: 2008,
      });
    }
  });

  it('freezes its maximum cost, and pays its fee from what it receives (docs/formulas.md 32, 33)', () => {
    const intent = spotIntent(btc, { side: 'buy', orderType: 'limit', price: '43125.37', amount: '0.0123' }, LAST);
    if (isReject(intent)) throw new Error(`refused: ${intent.code}`);
    expect(spotFreeze(btc, intent)).toEqual({ coinId: 1, units: parseMoney('530.442051') });
    expect(printMoney(spotFee(parseMoney('0.0123')!, 100_000n))).toBe('0.0000123');
  });

  it('needs the balance that it freezes', () => {
    expect(checkBalance(parseMoney('530.442051')!, parseMoney('530.44205')!)).toEqual({
      code: 2001,
      params: { need: '530.442051', have: '530.44205' },
    });
    expect(checkBalance(1n, 1n)).toBeNull();
  });
});
