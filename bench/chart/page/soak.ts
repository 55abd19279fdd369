// Hours of a market in fast-forward, in whichever thread holds the candles.
import { MINUTE_MS } from '../../../core/units/durations.ts';
import type { CandleSeries } from '../../../workers/candles/candle-series.ts';
import { makeSeries } from './made-candles.ts';
import { afterFrame } from './scenes.ts';

const TICKS_A_CANDLE = 1_000;
const TICKS_A_FRAME = 10_000;

/** `count` ticks; `bring` makes lines and chart follow each. */
export async function soakTicks(series: CandleSeries, count: number, onTick: () => void): Promise<void> {
  const row = new Float64Array(6);
  for (let k = 1; k <= count; k += 1) {
    const last = series.length - 1;
    const fresh = k % TICKS_A_CANDLE === 0;
    const price = series.close[last]! + ((k * 7) % 11) - 5;
    row[0] = series.time[last]! + (fresh ? MINUTE_MS : 0);
    row[1] = fresh ? price : series.open[last]!;
    row[2] = fresh ? price : Math.max(price, series.high[last]!);
    row[3] = fresh ? price : Math.min(price, series.low[last]!);
    row[4] = price;
    row[5] = fresh ? 1 : series.volume[last]! + 0.01;
    series.upsert(row, 0);
    onTick();
    if (k % TICKS_A_FRAME === 0) await afterFrame();
  }
}

const markets = [makeSeries(3_000), makeSeries(1_000)] as const;

export function otherMarket(shown: CandleSeries): CandleSeries {
  return shown === markets[0] ? markets[1] : markets[0];
}
