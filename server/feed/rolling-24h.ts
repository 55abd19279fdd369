// Rolling 24 hours of one market: open, high, low, turnover from 1m candles, and 24 hourly closes.
import { HOUR_MS, MINUTE_MS } from '../../core/units/durations.ts';
import { type EpochMs, candleStart } from '../../core/units/time.ts';
import type { PriceTicks } from '../../core/units/units.ts';
import type { MarketCandles } from './market-candles.ts';
import type { CandleSeries } from './candle-series.ts';

/** The running minute and the 1,439 before it. */
const WINDOW_MS = 1439 * MINUTE_MS;
const SPARK_POINTS = 24;

/** Prices in ticks (0: no trade in the window); turnover as statistics in lots and quote coins. */
export interface Rolling24hFigures {
  open: PriceTicks;
  high: PriceTicks;
  low: PriceTicks;
  volumeLots: number;
  amount: number;
}

const NONE: Rolling24hFigures = { open: 0, high: 0, low: Infinity, volumeLots: 0, amount: 0 };

export class Rolling24h {
  readonly #candles: MarketCandles;
  /** Sum over the finished candles of the window; valid while minute, length and epoch are unchanged. */
  #finishedSum: Rolling24hFigures = NONE;
  #minute = NaN;
  #size = -1;
  #epoch = -1;

  constructor(candles: MarketCandles) {
    this.#candles = candles;
  }

  figures(now: EpochMs): Rolling24hFigures {
    const series = this.#candles.base['1m'];
    const minute = candleStart(now, '1m');
    const from = series.indexFrom(minute - WINDOW_MS);
    if (from >= series.size) return { ...NONE, low: 0 };
    if (minute !== this.#minute || series.size !== this.#size || this.#candles.epoch !== this.#epoch) {
      this.#finishedSum = sum(NONE, series, from, series.size - 1);
      this.#minute = minute;
      this.#size = series.size;
      this.#epoch = this.#candles.epoch;
    }
    return sum(this.#finishedSum, series, series.size - 1, series.size);
  }

  /**
   * Closes of the last 24 hours, oldest first, the running hour last; an hour without trades repeats the close before
   * it. Empty without history.
   */
  sparkline(now: EpochMs): PriceTicks[] {
    const series = this.#candles.base['1h'];
    if (series.size === 0) return [];
    const closes: PriceTicks[] = [];
    const hour = candleStart(now, '1h');
    for (let back = SPARK_POINTS - 1; back >= 0; back -= 1) {
      const at = series.indexFrom(hour - back * HOUR_MS + 1) - 1;
      closes.push(at < 0 ? (series.open[0] ?? 0) : (series.close[at] ?? 0));
    }
    return closes;
  }
}

function sum(before: Rolling24hFigures, series: CandleSeries, from: number, to: number): Rolling24hFigures {
  const total = { ...before };
  for (let at = from; at < to; at += 1) {
    if (total.open === 0) total.open = series.open[at] ?? 0;
    total.high = Math.max(total.high, series.high[at] ?? 0);
    total.low = Math.min(total.low, series.low[at] ?? Infinity);
    total.volumeLots += series.volumeLots[at] ?? 0;
    total.amount += series.amount[at] ?? 0;
  }
  return total;
}
