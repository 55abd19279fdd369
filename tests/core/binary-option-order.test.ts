// A buyer's input in exact units, and a settled order in the form its proof needs.
import { describe, expect, it } from 'vitest';
import {
  type SecondsDraft,
  type SecondsOrder,
  provenOrderOf,
  secondsIntent,
} from '../../core/orders/binary-option-order.ts';

const draft = (more: Partial<SecondsDraft> = {}): SecondsDraft => ({
  direction: 'up',
  period: 60,
  amount: '33.33',
  ...more,
});

describe('a draft', () => {
  it('is parsed exactly; absent or empty fields are none', () => {
    expect(secondsIntent(draft())).toEqual({
      direction: 'up',
      periodS: 60,
      amountUnits: 3_333_000_000n,
      seenUnits: 0n,
      slipE8: 0,
      profitRateE8: null,
    });
    expect(secondsIntent(draft({ seenPrice: '43125.37', maxSlip: '0.001', profitRate: '0.875' }))).toEqual({
      direction: 'up',
      periodS: 60,
      amountUnits: 3_333_000_000n,
      seenUnits: 4_312_537_000_000n,
      slipE8: 100_000,
      profitRateE8: 87_500_000,
    });
    expect(secondsIntent(draft({ seenPrice: '', maxSlip: '', profitRate: '' }))).toEqual(secondsIntent(draft()));
    expect(secondsIntent(draft({ profitRate: '0' }))).toMatchObject({ profitRateE8: 0 });
  });

  it.each([
    [{ amount: '' }, 1400],
    [{ amount: '-1' }, 1400],
    [{ amount: '1.000000001' }, 1400],
    [{ amount: '1e2' }, 1400],
    [{ amount: '0' }, 2005],
    [{ amount: '0.00' }, 2005],
    [{ seenPrice: '-1' }, 1400],
    [{ seenPrice: '999999999999999999' }, 1400],
    [{ maxSlip: 'x' }, 1400],
    [{ profitRate: '-0.1' }, 1400],
  ] as [Partial<SecondsDraft>, number][])('%j is refused with %i', (more, code) => {
    expect(secondsIntent(draft(more))).toMatchObject({ code });
  });
});

describe('an order as sent', () => {
  const order: SecondsOrder = {
    id: 1,
    orderNum: 'Q000000000001',
    coinInfoId: 2,
    symbol: 'BTC',
    direction: 'down',
    period: 30,
    amount: '33.33',
    profitRate: '0.875',
    expectedReturn: '62.49375',
    fee: '0.06666',
    strikePrice: '43125.40',
    executionPrice: '43125.37',
    buyTime: 1000,
    openTime: 1001,
    expirationTime: 31_001,
    settleTime: 32_000,
    status: 2,
    result: 'win',
    payout: '62.49375',
    profit: '29.09709',
  };

  it('is converted for its proof after settlement', () => {
    expect(provenOrderOf(order)).toEqual({
      orderNum: 'Q000000000001',
      coinInfoId: 2,
      direction: 'down',
      periodS: 30,
      amountUnits: 3_333_000_000n,
      profitRateE8: 87_500_000n,
      feeUnits: 6_666_000n,
      openTime: 1001,
      rule: 'v1',
      result: 'win',
      strikeE8: 4_312_540_000_000n,
      exitE8: 4_312_537_000_000n,
      payoutUnits: 6_249_375_000n,
    });
    expect(provenOrderOf({ ...order, result: 'void', strikePrice: '', executionPrice: '' })).toMatchObject({
      strikeE8: null,
      exitE8: null,
    });
    expect(provenOrderOf({ ...order, status: 0, result: '' })).toBe(null);
    expect(() => provenOrderOf({ ...order, payout: 'lots' })).toThrow(/decimal/);
  });
});
