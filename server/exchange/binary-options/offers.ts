// Periods of binary options with their payout and fee, and the limits on open stakes (S5).
// The same in every market with binary options.
import type { PeriodTerms } from '../../../core/risk/binary-option.ts';
import { type Units, parseMoney } from '../../../core/units/units.ts';

const money = (text: string): Units => parseMoney(text) ?? 0n;
const offer = (periodS: number, profitRate: string, feeRate: string): PeriodTerms => ({
  periodS,
  profitRateE8: money(profitRate),
  feeRateE8: money(feeRate),
  minUnits: money('10'),
  maxUnits: money('5000'),
});

/** Shortest first. An order keeps the terms with which it was accepted. */
export const PERIODS: readonly PeriodTerms[] = [
  offer(30, '0.7', '0.002'),
  offer(60, '0.8', '0.002'),
  offer(120, '0.85', '0.001'),
  offer(180, '0.9', '0.001'),
  offer(300, '0.95', '0'),
];

/** Most that a user, and all users together, may have staked in one market, in USDT (S5). */
export const MAX_USER_UNITS = money('20000');
export const MAX_MARKET_UNITS = money('200000');
/** Most orders that a user may have open in one market (S5). */
export const MAX_ORDERS = 100;

export function periodOf(periodS: number): PeriodTerms | undefined {
  return PERIODS.find((period) => period.periodS === periodS);
}
