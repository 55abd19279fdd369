// How values of indicators are shown: colours of bars and dots, and digits.
import type { ChartLine } from '../api.ts';

/**
 * What decides the colour of a bar or dot. `candle`: the direction of its candle; `sign`: above or below zero, pale on
 * the way back to it; `balance`: above or below zero; `change`: rising or falling; `side`: below or above the middle of
 * its candle; `plain`: the line's own colour.
 */
export type Paint = 'candle' | 'sign' | 'balance' | 'change' | 'side' | 'plain';

/** Values between which an oscillator is calm: overbought above, oversold below. */
const BOUNDS: ReadonlyMap<string, readonly [low: number, high: number]> = new Map([
  ['RSI', [30, 70]],
  ['KDJ', [20, 80]],
  ['WR', [-80, -20]],
  ['CCI', [-100, 100]],
  ['OBI', [0, 0]],
]);

/** The bounds of an oscillator; empty for other indicators. */
export function boundsOf(indicator: string): readonly number[] {
  return BOUNDS.get(indicator) ?? NONE;
}

const NONE: readonly number[] = [];
const BARS: Record<string, Paint> = { MACD: 'sign', AO: 'change', DELTA: 'balance' };

/** The paint of a line of the indicator of that name. */
export function paintOf(indicator: string, type: ChartLine['type']): Paint {
  if (type === 'bar') return BARS[indicator] ?? 'candle';
  return type === 'circle' && indicator === 'SAR' ? 'side' : 'plain';
}

/** `price`: as the market writes prices; `quantity`: K, M, B; a number: so many decimals. */
export type Digits = 'price' | 'quantity' | number;

const PRICES: readonly string[] = ['MA', 'EMA', 'SMA', 'BOLL', 'SAR', 'BBI'];
const QUANTITIES: readonly string[] = ['VOL', 'OBV', 'PVT', 'DELTA', 'CVD'];
/** In units of the price, but of differences, which are small. */
const DIFFERENCES: readonly string[] = ['MACD', 'AO', 'DMA', 'MTM'];
const USUAL_DECIMALS = 4;

export function digitsOf(indicator: string, pane: 'main' | 'sub', pricePrecision: number): Digits {
  if (pane === 'main' || PRICES.includes(indicator)) return 'price';
  if (QUANTITIES.includes(indicator)) return 'quantity';
  if (DIFFERENCES.includes(indicator)) return Math.max(USUAL_DECIMALS, pricePrecision + 1);
  return USUAL_DECIMALS;
}
