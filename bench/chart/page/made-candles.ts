// The same candles and ticks for all: one-minute bars of a seeded random walk, or a recording.
import { MINUTE_MS } from '../../../core/units/durations.ts';
import { seeded } from '../../../tests/support/data/seeded-random.ts';
import { CandleSeries } from '../../../workers/candles/candle-series.ts';
import { CANDLE_ROW } from '../../../workers/decode/decoded-event.ts';
import { Rows } from '../../../workers/decode/rows.ts';
import type { IndicatorLines } from '../../../workers/indicators/kit/indicator.ts';
import type { Update } from './adapter.ts';

const START_MS = Date.UTC(2023, 0, 1);
/** Ticks are made once and played in a ring. */
export const TICK_RING = 512;

/** A length to generate, or rows of CANDLE_ROW numbers. */
export type CandleSource = number | Float64Array;

export function makeSeries(source: CandleSource): CandleSeries {
  const rows = new Rows(CANDLE_ROW, typeof source === 'number' ? source : source.length / CANDLE_ROW);
  if (typeof source === 'number') walk(rows, source);
  else {
    rows.data.set(source);
    rows.count = source.length / CANDLE_ROW;
  }
  const series = new CandleSeries();
  series.merge(rows);
  return series;
}

function walk(rows: Rows, count: number): void {
  const random = seeded(24);
  const cents = (value: number): number => Math.round(value * 100) / 100;
  let price = 60_000;
  for (let i = 0; i < count; i += 1) {
    const open = price;
    price = cents(Math.max(1, price * (1 + (random() - 0.5) * 0.002)));
    const at = rows.add();
    rows.data[at] = START_MS + i * MINUTE_MS;
    rows.data[at + 1] = open;
    rows.data[at + 2] = cents(Math.max(open, price) * (1 + random() * 0.001));
    rows.data[at + 3] = cents(Math.min(open, price) * (1 - random() * 0.001));
    rows.data[at + 4] = price;
    rows.data[at + 5] = random() * 50;
  }
}

/**
 * A ring of ticks on the newest candle. With `lines`, also what they make of each; the series is left with its last
 * tick.
 */
export function makeTicks(series: CandleSeries, count: number, lines: IndicatorLines[] | null): Update[] {
  const random = seeded(7);
  const last = series.length - 1;
  const base = series.close[last]!;
  let [high, low, volume] = [series.high[last]!, series.low[last]!, series.volume[last]!];
  return Array.from({ length: count }, () => {
    const close = Math.round(base * (1 + (random() - 0.5) * 0.0008) * 100) / 100;
    high = Math.max(high, close);
    low = Math.min(low, close);
    volume += random();
    const row = Float64Array.of(series.time[last]!, series.open[last]!, high, low, close, volume);
    return { row, lines: lines && newest(series, row, lines) };
  });
}

function newest(series: CandleSeries, row: Float64Array, lines: IndicatorLines[]): Float64Array {
  series.upsert(row, 0);
  for (const each of lines) each.update(series);
  return Float64Array.from(lines.flatMap(({ columns }) => columns.map((column) => column[series.length - 1]!)));
}

export function closeSum(series: CandleSeries): number {
  let sum = 0;
  for (let i = 0; i < series.length; i += 1) sum += series.close[i]!;
  return sum;
}
