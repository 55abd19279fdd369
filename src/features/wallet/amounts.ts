// Amounts of the wallet's forms as exact decimals: what is typed, what a network takes, and what is there.
import type { Decimal } from 'decimal.js';
import { type Units, parseMoney, printMoney } from '../../../core/units/units.ts';
import { ExactDecimal } from '../../components/common/exact-decimal.ts';

const NOTHING = new ExactDecimal(0);

/** A decimal of at most eight places; nothing for any other text. */
export function amountOf(text: string | undefined): Decimal {
  return text === undefined || parseMoney(text) === null ? NOTHING : new ExactDecimal(text);
}

/** Money of the ledger. */
export function moneyOf(units: Units): Decimal {
  return new ExactDecimal(printMoney(units));
}

/** What is left of an amount after its fee, never below nothing: "1234.5". */
export function afterFee(amount: Decimal, fee: Decimal): string {
  return ExactDecimal.max(NOTHING, amount.minus(fee)).toFixed();
}
