// Exact decimal arithmetic of the wallet forms.
import type { Decimal } from 'decimal.js';
import { type Units, parseMoney, printMoney } from '../../../core/units/units.ts';
import { ExactDecimal } from '../../components/common/exact-decimal.ts';

const ZERO = new ExactDecimal(0);

/** Parses a decimal of at most eight places; 0 for any other text. */
export function amountOf(text: string | undefined): Decimal {
  return text === undefined || parseMoney(text) === null ? ZERO : new ExactDecimal(text);
}

/** Ledger units as a decimal. */
export function moneyOf(units: Units): Decimal {
  return new ExactDecimal(printMoney(units));
}

/** The amount less the fee, at least 0: "1234.5". */
export function afterFee(amount: Decimal, fee: Decimal): string {
  return ExactDecimal.max(ZERO, amount.minus(fee)).toFixed();
}
