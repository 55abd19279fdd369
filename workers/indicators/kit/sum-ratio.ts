// How the sum of one measure over a window stands to that of another: what BRAR and CR are made of.
import { WRAP, strip } from './column.ts';
import { fillPercent } from './percent.ts';
import { SlidingMean } from './sliding-mean.ts';

export class SumRatio {
  /** The two measures, strips: their owner writes rows `[from, to)` before it asks for those of the ratio. */
  readonly rises = strip();
  readonly falls = strip();
  private readonly fallMeans = strip();
  private readonly riseMean: SlidingMean;
  private readonly fallMean: SlidingMean;

  constructor(period: number) {
    this.riseMean = new SlidingMean(period, WRAP);
    this.fallMean = new SlidingMean(period, WRAP, WRAP);
  }

  /** Rows `[from, to)` of `out`, as a Pass does, in percent; 0 where nothing fell. */
  fill(from: number, to: number, out: Float64Array): void {
    const { fallMeans } = this;
    this.riseMean.fill(this.rises, from, to, out);
    this.fallMean.fill(this.falls, from, to, fallMeans);
    fillPercent(out, fallMeans, from, to, out, fallMeans.length - 1);
  }
}
