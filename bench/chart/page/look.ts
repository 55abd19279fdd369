// Look of every benchmarked chart: its colours, its market, its options.
import { type ChartOptions, type ChartTheme, DEFAULT_STYLE } from '../../../chart/api.ts';

export const COLORS: ChartTheme = {
  bg: '#0b0f15',
  surface: '#121822',
  raised: '#1a2230',
  line: '#222c3b',
  text: '#e9eef6',
  text2: '#97a4b8',
  text3: '#7d8ba0',
  accent: '#4d8dff',
  up: '#20c07a',
  down: '#f2495c',
  upText: '#20c07a',
  downText: '#f2495c',
  warn: '#f3b13e',
  lines: ['#f3b13e', '#4d8dff', '#c061ff', '#2fd3d8', '#ff7fb0', '#9bd14b'],
  fontFamily: 'system-ui, sans-serif',
};

export const PRICE_DECIMALS = 2;
export const AMOUNT_DECIMALS = 4;

/** The server's clock is just after the start of the newest candle, so that its countdown runs. */
export function ownOptions(lastMs: number): ChartOptions {
  return {
    market: { symbol: 'BTC/USDT', pricePrecision: PRICE_DECIMALS, amountPrecision: AMOUNT_DECIMALS, interval: '1m' },
    theme: COLORS,
    style: DEFAULT_STYLE,
    clockOffsetMs: lastMs + 1000 - Date.now(),
    calm: true,
  };
}
