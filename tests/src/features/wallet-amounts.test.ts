// Amounts of the wallet's forms: exact, and nothing where no money is typed.
import { describe, expect, it } from 'vitest';
import { afterFee, amountOf, moneyOf } from '../../../src/features/wallet/amounts.ts';

describe('amounts of a form', () => {
  it('are nothing without a number, and with more places than money has', () => {
    for (const text of [undefined, '', 'x', '.', '1e3', '0.000000001']) expect(amountOf(text).isZero()).toBe(true);
    expect(amountOf('0.00000001').toFixed()).toBe('0.00000001');
  });

  it('are compared with the ledger to the last unit', () => {
    expect(amountOf('90071992547.40993001').gt(moneyOf(9_007_199_254_740_993_000n))).toBe(true);
    expect(amountOf('90071992547.40993000').eq(moneyOf(9_007_199_254_740_993_000n))).toBe(true);
  });

  it('arrive without the fee, and never below nothing', () => {
    expect(afterFee(amountOf('0.3'), amountOf('0.1'))).toBe('0.2');
    expect(afterFee(amountOf('1'), amountOf('1.5'))).toBe('0');
    expect(afterFee(amountOf('100000000000000000.3'), amountOf('0.00000001'))).toBe('100000000000000000.29999999');
    expect(afterFee(amountOf('0.00000002'), amountOf('0.00000001'))).toBe('0.00000001');
  });
});
