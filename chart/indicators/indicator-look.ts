// How indicators like to be shown: what colours their bars and dots, and with how many digits their
// values are written.
import type { ChartLine } from '../api.ts';

/**
 * What decides the colour of a bar or dot. `candle`: the direction of its candle; `sign`: above or below zero, hollow
 * while rising;
 * `change`: rising (hollow) or falling; `side`: below or above the middle of its candle; `plain`: the line's own
 * colour.
 */
export type Paint = 'candle' | 'sign' | 'change' | 'side' | 'plain';

const BARS: Record<string, Paint> = { MACD: 'sign', AO: 'change' };

/** The paint of a line of the indicator of that name. */
export function paintOf(indicator: string, type: ChartLine['type']): Paint {
  if (type === 'bar') return BARS[indicator] ?? 'candle';
  return type === 'circle' && indicator === 'SAR' ? 'side' : 'plain';
}

/** `price`: as the market writes prices; `quantity`: K, M, B; a number: so many decimals. */
export type Digits = 'price' | 'quantity' | number;

const PRICES: readonly string[] = ['MA', 'EMA', 'SMA', 'BOLL', 'SAR', 'BBI'];
const QUANTITIES: readonly string[] = ['VOL', 'OBV', 'PVT'];
/** In units of the price, but of differences, which are small. */
const DIFFERENCES: readonly string[] = ['MACD', 'AO', 'DMA', 'MTM'];
const USUAL_DECIMALS = 4;

export function digitsOf(indicator: string, pane: 'main' | 'sub', pricePrecision: number): Digits {
  if (pane === 'main' || PRICES.includes(indicator)) return 'price';
  if (QUANTITIES.includes(indicator)) return 'quantity';
  return DIFFERENCES.includes(indicator) ? Math.max(USUAL_DECIMALS, pricePrecision + 1) : USUAL_DECIMALS;
}
