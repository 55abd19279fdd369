// Highest high and lowest low of the last n bars, which KDJ and WR measure the close against.
import type { Bars } from '../candles/series.ts';
import { soundAt } from './prices.ts';
import { WindowPeak } from './window-peak.ts';

/** After `look` returned true, `highest` and `lowest` are those of the last `period` bars. */
export class HighLow {
  highest = NaN;
  lowest = NaN;
  private readonly period: number;
  private readonly highs: WindowPeak;
  private readonly lows: WindowPeak;
  /** Bars since one whose prices are not finite: the window is none while it holds one. */
  private sound = 0;

  constructor(period: number) {
    this.period = period;
    this.highs = new WindowPeak(period, 1);
    this.lows = new WindowPeak(period, -1);
  }

  reset(): void {
    this.highs.reset();
    this.lows.reset();
    this.sound = 0;
  }

  /** False where the window is not full or holds a bar without prices. */
  look(bars: Bars, i: number): boolean {
    if (this.sound < this.period - 1 || !soundAt(bars, i)) return false;
    this.highest = this.highs.peak(bars.high[i]!);
    this.lowest = this.lows.peak(bars.low[i]!);
    return true;
  }

  commit(bars: Bars, i: number): void {
    if (!soundAt(bars, i)) {
      this.reset();
      return;
    }
    this.sound++;
    this.highs.commit(bars.high[i]!);
    this.lows.commit(bars.low[i]!);
  }
}
