// Amounts of the wallet forms: exact decimals, and 0 for invalid text.
import { describe, expect, it } from 'vitest';
import { afterFee, amountOf, moneyOf } from '../../../../src/features/wallet/amounts.ts';

describe('amounts of a form', () => {
  it('are 0 without a number or with too many decimals', () => {
    for (const text of [undefined, '', 'x', '.', '1e3', '0.000000001']) expect(amountOf(text).isZero()).toBe(true);
    expect(amountOf('0.00000001').toFixed()).toBe('0.00000001');
  });

  it('compare exactly with ledger units', () => {
    expect(amountOf('90071992547.40993001').gt(moneyOf(9_007_199_254_740_993_000n))).toBe(true);
    expect(amountOf('90071992547.40993000').eq(moneyOf(9_007_199_254_740_993_000n))).toBe(true);
  });

  it('are reduced by the fee, to at least 0', () => {
    expect(afterFee(amountOf('0.3'), amountOf('0.1'))).toBe('0.2');
    expect(afterFee(amountOf('1'), amountOf('1.5'))).toBe('0');
    expect(afterFee(amountOf('100000000000000000.3'), amountOf('0.00000001'))).toBe('100000000000000000.29999999');
    expect(afterFee(amountOf('0.00000002'), amountOf('0.00000001'))).toBe('0.00000001');
  });
});
