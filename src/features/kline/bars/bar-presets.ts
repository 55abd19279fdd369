// Sizes of bars that suit a market: bars of about 1, 5 and 15 minutes at the pace of its recent trades.
import type { Instrument } from '../../../../core/instruments/instrument.ts';
import type { Trade } from '../../../../core/market-data/market-data.ts';
import { MINUTE_MS } from '../../../../core/units/durations.ts';
import { type BarInterval, type BarKind, isBarInterval } from '../../../../core/units/time.ts';
import { type Grid, parseSteps, printSteps } from '../../../../core/units/units.ts';

export const BAR_KINDS: readonly BarKind[] = ['volume', 'trades', 'delta', 'range'];
const MINUTES = [1, 5, 15];
/** Of a market that hardly trades. */
const FEWEST_TRADES = 5;
const UNKNOWN_PACE: Record<BarKind, BarInterval[]> = {
  volume: [],
  trades: ['trades-100', 'trades-500', 'trades-1000'],
  delta: [],
  range: ['range-10', 'range-50', 'range-100'],
};

/** 1, 2 or 5 times a power of ten, whole and at least 1. */
function rounded(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const times = Math.max(1, value) / power;
  return (times < 1.5 ? 1 : times < 3.5 ? 2 : times < 7.5 ? 5 : 10) * power;
}

/** A decimal without zeros at its end. */
function decimalOf(lots: number, amount: Grid): string {
  const text = printSteps(lots, amount);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** The interval of a kind and a typed size; null for a size that it does not have. */
export function barIntervalOf(kind: BarKind, typed: string): BarInterval | null {
  const whole = typed.replace(/^0+(?=\d)/, '');
  const text = `${kind}-${whole.includes('.') ? whole.replace(/\.?0*$/, '') : whole}`;
  return isBarInterval(text) ? text : null;
}

/** `trades` are the newest ones, in any order. */
export function barPresets(
  trades: readonly Trade[],
  { price, amount }: Pick<Instrument, 'price' | 'amount'>,
): Record<BarKind, BarInterval[]> {
  const times = trades.map(({ ts }) => ts);
  const spanMs = Math.max(...times) - Math.min(...times);
  if (trades.length < 2 || spanMs <= 0) return UNKNOWN_PACE;
  const numbers = (texts: readonly string[], grid: Grid): number[] =>
    texts.map((text) => parseSteps(text, grid)).filter((count) => typeof count === 'number');
  const lots = numbers(
    trades.map((trade) => trade.amount),
    amount,
  );
  const prices = numbers(
    trades.map((trade) => trade.price),
    price,
  );
  const mean = lots.reduce((sum, count) => sum + count, 0) / lots.length;
  const square = Math.sqrt(lots.reduce((sum, count) => sum + count * count, 0) / lots.length);
  const range = Math.max(...prices) - Math.min(...prices);
  const sizes = (sizeOf: (count: number) => number, print: (size: number) => string, kind: BarKind): BarInterval[] => {
    const texts = MINUTES.map((minutes) => {
      const count = Math.max(FEWEST_TRADES, ((trades.length - 1) / spanMs) * MINUTE_MS * minutes);
      return `${kind}-${print(rounded(sizeOf(count)))}`;
    });
    return [...new Set(texts)].filter((text) => isBarInterval(text));
  };
  return {
    volume: sizes(
      (count) => count * mean,
      (size) => decimalOf(size, amount),
      'volume',
    ),
    trades: sizes((count) => count, String, 'trades'),
    // As far as a walk of so many steps gets, in the mean.
    delta: sizes(
      (count) => Math.sqrt(count) * square,
      (size) => decimalOf(size, amount),
      'delta',
    ),
    range: sizes((count) => Math.sqrt(count / trades.length) * range, String, 'range'),
  };
}
