// What is offered: periods with what they pay and cost, and how much may be open at once. The same in every market with
// seconds contracts.
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

/** Shortest first. An order keeps the terms it was accepted with. */
export const PERIODS: readonly PeriodTerms[] = [
  offer(30, '0.7', '0.002'),
  offer(60, '0.8', '0.002'),
  offer(120, '0.85', '0.001'),
  offer(180, '0.9', '0.001'),
  offer(300, '0.95', '0'),
];

/** Most that a person, and that all people together, may have open in one market, in USDT (S5). */
export const MOST_MINE_UNITS = money('20000');
export const MOST_MARKET_UNITS = money('200000');
/** Most orders a person may have open in one market (S5). */
export const MOST_ORDERS = 100;

export function periodOf(periodS: number): PeriodTerms | undefined {
  return PERIODS.find((period) => period.periodS === periodS);
}
