// Seeded candles, indicators and themes: shared by the chart's tests and its page.
import { intervalMs } from '../../../core/units/bar-interval.ts';
import type { CandleColumns, ChartIndicator, ChartMarket, ChartTheme } from '../../../chart/api.ts';
import { seeded } from './seeded-random.ts';

export const MARKET: ChartMarket = { pricePrecision: 2, amountPrecision: 4, symbol: 'BTC/USDT', interval: '15m' };

const lines = ['#f3b13e', '#4d8dff', '#c061ff'];
export const THEMES: Record<'dark' | 'light', ChartTheme> = {
  dark: {
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
    downText: '#f4586a',
    warn: '#f3b13e',
    lines,
    fontFamily: 'system-ui, sans-serif',
  },
  light: {
    bg: '#f4f6fa',
    surface: '#ffffff',
    raised: '#eef2f7',
    line: '#e3e8ef',
    text: '#0f1826',
    text2: '#586579',
    text3: '#6b7a90',
    accent: '#2563eb',
    up: '#0b9a5b',
    down: '#d92f45',
    upText: '#077245',
    downText: '#c4223a',
    warn: '#b87708',
    lines: ['#b87708', '#2563eb', '#a43de0'],
    fontFamily: 'system-ui, sans-serif',
  },
};

const chances = new WeakMap<CandleColumns, () => number>();
const starts = new WeakMap<CandleColumns, number>();

/** Empty columns with room for `capacity` candles of 15 minutes from `startMs`. */
export function growingColumns(capacity: number, seed: number, startMs: number): CandleColumns {
  const column = (): Float64Array => new Float64Array(capacity);
  const made = {
    length: 0,
    time: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
  };
  chances.set(made, seeded(seed));
  starts.set(made, startMs);
  return made;
}

/** Appends one candle of a random walk around 65,000. */
export function pushCandle(columns: CandleColumns): void {
  const random = chances.get(columns)!;
  const at = columns.length;
  const open = at === 0 ? 65_000 : columns.close[at - 1]!;
  const swing = 40 + 120 * random();
  const close = Math.round((open + (random() - 0.5) * 2 * swing) * 100) / 100;
  columns.time[at] = starts.get(columns)! + at * intervalMs(MARKET.interval);
  columns.open[at] = open;
  columns.close[at] = close;
  columns.high[at] = Math.max(open, close) + random() * swing * 0.6;
  columns.low[at] = Math.min(open, close) - random() * swing * 0.6;
  columns.volume[at] = 20 + 300 * random() ** 3;
  columns.length += 1;
}

export function madeColumns(length: number, seed: number, startMs = Date.UTC(2024, 0, 1)): CandleColumns {
  const columns = growingColumns(length, seed, startMs);
  while (columns.length < length) pushCandle(columns);
  return columns;
}

/** Moving averages on the candles and VOL in a pane of its own. */
export function averages(columns: CandleColumns, periods: number[]): ChartIndicator[] {
  const average = (period: number): Float64Array => {
    const out = new Float64Array(columns.close.length).fill(NaN);
    let sum = 0;
    for (let row = 0; row < columns.length; row += 1) {
      sum += columns.close[row]! - (row >= period ? columns.close[row - period]! : 0);
      if (row >= period - 1) out[row] = sum / period;
    }
    return out;
  };
  return [
    {
      name: 'MA',
      pane: 'main',
      lines: periods.map((period, at) => ({
        title: `MA${period}`,
        type: 'line',
        color: `line-${at + 1}`,
        values: average(period),
      })),
    },
    { name: 'VOL', pane: 'sub', lines: [{ title: 'VOL', type: 'bar', color: 'up', values: columns.volume }] },
  ];
}

/** Lowest and highest of the rows [from, to), looked at one by one. */
export function plainExtremes(low: Float64Array, high: Float64Array, from: number, to: number): [number, number] {
  let min = Infinity;
  let max = -Infinity;
  for (let row = from; row < to; row += 1) {
    if (low[row]! < min) min = low[row]!;
    if (high[row]! > max) max = high[row]!;
  }
  return [min, max];
}
